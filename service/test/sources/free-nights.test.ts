import { describe, expect, test } from 'vitest'
import { freeNights, pointsDue } from '../../src/sources/free-nights.ts'

const FIFTH = { every: 5, frees: 'cheapest' } as const
const FOURTH = { every: 4, frees: 'last' } as const

describe('free nights of a booking paid with points', () => {
  test.each([
    { why: 'four nights are too few', points: [40, 40, 40, 40], rule: FIFTH, due: 160 },
    { why: 'of five, the cheapest', points: [40, 30, 40, 50, 60], rule: FIFTH, due: 190 },
    { why: 'the first of two equal ones', points: [40, 30, 40, 30, 60], rule: FIFTH, due: 170 },
    {
      why: 'nights after a whole group are paid',
      points: [40, 30, 40, 50, 60, 10, 10],
      rule: FIFTH,
      due: 210,
    },
    {
      why: 'each group frees its own cheapest night',
      points: [9, 9, 9, 9, 9, 1, 2, 3, 4, 5],
      rule: FIFTH,
      due: 36 + 14,
    },
    { why: 'of four, the last', points: [10, 20, 30, 90], rule: FOURTH, due: 60 },
    { why: 'the eighth too', points: [10, 20, 30, 90, 10, 20, 30, 80], rule: FOURTH, due: 120 },
    { why: 'no rule', points: [10, 20, 30, 90, 10], rule: null, due: 160 },
  ])('$why', ({ points, rule, due }) => {
    expect(pointsDue(points, rule)).toBe(due)
  })

  test('are named', () => {
    expect(freeNights([40, 30, 40, 30, 60, 10], FIFTH)).toEqual([false, true, false, false, false, false])
    expect(freeNights([1, 2, 3, 4], FOURTH)).toEqual([false, false, false, true])
  })
})
