import { attributesView } from '../rates/room-attributes.ts'
import type { MatchedRooms } from '../rates/same-rooms.ts'
import { attributesIn } from '../rooms/attributes.ts'

/** Each of the hotel's own rooms with those that may be the same, the likeliest first. */
export function roomsView({ direct, channels }: MatchedRooms) {
  return direct.map(({ rooms: [room], reading }, place) => ({
    direct: {
      room_code: room.roomCode,
      room_name: room.name,
      attributes: attributesView(attributesIn(reading, room.facts?.accessible)),
    },
    channels: channels.flatMap(({ channel, named, matches }) =>
      matches
        .filter(({ ours }) => ours === place)
        .toSorted((a, b) => b.confidence - a.confidence)
        .flatMap(({ theirs, confidence, evidence }) => {
          const other = named[theirs]
          if (!other) return []
          const [{ name, facts }] = other.rooms
          const attributes = attributesView(attributesIn(other.reading, facts?.accessible))
          return [{ channel, room_name: name, attributes, confidence, evidence }]
        }),
    ),
  }))
}
