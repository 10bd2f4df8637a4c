import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributesOf, type RoomAttributes, type StatedRoom } from '../../src/rooms/attributes.ts'
import { readName } from '../../src/rooms/reading.ts'

const NOTHING: RoomAttributes = {
  class: null,
  beds: null,
  view: null,
  bedrooms: null,
  sleeps: null,
  areaM2: null,
  accessible: null,
  smoking: null,
  club: null,
}

const named = (name: string, more: Partial<StatedRoom> = {}) =>
  attributesOf({ name, beds: null, maxOccupancy: null, ...more })

const KING = [{ type: 'king', count: 1 }]
const QUEENS = [{ type: 'queen', count: 2 }]
const DOUBLE = [{ type: 'double', count: 1 }]
const TWIN = [{ type: 'single', count: 2 }]

describe('a name is read', () => {
  it.each<[string, Partial<RoomAttributes>]>([
    ['Deluxe Room, 1 King Bed', { class: 'deluxe', beds: KING as never }],
    ['Queen Room With Two Queen Beds and City View', { beds: QUEENS as never, view: 'city' }],
    ['Double Queen Nonsmoking', { beds: QUEENS as never, smoking: false }],
    ['Standard Room, 1 King Bed, Accessible', { class: 'standard', beds: KING as never, accessible: true }],
    ['Club Room, 1 King Bed, Oceanfront', { beds: KING as never, view: 'sea front', club: true }],
    ['Kona Tower City / Mountain View', { view: 'city, mountain' }],
    [
      'Partial Ocean View With Two Double Beds',
      { beds: [{ type: 'double', count: 2 }], view: 'partial sea' },
    ],
    ['Deluxe Suite, 1 Bedroom', { class: 'suite', bedrooms: 1 }],
    ['Two-Bedroom Apartment 850 sq ft', { class: 'apartment', bedrooms: 2, areaM2: 79 }],
    ['Bed in 6-Bed Mixed Dormitory', { class: 'dormitory', beds: [{ type: 'bed', count: 6 }] }],
    ['Triple Room with Shared Bathroom', { sleeps: 3 }],
    ['Superior Doppelzimmer mit Meerblick', { class: 'superior', beds: DOUBLE as never, view: 'sea' }],
    ['Familienzimmer 25 m²', { areaM2: 25 }],
    [
      'Chambre Double Supérieure avec vue sur la mer',
      { class: 'superior', beds: DOUBLE as never, view: 'sea' },
    ],
    ['Habitación Doble Estándar - 2 camas individuales', { class: 'standard', beds: TWIN as never }],
    ['Apartamento de 2 dormitorios (4 personas)', { class: 'apartment', bedrooms: 2, sleeps: 4 }],
    ['Camera Matrimoniale Superior vista mare', { class: 'superior', beds: DOUBLE as never, view: 'sea' }],
    ['Ground Floor Villa 2 BHK', { class: 'apartment', bedrooms: 2 }],
    ['Superior Room - Double Occupancy', { class: 'superior' }],
    ['Premium City Views (2AD + 1CH)', { view: 'city', sleeps: 2 }],
    ['FAMILY ROOM CAPACITY 4', { sleeps: 4 }],
    ['Habitación Deluxe con cama extragrande', { class: 'deluxe', beds: KING as never }],
    ['Suite, 1 cama de matrimonio grande', { class: 'suite', beds: DOUBLE as never }],
    ['Quarto Duplo Luxo com vista do mar', { class: 'deluxe', beds: DOUBLE as never, view: 'sea' }],
  ])('%s', (name, said) => {
    expect(named(name)).toEqual({ ...NOTHING, ...said })
  })

  it.each(['Run of House', 'Zen', '', '!?', 'Room', '和室'])('%j says nothing', (name) => {
    expect(named(name)).toEqual(NOTHING)
  })

  it('that leaves a choice of beds states none', () => {
    for (const name of ['Deluxe King or Queen Room', 'Double/Twin Room', 'Doppel- oder Zweibettzimmer']) {
      expect(named(name).beds).toBeNull()
      expect(readName(name).beds).toHaveLength(2)
    }
  })
})

describe('what the source states', () => {
  it('counts before the name', () => {
    expect(
      named('Deluxe Twin Room', {
        beds: '1 king bed, 1 sofa bed',
        maxOccupancy: 4,
        facts: { areaM2: 40, smoking: false, accessible: false, view: 'Lake', bedrooms: 1 },
      }),
    ).toEqual({
      ...NOTHING,
      class: 'deluxe',
      beds: [...KING, { type: 'sofa', count: 1 }],
      view: 'lake',
      bedrooms: 1,
      sleeps: 4,
      areaM2: 40,
      accessible: false,
      smoking: false,
    })
  })

  it('leaves to the name what it does not say', () => {
    expect(named('King Room, Sea View', { facts: { areaM2: 30 } })).toMatchObject({
      beds: KING,
      view: 'sea',
      areaM2: 30,
    })
  })
})

describe('any name', () => {
  const words = fc.constantFrom(
    ...'deluxe standard king queen twin double room suite sea view balcony non smoking 1 2 bed beds or and with accessible club ocean front'.split(
      ' ',
    ),
  )
  const names = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
  )

  it('is read alike whatever its case, accents and punctuation', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (some) => {
        const plain = readName(some.join(' '))
        expect(readName(some.join(' - ').toUpperCase())).toEqual(plain)
        expect(readName(`(${some.join('), (')})`)).toEqual(plain)
      }),
    )
  })

  it('gives attributes within their bounds, and never throws', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { beds, sleeps, bedrooms } = named(name)
        for (const { count } of beds ?? []) expect(count).toBeGreaterThan(0)
        for (const number of [sleeps, bedrooms]) expect(number ?? 1).toBeGreaterThan(0)
      }),
    )
  })
})
