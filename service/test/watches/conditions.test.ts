import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Figures } from '../../src/observations/figures.ts'
import { hundredthsOf, reaches, type Subject } from '../../src/watches/conditions/condition.ts'
import { savingOf } from '../../src/watches/conditions/rebook.ts'
import type { ConditionTerms } from '../../src/watches/conditions/registry.ts'
import { gapOf } from '../../src/watches/conditions/undercut.ts'
import { type Mark, UNSEEN, walk, walkBoth } from '../../src/watches/judging/walk.ts'

const CASH: Subject = { kind: 'cash', los: 2, rooms: 3, currency: 'USD' }
const AWARD: Subject = { ...CASH, kind: 'award' }

function figures(over: Partial<Figures> = {}): Figures {
  return {
    status: 'available',
    minLos: null,
    currency: 'USD',
    taxIncluded: false,
    bar: 20_000,
    barAfterTax: 22_000,
    member: null,
    memberAfterTax: null,
    memberKnown: true,
    points: null,
    premium: false,
    pointsCash: null,
    copay: null,
    pointsKnown: true,
    ...over,
  }
}

const SOLD_OUT = figures({ status: 'sold_out', bar: null, barAfterTax: null, taxIncluded: null })

const marks = (list: readonly Figures[]): Mark[] =>
  list.map((one, index) => ({ seenMs: (index + 1) * 1_000_000, figures: one }))

/** Which observations, counted from 0, made an event. */
function firedAt(terms: ConditionTerms, subject: Subject, list: readonly Figures[]): number[] {
  return walk(terms, subject, UNSEEN, marks(list)).fired.map(({ current }) => current.seenMs / 1_000_000 - 1)
}

const rebook = (over: object = {}): ConditionTerms => ({
  condition: 'rebook',
  paid: 20_000,
  basis: 'bar',
  minSaving: 500,
  ...over,
})

describe('available', () => {
  const terms: ConditionTerms = { condition: 'available' }

  test('fires each time a night becomes available, and not for the first observation', () => {
    const seen = [figures(), SOLD_OUT, figures(), figures({ bar: 1 }), SOLD_OUT, figures()]
    expect(firedAt(terms, CASH, seen)).toEqual([2, 5])
    expect(firedAt(terms, CASH, [SOLD_OUT, figures()])).toEqual([1])
  })

  test('is about points alone for an award', () => {
    const points = (amount: number | null) => figures({ points: amount })
    expect(firedAt(terms, AWARD, [points(null), points(30_000), points(null), points(1)])).toEqual([1, 3])
    const unknown = figures({ points: null, pointsKnown: false })
    expect(firedAt(terms, AWARD, [points(5), unknown, points(5)])).toEqual([])
  })
})

describe('points_lte', () => {
  test('fires at the threshold, also the first time, and again only after it was above', () => {
    const at = (points: number | null) => figures({ points })
    const terms: ConditionTerms = { condition: 'points_lte', points: 30_000 }
    const seen = [30_000, 29_000, 30_001, 30_000, null, 10_000].map(at)
    expect(firedAt(terms, AWARD, seen)).toEqual([0, 3, 5])
    expect(firedAt(terms, AWARD, [at(30_001), at(null), at(30_000)])).toEqual([2])
  })
})

describe('any', () => {
  const terms: ConditionTerms = { condition: 'any' }
  const fires = (from: Partial<Figures>, to: Partial<Figures>) =>
    firedAt(terms, CASH, [figures(from), figures(to)]).length === 1

  test('fires on a change of status, price or points', () => {
    expect(fires({}, { status: 'closed' })).toBe(true)
    expect(fires({}, { bar: 19_999 })).toBe(true)
    expect(fires({}, { barAfterTax: 21_999 })).toBe(true)
    expect(fires({}, { member: 18_000 })).toBe(true)
    expect(fires({}, { points: 20_000 })).toBe(true)
    expect(fires({ copay: 100, pointsCash: 1 }, { copay: 101, pointsCash: 1 })).toBe(true)
  })

  test('does not fire on anything else, nor on what an answer could not show', () => {
    expect(fires({}, {})).toBe(false)
    expect(fires({}, { minLos: 2 })).toBe(false)
    expect(fires({ member: 18_000 }, { member: null, memberKnown: false })).toBe(false)
    expect(fires({ points: 5 }, { points: null, pointsKnown: false })).toBe(false)
  })

  test('remembers what a poorer answer in between did not show', () => {
    const rich = (member: number) => figures({ member })
    const poor = figures({ memberKnown: false, pointsKnown: false })
    expect(firedAt(terms, CASH, [rich(18_000), poor, rich(18_000)])).toEqual([])
    expect(firedAt(terms, CASH, [rich(18_000), poor, rich(17_000)])).toEqual([2])
  })

  test('takes another currency or tax basis for no change of price; from there on it compares again', () => {
    const euro = { currency: 'EUR', bar: 18_000, barAfterTax: 19_800 }
    expect(fires({}, euro)).toBe(false)
    expect(fires({}, { taxIncluded: true, bar: 22_000 })).toBe(false)
    expect(fires({}, { ...euro, points: 7 })).toBe(true)
    const seen = [figures(), figures(euro), figures({ ...euro, bar: 17_000 })]
    expect(firedAt(terms, CASH, seen)).toEqual([2])
  })
})

describe('rebook', () => {
  test('fires at exactly the least saving, once, and again after the price was back', () => {
    const at = (bar: number) => figures({ bar })
    expect(firedAt(rebook(), CASH, [at(19_001), at(19_000), at(18_000), at(20_000), at(19_000)])).toEqual([
      1, 4,
    ])
    expect(firedAt(rebook(), CASH, [at(10_000)])).toEqual([0])
    expect(firedAt(rebook({ minSaving: 0 }), CASH, [at(20_000), at(19_999)])).toEqual([1])
  })

  test('takes the figure that was asked for, and says nothing where an answer does not have it', () => {
    const cheap = { bar: 10_000, barAfterTax: 30_000, member: 25_000 }
    expect(firedAt(rebook({ basis: 'bar_after_tax' }), CASH, [figures(cheap)])).toEqual([])
    expect(firedAt(rebook({ basis: 'member' }), CASH, [figures({ ...cheap, member: 100 })])).toEqual([0])
    const before = figures({ barAfterTax: 10_000 })
    const silent = figures({ barAfterTax: null })
    expect(firedAt(rebook({ basis: 'bar_after_tax' }), CASH, [before, silent, before])).toEqual([0])
    expect(firedAt(rebook(), CASH, [before, figures({ bar: 1, currency: 'EUR' })])).toEqual([])
  })

  test('is nothing to book where the night is sold out: a fall after that is a new one', () => {
    const cheap = figures({ bar: 15_000 })
    expect(firedAt(rebook(), CASH, [cheap, SOLD_OUT, cheap])).toEqual([0, 2])
  })

  test('does not fire because the tax basis changed, and goes on from there', () => {
    const dear = figures({ bar: 20_000, taxIncluded: true })
    const other = figures({ bar: 18_000, taxIncluded: false })
    expect(firedAt(rebook(), CASH, [dear, other, figures({ bar: 21_000 }), other])).toEqual([3])
  })

  test('counts points for an award', () => {
    const at = (points: number | null) => figures({ points, bar: 1 })
    expect(firedAt(rebook({ paid: 30_000 }), AWARD, [at(30_000), at(28_500), at(null), at(28_000)])).toEqual([
      1, 3,
    ])
  })

  test('tells the saving exactly', () => {
    expect(savingOf(33_000, 30_685, CASH)).toEqual({
      paid: 330,
      current: 306.85,
      saving: 23.15,
      saving_pct: 7.02,
      saving_total: 138.9,
    })
    expect(savingOf(30_000, 20_000, AWARD)).toMatchObject({
      saving: 10_000,
      saving_pct: 33.33,
      saving_total: 60_000,
    })
    expect(savingOf(1000, 900, { ...CASH, currency: 'JPY' })).toMatchObject({ paid: 1000, saving: 100 })
  })
})

describe('undercut', () => {
  const terms: ConditionTerms = {
    condition: 'undercut',
    channel: 'lodgista',
    hotelCode: '1',
    minPct: 500,
    basis: 'bar_after_tax',
  }
  const price = (barAfterTax: number) => figures({ bar: 1, barAfterTax })
  type Seen = ['direct' | 'channel', number, Figures]
  const fires = (seen: readonly Seen[]) =>
    walkBoth(
      terms,
      CASH,
      UNSEEN,
      seen.map(([leg, minute, one]) => ({ leg, seenMs: minute * 60_000, figures: one })),
    ).fired.map(({ detail }) => detail?.['undercut'])

  test('waits for both sides, and fires the first time too', () => {
    expect(fires([['direct', 0, price(20_000)]])).toEqual([])
    expect(
      fires([
        ['channel', 0, price(18_000)],
        ['direct', 1, price(20_000)],
      ]),
    ).toEqual([{ direct: 200, channel_rate: 180, diff: 20, diff_pct: 10, basis: 'bar_after_tax' }])
  })

  test('judges what two sides said within one refresh together', () => {
    // Both fall by a tenth, the direct one first: at no time was there another gap than 5 %.
    expect(
      fires([
        ['direct', 0, price(20_000)],
        ['channel', 1, price(19_000)],
        ['direct', 60, price(18_000)],
        ['channel', 61, price(17_100)],
      ]),
    ).toHaveLength(1)
    // An hour apart, it did vanish and come back.
    expect(
      fires([
        ['direct', 0, price(20_000)],
        ['channel', 1, price(19_000)],
        ['direct', 60, price(18_000)],
        ['channel', 120, price(17_100)],
      ]),
    ).toHaveLength(2)
  })

  test('is no undercut where either side has nothing to sell, or the gap is too small', () => {
    expect(
      fires([
        ['direct', 0, price(20_000)],
        ['channel', 1, price(19_001)],
        ['channel', 60, SOLD_OUT],
        ['channel', 120, price(19_000)],
        ['direct', 180, SOLD_OUT],
      ]),
    ).toEqual([expect.objectContaining({ diff_pct: 5 })])
  })

  test('tells the gap exactly', () => {
    expect(gapOf(19_200, 17_280, 'bar', 'USD')).toEqual({
      direct: 192,
      channel_rate: 172.8,
      diff: 19.2,
      diff_pct: 10,
      basis: 'bar',
    })
    expect(gapOf(3, 2, 'bar', 'JPY')).toMatchObject({ diff_pct: 33.33 })
  })
})

describe('for any observations', () => {
  const anyFigures = fc
    .record({
      status: fc.constantFrom<Figures['status']>('available', 'sold_out', 'closed'),
      bar: fc.option(
        fc.integer({ min: 1, max: 6 }).map((n) => n * 5000),
        { nil: null },
      ),
      points: fc.option(
        fc.integer({ min: 1, max: 5 }).map((n) => n * 10_000),
        { nil: null },
      ),
      pointsKnown: fc.boolean(),
      taxIncluded: fc.constantFrom(true, false),
      currency: fc.constantFrom('USD', 'USD', 'EUR'),
    })
    .map((over) => figures(over.pointsKnown ? over : { ...over, points: null }))
  const anyTerms = fc.constantFrom<ConditionTerms>(
    { condition: 'available' },
    { condition: 'any' },
    { condition: 'points_lte', points: 25_000 },
    rebook(),
  )
  const anySubject = fc.constantFrom(CASH, AWARD)

  test('it makes no difference how often it is judged: the same events come out', () => {
    fc.assert(
      fc.property(anyTerms, anySubject, fc.array(anyFigures), fc.nat(), (terms, subject, list, at) => {
        const all = marks(list)
        const cut = at % (all.length + 1)
        const first = walk(terms, subject, UNSEEN, all.slice(0, cut))
        const rest = walk(terms, subject, first.state, all.slice(cut))
        expect([...first.fired, ...rest.fired]).toEqual(walk(terms, subject, UNSEEN, all).fired)
      }),
    )
  })

  test('seeing the same again tells nothing', () => {
    fc.assert(
      fc.property(anyTerms, anySubject, fc.array(anyFigures, { minLength: 1 }), (terms, subject, list) => {
        const once = walk(terms, subject, UNSEEN, marks(list))
        const last = list.at(-1)
        const again = walk(terms, subject, once.state, last ? marks([last, last]) : [])
        expect(again.fired).toEqual([])
      }),
    )
  })

  test('between two events of a threshold it was not met', () => {
    fc.assert(
      fc.property(fc.array(anyFigures), (list) => {
        const terms: ConditionTerms = { condition: 'points_lte', points: 25_000 }
        const told = firedAt(terms, AWARD, list)
        for (const [index, at] of told.slice(1).entries()) {
          const between = list.slice((told[index] ?? 0) + 1, at)
          expect(
            between.some(({ points, pointsKnown }) => pointsKnown && (points ?? Infinity) > 25_000),
          ).toBe(true)
        }
      }),
    )
  })

  test('percentages are those of exact fractions', () => {
    const amount = fc.integer({ min: 1, max: 2 ** 50 })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 10_000 }), (a, b, min) => {
        const [part, whole] = a < b ? [a, b] : [b, a]
        const hundredths = BigInt(hundredthsOf(part, whole))
        // Off by at most half a hundredth, and by exactly half only upwards.
        const twice = 2n * BigInt(part) * 10_000n
        expect(
          twice >= (2n * hundredths - 1n) * BigInt(whole) && twice < (2n * hundredths + 1n) * BigInt(whole),
        ).toBe(true)
        expect(reaches(part, whole, min)).toBe(BigInt(part) * 10_000n >= BigInt(min) * BigInt(whole))
        expect(reaches(0, whole, 0)).toBe(false)
      }),
    )
  })
})
