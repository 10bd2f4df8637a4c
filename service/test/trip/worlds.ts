import fc from 'fast-check'
import type { TripProblem } from '../../src/trip/solver/problem.ts'

const coarse = (max: number) => fc.integer({ min: 1, max }).map((n) => n * 500)
const money = fc.integer({ min: 50, max: 400 })
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 3, nil: null })

const bankPoints = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 60 }).map((n) => n * 250),
)

/** Small trips of any kind, so small that every plan can be tried. */
export const problems: fc.Arbitrary<TripProblem> = fc
  .record({
    nights: fc.integer({ min: 1, max: 5 }),
    hotels: fc.integer({ min: 1, max: 4 }),
    purses: fc.integer({ min: 0, max: 3 }),
  })
  .chain(({ nights, hotels, purses }) => {
    const offer = fc.record({
      cash: maybe(money),
      points: maybe(coarse(40)),
      premium: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      pointsCash: fc.option(fc.record({ points: coarse(20), cash: money }), { freq: 1, nil: null }),
      certificates: fc
        .subarray([0, 1])
        .chain((ids) =>
          fc.tuple(
            ...ids.map((certificate) => fc.constantFrom(0, 0, 1000).map((topUp) => ({ certificate, topUp }))),
          ),
        ),
    })
    const rule = maybe(
      fc.record({ every: fc.integer({ min: 2, max: 4 }), frees: fc.constantFrom('cheapest', 'last') }),
    )
    const partner = fc
      .record({
        bank: fc.integer({ min: 0, max: 1 }),
        purse: fc.integer({ min: 0, max: Math.max(0, purses - 1) }),
        step: fc.constantFrom(500, 1000, 1500, 5000),
        fewest: fc.integer({ min: 0, max: 3 }),
        from: fc.constantFrom(1, 2, 3),
        to: fc.constantFrom(1, 2),
        bonus: fc.constantFrom(0, 0, 15, 30),
      })
      .map(({ bank, purse, step, fewest, from, to, bonus }) => ({
        bank,
        purse,
        step,
        minimum: fewest * step,
        from: from * 100,
        to: to * (100 + bonus),
      }))
    return fc.record({
      nights: fc.constant(nights),
      banks: fc.tuple(bankPoints, bankPoints),
      partners:
        purses === 0
          ? fc.constant([])
          : fc.uniqueArray(partner, { maxLength: 4, selector: ({ bank, purse }) => `${bank} ${purse}` }),
      maxMoves: fc.integer({ min: 0, max: 2 }),
      cashCost: fc.constantFrom(1, 100),
      purses: fc.array(
        fc.record({
          points: fc.oneof(coarse(120), fc.constant(0)),
          certificates: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 })),
          pointCost: fc.integer({ min: 0, max: 3 }),
        }),
        { minLength: purses, maxLength: purses },
      ),
      hotels: fc.array(
        fc.record({
          purse: purses === 0 ? fc.constant(null) : maybe(fc.integer({ min: 0, max: purses - 1 })),
          freeNight: rule,
          offers: fc.array(offer, { minLength: nights, maxLength: nights }),
        }),
        { minLength: hotels, maxLength: hotels },
      ),
    })
  })
