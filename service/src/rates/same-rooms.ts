import { readRoom } from '../rooms/attributes.ts'
import { groupRooms } from '../rooms/group.ts'
import { MATCH, matchRooms, type RoomMatch } from '../rooms/match.ts'
import type { Reading } from '../rooms/reading.ts'
import type { Room, StayAnswer } from '../sources/source.ts'

/** Rooms of one seller that their names do not tell apart. */
interface NamedRoom {
  rooms: readonly [Room, ...Room[]]
  reading: Reading
}

/** A channel's rooms, and which of the hotel's own they may be. */
interface ChannelRooms {
  channel: string
  named: readonly NamedRoom[]
  matches: readonly RoomMatch[]
}

export interface MatchedRooms {
  direct: readonly NamedRoom[]
  channels: readonly ChannelRooms[]
}

export function matchedRooms(
  direct: StayAnswer,
  channels: readonly { channel: string; answer: StayAnswer }[],
): MatchedRooms {
  const ours = namedRooms(direct)
  const readings = ours.map(({ reading }) => reading)
  return {
    direct: ours,
    channels: channels.map(({ channel, answer }) => {
      const named = namedRooms(answer)
      const matches = matchRooms(
        readings,
        named.map(({ reading }) => reading),
      )
      return { channel, named, matches }
    }),
  }
}

function namedRooms({ rooms }: StayAnswer): NamedRoom[] {
  const readings = rooms.map(readRoom)
  return groupRooms(readings).flatMap((places) => {
    const [first, ...others] = places.flatMap((place) => rooms[place] ?? [])
    const reading = readings[places[0] ?? 0]
    return first && reading ? [{ rooms: [first, ...others], reading }] : []
  })
}

/** The rates of one of the hotel's own rooms, and those of the rooms that match it at each channel. */
export interface SameRoom {
  direct: NamedRoom['rooms']
  channels: { channel: string; rooms: readonly Room[] }[]
}

export function sameRooms({ direct, channels }: MatchedRooms): SameRoom[] {
  return direct.flatMap(({ rooms }, place) => {
    const same = channels.flatMap(({ channel, named, matches }) => {
      const found = matches
        .filter(({ ours, confidence }) => ours === place && confidence >= MATCH)
        .flatMap(({ theirs }) => named[theirs]?.rooms ?? [])
      return found.length > 0 ? [{ channel, rooms: found }] : []
    })
    return same.length > 0 ? [{ direct: rooms, channels: same }] : []
  })
}
