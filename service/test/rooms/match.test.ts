import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATCH, matchRooms } from '../../src/rooms/match.ts'
import { readName } from '../../src/rooms/reading.ts'

/** Which of the channel's rooms is compared with which of the hotel's own, by their names. */
function compared(direct: readonly string[], channel: readonly string[]): Record<string, string> {
  const found = matchRooms(direct.map(readName), channel.map(readName))
  return Object.fromEntries(
    found
      .filter(({ confidence }) => confidence >= MATCH)
      .map(({ ours, theirs }) => [channel[theirs] ?? '', direct[ours] ?? '']),
  )
}

const confidence = (direct: readonly string[], channel: string) =>
  Math.max(0, ...matchRooms(direct.map(readName), [readName(channel)]).map((match) => match.confidence))

describe('rooms of one hotel at two sellers', () => {
  it('match when shortened, reordered and translated', () => {
    const direct = [
      'Standard Room, 1 Queen Bed',
      'Deluxe Room, 1 King Bed, Sea View',
      'Deluxe Room, 2 Twin Beds',
      'Junior Suite',
    ]
    expect(
      compared(direct, [
        'Queen Room',
        'Deluxe-Zimmer mit Kingsize-Bett und Meerblick',
        'Habitación Deluxe con 2 camas individuales',
        'JUNIOR SUITE - ROOM ONLY',
      ]),
    ).toEqual({
      'Queen Room': 'Standard Room, 1 Queen Bed',
      'Deluxe-Zimmer mit Kingsize-Bett und Meerblick': 'Deluxe Room, 1 King Bed, Sea View',
      'Habitación Deluxe con 2 camas individuales': 'Deluxe Room, 2 Twin Beds',
      'JUNIOR SUITE - ROOM ONLY': 'Junior Suite',
    })
  })

  it('are told apart by what differs among the hotel’s own names', () => {
    const direct = ['Deluxe King Room', 'Deluxe King Room, Sea View']
    expect(compared(direct, ['Deluxe Room, 1 King Bed', 'Deluxe Room, 1 King Bed, Ocean View'])).toEqual({
      'Deluxe Room, 1 King Bed': 'Deluxe King Room',
      'Deluxe Room, 1 King Bed, Ocean View': 'Deluxe King Room, Sea View',
    })
  })

  it('may leave out what all rooms of one side have', () => {
    const direct = ['Delano King Suite', 'Delano Queen Suite']
    expect(compared(direct, ['Suite, 1 King Bed', 'Suite, 1 Queen Bed'])).toEqual({
      'Suite, 1 King Bed': 'Delano King Suite',
      'Suite, 1 Queen Bed': 'Delano Queen Suite',
    })
  })

  it('may be sold once per bedding that the hotel leaves open', () => {
    const direct = ['Comfort Room', 'Deluxe Double or Twin Room', 'Deluxe Suite']
    const channel = ['Comfort Room, 1 King Bed', 'Comfort Room, 2 Twin Beds', 'Deluxe Room, 2 Twin Beds']
    expect(compared(direct, channel)).toEqual({
      'Comfort Room, 1 King Bed': 'Comfort Room',
      'Comfort Room, 2 Twin Beds': 'Comfort Room',
      'Deluxe Room, 2 Twin Beds': 'Deluxe Double or Twin Room',
    })
  })

  it('are no rivals of a room that is plainly another one', () => {
    const direct = ['Standard Room', 'Standard King Room', 'Standard Queen Room']
    expect(compared(direct, ['Room STANDARD', 'Room KING SIZE BED'])).toEqual({
      'Room STANDARD': 'Standard Room',
      'Room KING SIZE BED': 'Standard King Room',
    })
  })

  it.each([
    ['run of house', ['Standard King Room'], 'Run of House'],
    ['an upsold view', ['Deluxe King Room'], 'Deluxe King Room, Sea View'],
    ['several rooms merged', ['Deluxe King Room', 'Deluxe Twin Room'], 'Deluxe Room'],
    ['another bed', ['Deluxe King Room'], 'Deluxe Queen Room'],
    ['an accessible room', ['King Room'], 'King Room, Accessible'],
    ['a suite', ['Executive King Room'], 'Executive King Suite'],
    ['a sofa bed alone', ['Executive Room, 2 Queen Beds', 'Standard Room'], 'Executive Sofabed'],
    ['a king for a double', ['Business Room, 1 King Bed', 'Room, 1 King Bed'], 'DOUBLE BUSINESS'],
    ['a room sold to one person', ['Superior Room'], 'Superior Room (1 Adult)'],
    ['a junior suite', ['King Suite'], 'King Junior Suite'],
    ['another grade', ['Deluxe King Room'], 'Superior King Room'],
    ['another view', ['Deluxe King Room, City View'], 'Deluxe King Room, Park View'],
    ['part of the view', ['King Room, Ocean View'], 'King Room, Partial Ocean View'],
    ['a smoking room', ['King Room, Non Smoking'], 'King Room, Smoking'],
    ['more bedrooms', ['Suite, 1 Bedroom'], 'Suite, 2 Bedrooms'],
    ['a room of another name', ['Suite Verdi'], 'Suite Puccini'],
  ])('are not compared: %s', (_what, direct, channel) => {
    expect(confidence(direct, channel)).toBeLessThan(MATCH)
  })

  it('of different grades are shown, with the words that differ, and not compared', () => {
    const [match] = matchRooms([readName('Deluxe King Room')], [readName('Standard King Room')])
    expect(match?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(match?.confidence).toBeLessThan(MATCH)
    expect(match?.evidence).toEqual([
      'Both say: 1 king bed.',
      'Direct says: deluxe; the channel says: standard.',
      'No other room of either side fits.',
    ])
  })
})

describe('any rooms', () => {
  const words = fc.constantFrom(
    ...'standard,superior,deluxe,junior suite,suite,1 king bed,2 twin beds,queen,sea view,city view,balcony,accessible,club,2 bedroom,aurora,run of house'.split(
      ',',
    ),
  )
  const room = fc.array(words, { minLength: 1, maxLength: 4 }).map((some) => some.join(', '))
  const rooms = fc.array(room, { maxLength: 6 })

  it('have confidences from 0.5 to 1, with evidence, and each of the channel’s one match at most', () => {
    fc.assert(
      fc.property(rooms, rooms, (direct, channel) => {
        const found = matchRooms(direct.map(readName), channel.map(readName))
        for (const match of found) {
          expect(match.confidence).toBeGreaterThanOrEqual(0.5)
          expect(match.confidence).toBeLessThanOrEqual(1)
          expect(match.evidence.length).toBeGreaterThan(0)
        }
        const sure = found.filter((match) => match.confidence >= MATCH)
        expect(new Set(sure.map(({ theirs }) => theirs)).size).toBe(sure.length)
      }),
    )
  })

  it('are matched without a long wait, however many there are; beyond reason, not at all', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, no) => readName(`Deluxe King Room ${no + 20} m²`))
    const before = process.cpuUsage()
    expect(matchRooms(many(200), many(200)).length).toBeGreaterThan(200)
    expect(matchRooms(many(2000), many(2000))).toEqual([])
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2500)
  })

  it('match in any order alike', () => {
    fc.assert(
      fc.property(rooms, rooms, (direct, channel) => {
        const there = matchRooms(direct.map(readName), channel.map(readName))
        const back = matchRooms(direct.toReversed().map(readName), channel.toReversed().map(readName))
        const key = (ours: number, theirs: number, sure: number) => `${ours} ${theirs} ${sure}`
        const [last, lastOfTheirs] = [direct.length - 1, channel.length - 1]
        expect(new Set(there.map((match) => key(match.ours, match.theirs, match.confidence)))).toEqual(
          new Set(back.map((match) => key(last - match.ours, lastOfTheirs - match.theirs, match.confidence))),
        )
      }),
    )
  })
})
