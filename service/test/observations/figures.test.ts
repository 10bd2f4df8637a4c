import { describe, expect, it } from 'vitest'
import { figuresOf, totalsOf } from '../../src/observations/figures.ts'
import type { Rate } from '../../src/sources/source.ts'
import { cashRate, stayAnswer } from '../sources/toy-source.ts'

/** One room with these rates, in dollars. */
function answerWith(...rates: Partial<Rate>[]) {
  const answer = stayAnswer('H1')
  const [room] = answer.rooms
  if (!room) throw new Error('the toy hotel has no room')
  return { ...answer, rooms: [{ ...room, rates: rates.map((rate) => Object.assign({}, cashRate, rate)) }] }
}

const DEAR = { pricePerNight: 30_000, pricePerNightAfterTax: 33_000, total: 30_000, totalAfterTax: 33_000 }

describe('the lowest figures of an answer', () => {
  it.each([
    ['in another currency', { currency: 'EUR' }],
    ['that want identification', { restricted: true }],
    ['that are sold in a package', { package: true }],
    ['for members that want identification too', { memberOnly: true, restricted: true }],
  ])('leave out rates %s, and so do the totals', (_, mark) => {
    const answer = answerWith({ ...mark }, DEAR)
    expect(figuresOf(answer)).toMatchObject({ bar: 30_000, barAfterTax: 33_000, member: null })
    expect(totalsOf(answer, 1)).toEqual({
      bar: 30_000,
      barAfterTax: 33_000,
      member: null,
      memberAfterTax: null,
    })
  })

  it('are on the basis of the lowest public rate, and compare across bases after tax', () => {
    const inclusive = { taxIncluded: true, pricePerNight: 10_500, pricePerNightAfterTax: 10_500 }
    const answer = { ...answerWith(inclusive, {}), taxIncluded: null }
    expect(figuresOf(answer)).toMatchObject({ bar: 10_000, taxIncluded: false, barAfterTax: 10_500 })
  })

  it('are on the basis of the lowest member rate where nothing is public', () => {
    expect(figuresOf(answerWith({ memberOnly: true, taxIncluded: true }))).toMatchObject({
      bar: null,
      taxIncluded: true,
      member: 10_000,
    })
  })

  it('take the cash beside points only where it is in the currency of the answer', () => {
    const award = { pricePerNight: null, pointsPerNight: 20_000, standardAward: true }
    const inEuros = { ...award, pointsPerNight: 5_000, cashCopayPerNight: 4_000, currency: 'EUR' }
    const inDollars = { ...award, pointsPerNight: 9_000, cashCopayPerNight: 6_000 }
    expect(figuresOf(answerWith(award, inEuros, inDollars))).toMatchObject({
      points: 20_000,
      pointsCash: 9_000,
      copay: 6_000,
    })
  })
})
