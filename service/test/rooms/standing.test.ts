import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRoom } from '../../src/rooms/attributes.ts'
import { readName } from '../../src/rooms/reading.ts'
import { standingOf } from '../../src/rooms/standing.ts'

const standing = (booked: string, offered: string) => standingOf(readName(booked), readName(offered))

describe('in place of a booked room', () => {
  it.each([
    ['Standard Room, 1 Queen Bed', 'Queen Bed Standard'],
    ['Deluxe King Room with Sea View', 'Deluxe Room, 1 King Bed, Ocean View'],
    ['Superior Double Room', 'Superior Doppelzimmer'],
    ['Accessible King Room', 'King Room - Disability Access'],
    ['Deluxe Room', 'Deluxe Room, 1 King Bed'],
  ])('%s: %s is the same', (booked, offered) => {
    expect(standing(booked, offered)).toBe('same')
  })

  it.each([
    ['Standard King Room', 'Superior King Room'],
    ['Superior King Room', 'Deluxe King Room'],
    ['Deluxe King Room', 'Suite, 1 King Bed'],
    ['King Room', 'King Suite'],
    ['Deluxe Queen Room', 'Deluxe King Room'],
    ['Deluxe Queen Room', 'Deluxe Room, 2 Queen Beds'],
    ['Standard King Room', 'Deluxe King Room, Sea View'],
    ['Deluxe King Room', 'Deluxe King Room, Club Lounge Access'],
  ])('%s: %s is better', (booked, offered) => {
    expect(standing(booked, offered)).toBe('better')
  })

  it.each([
    ['Superior King Room', 'Standard King Room'],
    ['Standard King Room', 'Economy King Room'],
    ['Suite, 1 King Bed', 'Junior Suite, 1 King Bed'],
    ['Deluxe King Room', 'Executive King Room'],
    ['Deluxe Suite', 'Deluxe Apartment'],
    ['Standard Room, 1 King Bed', 'Standard Room, 2 Queen Beds'],
    ['Standard King Room', 'Superior Room'],
    ['Standard King Room', 'Superior King or Twin Room'],
    ['Standard Double Room', 'Superior Twin Room'],
    ['King Room with Sea View', 'King Suite'],
    ['King Room with Balcony', 'King Suite'],
    ['King Room', 'King Suite, Accessible'],
    ['Accessible King Room', 'King Suite'],
    ['King Room', 'King Suite, Smoking'],
    ['King Room', 'King Suite with Shared Bathroom'],
    ['King Room', 'Run of House'],
    ['Standard Double Room', 'Single Room'],
    ['Triple Room', 'Deluxe Double Room'],
    ['Two-Bedroom Suite', 'Suite'],
    ['King Room with Club Lounge Access', 'King Suite'],
    ['Ottoman Room', 'Garden Room'],
  ])('%s: %s is neither', (booked, offered) => {
    expect(standing(booked, offered)).toBeNull()
  })

  it('fewer guests or less space is neither', () => {
    const room = (maxOccupancy: number, areaM2: number) =>
      readRoom({ name: 'Deluxe King Room', beds: null, maxOccupancy, facts: { areaM2 } })
    expect(standingOf(room(3, 30), room(3, 29))).toBe('same')
    expect(standingOf(room(3, 30), room(2, 30))).toBeNull()
    expect(standingOf(room(3, 30), room(3, 25))).toBeNull()
  })
})

describe('any two rooms', () => {
  const words = fc.constantFrom(
    ...'standard,superior,deluxe,suite,1 king bed,2 twin beds,queen,sea view,balcony,accessible,smoking,club,2 bedroom,triple,aurora'.split(
      ',',
    ),
  )
  const rooms = fc.array(words, { maxLength: 5 }).map((some) => readName(some.join(', ')))

  it('are the same as themselves, and not better than each other in both directions', () => {
    fc.assert(
      fc.property(rooms, rooms, (a, b) => {
        expect(standingOf(a, a)).toBe('same')
        expect(standingOf(a, b) === 'better' && standingOf(b, a) === 'better').toBe(false)
      }),
    )
  })
})
