import { expect, test } from 'vitest'
import { figuresOf } from '../../src/observations/figures.ts'
import { compareSplit } from '../../src/rates/split.ts'
import type { Rate, StayAnswer } from '../../src/sources/source.ts'
import { cashRate, stayAnswer } from '../sources/toy-source.ts'

/** Amounts of cents that divide badly, which no test hotel has. */
function seen(...rates: Partial<Rate>[]) {
  const [room] = stayAnswer('H1').rooms
  const answer: StayAnswer = {
    ...stayAnswer('H1'),
    rooms: room ? [{ ...room, rates: rates.map((rate) => Object.assign({}, cashRate, rate)) }] : [],
  }
  return { answer, figures: figuresOf(answer) }
}

function split(stay: ReturnType<typeof seen>, nights: number[], rooms = 1) {
  const priced = nights.map((price, index) => ({
    night: `2027-03-0${index + 1}`,
    figures: seen({ pricePerNight: price, pricePerNightAfterTax: null, totalAfterTax: null }).figures,
    sighting: { cached: false, seenMs: 0 },
    stored: Promise.resolve(),
  }))
  return compareSplit(stay, priced, nights.length, rooms)
}

const NO_TAX = { pricePerNightAfterTax: null, totalAfterTax: null }

test('a stay at exactly the sum of its nights is a tie, even if its average is rounded', () => {
  const stay = seen({ ...NO_TAX, pricePerNight: 10_000, total: 30_001 })
  expect(split(stay, [10_000, 10_000, 10_001])).toMatchObject({
    totals: { stay: { bar: 300.01 }, nights: { bar: 300.01 } },
    split: { cheaper: 'equal', basis: 'bar', saving: 0 },
  })
  const twoRooms = seen({ ...NO_TAX, pricePerNight: 10_000, total: 60_002 })
  expect(split(twoRooms, [10_000, 10_000, 10_001], 2).split).toMatchObject({ cheaper: 'equal', saving: 0 })
})

test('one cent is a difference where it is one', () => {
  const stay = seen({ ...NO_TAX, pricePerNight: 10_000, total: 30_000 })
  expect(split(stay, [10_000, 10_000, 10_001]).split).toMatchObject({ cheaper: 'stay', saving: 0.01 })
})

test('each total is the least of its own, public and for members, and the average stands in for a missing one', () => {
  const stay = seen(
    { pricePerNight: 10_000, total: 30_001, pricePerNightAfterTax: 12_000, totalAfterTax: 36_001 },
    { pricePerNight: 11_000, total: 33_000, pricePerNightAfterTax: 11_500, totalAfterTax: 34_499 },
    { ...NO_TAX, memberOnly: true, pricePerNight: 9_000, total: null },
  )
  expect(split(stay, [10_000, 10_000, 10_001]).totals.stay).toEqual({
    bar: 300.01,
    bar_after_tax: 344.99,
    member: 270,
    member_after_tax: null,
  })
})
