import { expect, test } from 'vitest'
import { blocksOf } from '../../src/trip/blocks.ts'
import type { NightOffer, PaidNight, TripProblem } from '../../src/trip/solver/problem.ts'
import { whyOf } from '../../src/trip/why.ts'

const OFFER: NightOffer = {
  cash: 11_800,
  points: 35_000,
  premium: false,
  pointsCash: null,
  certificates: [],
}
const NIGHT: PaidNight = {
  hotel: 0,
  pay: 'cash',
  cash: 11_800,
  points: 0,
  certificate: null,
  free: false,
  premium: false,
}
const WITH_POINTS: PaidNight = { ...NIGHT, pay: 'points', cash: 0, points: 35_000 }
const FREE: PaidNight = { ...WITH_POINTS, points: 0, free: true }
const CERTIFIED: PaidNight = { ...NIGHT, pay: 'certificate', cash: 0, points: 5000, certificate: 0 }

/** Two hotels where every night costs 118 pounds or 35,000 points, and a point is worth 0.7 pence. */
function problemOf(offers: readonly NightOffer[]): TripProblem {
  const hotel = { purse: 0, freeNight: null, offers }
  return {
    nights: offers.length,
    hotels: [hotel, hotel],
    purses: [{ points: 200_000, certificates: [2], pointCost: 7000 }],
    banks: [],
    partners: [],
    maxMoves: 1,
    cashCost: 10_000,
  }
}

function why(nights: readonly PaidNight[], offers = nights.map(() => OFFER)): string {
  return whyOf(blocksOf(nights, '2026-12-20'), {
    problem: problemOf(offers),
    currency: 'GBP',
    nameOf: (hotel) => ['Aurelia Soho', 'Aurelia Tower'][hotel] ?? '',
    bankOf: () => 'meridian',
    certificateOf: () => '40k',
  })
}

test.each([
  [[NIGHT, NIGHT], 'Two nights at Aurelia Soho for £236, less than 70,000 points are worth.'],
  [
    [WITH_POINTS, WITH_POINTS, WITH_POINTS, WITH_POINTS, FREE],
    'Five nights at Aurelia Soho for 140,000 points, one of them free, instead of £590.',
  ],
  [
    [CERTIFIED, CERTIFIED, NIGHT],
    'Two nights at Aurelia Soho with 40k certificates and 10,000 points, instead of £236; one night there for £118, less than 35,000 points are worth.',
  ],
  [
    [
      { ...NIGHT, pay: 'points_cash' as const, cash: 5000, points: 15_000 },
      { ...WITH_POINTS, hotel: 1 },
    ],
    'One night at Aurelia Soho for 15,000 points and £50, instead of £118; one night at Aurelia Tower for 35,000 points, instead of £118.',
  ],
  [
    [NIGHT, WITH_POINTS, NIGHT, WITH_POINTS, NIGHT, WITH_POINTS],
    'One night at Aurelia Soho for £118, less than 35,000 points are worth; one night there for 35,000 points, instead of £118; one night there for £118, less than 35,000 points are worth; one night there for 35,000 points, instead of £118; and two further blocks.',
  ],
])('an option explains itself %#', (nights, sentence) => {
  expect(why(nights)).toBe(sentence)
})

test('a reason that is not known, or not true, is left out', () => {
  expect(why([WITH_POINTS], [{ ...OFFER, cash: null }])).toBe('One night at Aurelia Soho for 35,000 points.')
  expect(why([NIGHT], [{ ...OFFER, points: null }])).toBe('One night at Aurelia Soho for £118.')
  expect(why([NIGHT], [{ ...OFFER, points: 10_000 }])).toBe('One night at Aurelia Soho for £118.')
})

test('a premium award is a block of its own', () => {
  const blocks = blocksOf([WITH_POINTS, { ...WITH_POINTS, premium: true }, NIGHT, NIGHT], '2026-12-30')
  expect(blocks.map(({ checkin, nights }) => [checkin, nights.length])).toEqual([
    ['2026-12-30', 1],
    ['2026-12-31', 1],
    ['2027-01-01', 2],
  ])
})
