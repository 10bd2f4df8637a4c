import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  PRICE_OF,
  PRICE_RULES,
  priceOf,
  type UsageName,
  upToOneCredit,
  type Weights,
} from '../../src/billing/prices.ts'
import { openTab, quoteOf } from '../../src/billing/tab.ts'

const USAGES = Object.keys(PRICE_RULES) as UsageName[]

/** Which calls cost at least a credit, written down a second time. */
const FROM_ONE_ROW = new Set<UsageName>(['compset', 'compset_award'])
const ALWAYS = new Set<UsageName>(['award_search', 'calendar_area', 'award_value', 'award_access'])
/** Which calls cost a credit on top of what they sell. */
const WITH_FEE = new Set<UsageName>(['trip'])

const NATIVE: Weights = {
  shop: 1000,
  compset: 200,
  memberExtra: 100,
  nativeBatch: true,
  nativeCalendar: true,
}
const PLAIN: Weights = { shop: 2000, compset: 500, memberExtra: 0, nativeBatch: false, nativeCalendar: false }

const usage = fc.constantFrom(...USAGES)
const price = fc.nat({ max: 5000 }).map((units) => units * 4)
const how = fc.constantFrom('live' as const, 'cached' as const)
const prices = fc.array(price, { maxLength: 40 })
const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)

function total(name: UsageName, sold: { live?: number[]; cached?: number[]; free?: number }): number {
  const tab = openTab(name)
  for (const each of sold.live ?? []) tab.live(each)
  for (const each of sold.cached ?? []) tab.cached(each)
  for (let count = 0; count < (sold.free ?? 0); count += 1) tab.free()
  return tab.total()
}

describe('the price of one thing', () => {
  test('is its weight, where the source has no better way', () => {
    expect([PRICE_OF.shop(PLAIN), PRICE_OF.compsetRow(PLAIN), PRICE_OF.memberExtra(PLAIN)]).toEqual([
      2000, 500, 0,
    ])
    expect(PRICE_OF.calendarNight(PLAIN)).toBe(2000)
    expect([PRICE_OF.cell(PLAIN, 'cash'), PRICE_OF.cell(PLAIN, 'award')]).toEqual([2000, 2000])
  })

  test('is lower for nights of a native calendar and cash cells of a native batch', () => {
    expect(PRICE_OF.calendarNight(NATIVE)).toBe(100)
    expect([PRICE_OF.cell(NATIVE, 'cash'), PRICE_OF.cell(NATIVE, 'award')]).toEqual([200, 1000])
  })

  test('is one credit for a place and for a resolution', () => {
    expect([PRICE_OF.placeLookup(), PRICE_OF.resolution()]).toEqual([1000, 1000])
  })
})

describe('units that are sold together', () => {
  test('come to their sum or to one credit, whichever is less, and all of them are counted', () => {
    fc.assert(
      fc.property(price, fc.nat({ max: 200 }), (each, count) => {
        const parts = upToOneCredit(each, count)
        expect(parts).toHaveLength(count)
        expect(sum(parts) / 4).toBe(Math.min((each * count) / 4, 1000))
      }),
    )
  })

  test('are forty nights of a native calendar, four of a credit, or two of two', () => {
    const paid = (each: number) => upToOneCredit(each, 62).filter((part) => part > 0).length
    expect([paid(100), paid(1000), paid(2000), paid(1600)]).toEqual([40, 4, 2, 3])
  })
})

describe('the price of a call', () => {
  test.each<[string, UsageName, Parameters<typeof total>[1], number]>([
    ['a live shop', 'shop', { live: [1000] }, 1000],
    ['a cached shop', 'shop', { cached: [1000] }, 250],
    ['a failed shop', 'shop', { free: 1 }, 0],
    [
      'a calendar with nights of 10 min, 20 min and too old',
      'calendar',
      { live: [1000], cached: [1000, 1000] },
      1500,
    ],
    ['a live stay of three nights, native calendar', 'stay', { live: [1000, 100, 100, 100] }, 1300],
    ['the same from the store', 'stay', { cached: [1000, 100, 100, 100] }, 325],
    ['a live stay of three nights, shop by shop', 'stay', { live: [1000, 1000, 1000, 1000] }, 4000],
    ['the same from the store', 'stay', { cached: [1000, 1000, 1000, 1000] }, 1000],
    ['a cached row with its member rate, below the minimum', 'compset', { cached: [200, 100] }, 1000],
    ['ten live rows', 'compset', { live: Array<number>(10).fill(200) }, 2000],
    ['rows that all failed', 'compset', { free: 10 }, 0],
    ['an award row, below the minimum', 'compset_award', { live: [200], free: 9 }, 1000],
    ['an empty award search', 'award_search', {}, 1000],
    [
      'ten nights from the store, below the minimum',
      'award_value',
      { cached: Array<number>(10).fill(100) },
      1000,
    ],
    [
      'a lookup and a hundred nights from the store',
      'calendar_area',
      { live: [1000], cached: Array<number>(100).fill(100) },
      3500,
    ],
    [
      'a trip: a lookup, five nights from the store, and the answer',
      'trip',
      { cached: [1000, 100, 100, 100, 100, 100] },
      1375,
    ],
    ['a cell for a quarter', 'matrix', { cached: [100] }, 25],
    ['a place nobody sells at', 'hotels', { free: 1 }, 0],
  ])('%s', (_what, name, sold, milli) => {
    expect(total(name, sold)).toBe(milli)
  })

  test('is whole whatever was sold, and never below its minimum', () => {
    fc.assert(
      fc.property(usage, prices, prices, fc.nat({ max: 9 }), (name, live, cached, free) => {
        const plain = sum(live) + sum(cached.map((each) => each / 4))
        const rows = live.length + cached.length
        const least = ALWAYS.has(name) || (FROM_ONE_ROW.has(name) && rows > 0) ? 1000 : 0
        const milli = total(name, { live, cached, free })
        expect(Number.isSafeInteger(milli)).toBe(true)
        expect(milli).toBe(Math.max(plain, least) + (WITH_FEE.has(name) ? 1000 : 0))
      }),
    )
  })

  test('does not depend on the order in which things were sold', () => {
    fc.assert(
      fc.property(usage, fc.array(fc.tuple(how, price)), (name, sold) => {
        const [one, other] = [openTab(name), openTab(name)]
        for (const [kind, each] of sold) one[kind](each)
        for (const [kind, each] of sold.toReversed()) other[kind](each)
        expect(one.total()).toBe(other.total())
        expect(one.counts()).toEqual(other.counts())
      }),
    )
  })

  test('refuses to charge a fraction of a thousandth', () => {
    const units = { live: { count: 0, price: 0 }, cached: { count: 1, price: 1002 }, free: { count: 0 } }
    expect(() => priceOf('shop', units)).toThrow('a price of shop is not whole: 250.5')
  })

  test('tells how many units of each kind it is made of', () => {
    const tab = openTab('calendar')
    tab.live(1000)
    tab.cached(1000)
    tab.cached(1000)
    tab.free()
    expect(tab.counts()).toEqual({ live: 1, cached: 2, free: 1 })
  })
})

describe('a quote', () => {
  test('lies between nothing gone well and everything bought live', () => {
    const estimate = { cached: [1000, 1000], live: [1000], free: 2 }
    const quote = { credits_min: 500, credits_max: 1500, cached: 2, live: 1, free: 2 }
    expect(quoteOf('calendar', estimate)).toEqual(quote)
  })

  test('knows the minimum of the call', () => {
    const nothingHeld = { cached: [], live: [200], free: 0 }
    expect(quoteOf('compset', nothingHeld)).toMatchObject({ credits_min: 0, credits_max: 1000 })
    expect(quoteOf('award_search', nothingHeld)).toMatchObject({ credits_min: 1000, credits_max: 1000 })
    expect(quoteOf('shop', nothingHeld)).toMatchObject({ credits_min: 0, credits_max: 200 })
  })

  test('begins at nothing where the call fails with a live unit, whatever else is held', () => {
    const held = { cached: [2000, 400], live: [1000], free: 0 }
    expect(quoteOf('parity', held)).toMatchObject({ credits_min: 600, credits_max: 1600 })
    expect(quoteOf('parity', { ...held, standsOnLive: true })).toMatchObject({
      credits_min: 0,
      credits_max: 1600,
    })
  })

  test('holds, whether each unit that had to be asked for came live, was joined, or failed', () => {
    const asked = fc.array(fc.tuple(price, fc.constantFrom('live', 'cached', 'free')), { maxLength: 40 })
    fc.assert(
      fc.property(usage, prices, asked, fc.nat({ max: 9 }), (name, cached, outcomes, free) => {
        const quote = quoteOf(name, { cached, live: outcomes.map(([each]) => each), free })
        const came = (as: string) => outcomes.filter(([, outcome]) => outcome === as).map(([each]) => each)
        const milli = total(name, {
          live: came('live'),
          cached: [...cached, ...came('cached')],
          free: free + came('free').length,
        })
        expect(milli).toBeGreaterThanOrEqual(quote.credits_min)
        expect(milli).toBeLessThanOrEqual(quote.credits_max)
        expect(quote).toMatchObject({ cached: cached.length, live: outcomes.length, free })
      }),
      { numRuns: 1000 },
    )
  })

  test('adds what jobs may cost to the smallest price, and counts it as live', () => {
    const estimate = { cached: [1000], live: [], free: 1, later: [2000, 2000] }
    const quote = { credits_min: 1000, credits_max: 5000, cached: 1, live: 2, free: 1 }
    expect(quoteOf('calendar_area', estimate)).toEqual(quote)
    expect(quoteOf('area', estimate)).toMatchObject({ credits_min: 250, credits_max: 4250 })
  })

  test('waives the smallest price where there may be nothing to sell, or surely is not', () => {
    const nothing = { cached: [], live: [1000], free: 0 }
    expect(quoteOf('award_search', { ...nothing, nothing: 'maybe' })).toMatchObject({
      credits_min: 0,
      credits_max: 1000,
    })
    expect(quoteOf('award_search', { ...nothing, live: [], nothing: 'maybe' })).toMatchObject({
      credits_min: 0,
      credits_max: 1000,
    })
    expect(quoteOf('award_search', { ...nothing, live: [], nothing: 'surely' })).toMatchObject({
      credits_min: 0,
      credits_max: 0,
    })
  })

  test('is reached at both ends', () => {
    fc.assert(
      fc.property(usage, prices, prices, (name, cached, live) => {
        const quote = quoteOf(name, { cached, live, free: 0 })
        expect(total(name, { cached, free: live.length })).toBe(quote.credits_min)
        expect(total(name, { cached, live })).toBe(quote.credits_max)
      }),
    )
  })
})
