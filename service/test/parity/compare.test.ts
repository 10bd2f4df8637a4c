import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Figures } from '../../src/observations/figures.ts'
import { type ChannelRate, compareRates, judge, percentOf } from '../../src/parity/compare.ts'

const NOTHING: Figures = {
  status: 'available',
  minLos: null,
  currency: 'USD',
  taxIncluded: false,
  bar: null,
  barAfterTax: null,
  member: null,
  memberAfterTax: null,
  memberKnown: true,
  points: null,
  premium: false,
  pointsCash: null,
  copay: null,
  pointsKnown: true,
}

const rate = (bar: number | null, barAfterTax: number | null, more: Partial<Figures> = {}): Figures => ({
  ...NOTHING,
  bar,
  barAfterTax,
  ...more,
})

const AGENCIES = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare']

const row = (channel: string, direct: Figures, figures: Figures): ChannelRate => ({
  channel,
  figures,
  comparison: compareRates(direct, figures, channel),
})

/**
 * The agencies' own tax bases, one room each: 150.00 without tax, 18.00 of taxes, 5.00 collected on the spot, all-in 173.00.
 * Direct asks 160.00 without tax and 184.00 with everything.
 */
describe('a direct rate before tax, 160.00 and all-in 184.00, against', () => {
  const direct = rate(16_000, 18_400)

  it.each([
    ['lodgista', rate(16_800, 17_300, { taxIncluded: true })], // 168.00 gross; 173.00 − 184.00 = −11.00
    ['mapleroom', rate(17_300, 17_300, { taxIncluded: true })],
    ['nightdeal', rate(17_300, 17_300, { taxIncluded: true })],
    ['ostello', rate(15_000, 17_300)], // before tax it would be −10.00 of 160.00: the wrong answer
    ['pillowfare', rate(17_300, 17_300, { taxIncluded: true })], // where it tells every part
  ] as const)('%s is compared all-in: 11.00 below, 5.98 per cent', (name, channel) => {
    // 11.00 ÷ 184.00 = 5.978… %
    expect(compareRates(direct, channel, name)).toEqual({
      basis: 'bar_after_tax',
      gap: -1100,
      gapPct: -598,
      note: null,
    })
  })

  it('pillowfare, where it leaves a part open: room against room, and the note says so', () => {
    // 150.00 − 160.00 = −10.00, of 160.00 = 6.25 %
    expect(compareRates(direct, rate(15_000, null), 'pillowfare')).toEqual({
      basis: 'bar',
      gap: -1000,
      gapPct: -625,
      note: 'No after-tax price from pillowfare; compared by nightly prices without tax on both sides.',
    })
  })
})

describe('a direct rate with value-added tax, 179.00 and all-in 184.00, against', () => {
  const direct = rate(17_900, 18_400, { taxIncluded: true })

  it('pillowfare, where it leaves a part open: nothing that both have', () => {
    expect(compareRates(direct, rate(15_000, null), 'pillowfare')).toEqual({
      basis: null,
      gap: null,
      gapPct: null,
      note: 'Not compared: no after-tax price from pillowfare, and the nightly prices are not comparable: direct is with tax, pillowfare is without tax.',
    })
  })

  it('an agency whose rates are of both kinds', () => {
    const mixed = rate(15_000, null, { taxIncluded: null })
    expect(compareRates(direct, mixed, 'pillowfare').note).toContain('pillowfare is on an unstated tax basis')
    expect(compareRates(mixed, mixed, 'pillowfare')).toMatchObject({ gap: null, basis: null })
  })
})

describe('a chain without an after-tax price', () => {
  it('is compared by its own price, and named', () => {
    expect(compareRates(rate(20_000, null), rate(21_000, 24_000), 'ostello')).toEqual({
      basis: 'bar',
      gap: 1000,
      gapPct: 500,
      note: 'No after-tax price from direct; compared by nightly prices without tax on both sides.',
    })
    const both = compareRates(rate(20_000, null), rate(20_000, null), 'pillowfare')
    expect(both).toMatchObject({ basis: 'bar', gap: 0, gapPct: 0 })
    expect(both.note).toMatch(/^No after-tax price from direct and pillowfare;/)
  })
})

describe('what cannot be compared', () => {
  it('two currencies without a reference rate', () => {
    const direct = rate(10_000, 11_000, { currency: 'EUR' })
    expect(compareRates(direct, rate(9000, 9900), 'lodgista')).toEqual({
      basis: null,
      gap: null,
      gapPct: null,
      note: 'Not compared: the direct rate is in EUR, that of lodgista in USD, and there is no reference rate between them.',
    })
  })

  it('a side that sells nothing, whatever currency it names', () => {
    const soldOut = rate(null, null, { status: 'sold_out', currency: 'EUR' })
    const open = rate(10_000, 11_000)
    expect(compareRates(soldOut, open, 'lodgista').note).toBe(
      'Not compared: no public rate from direct for this stay (sold_out).',
    )
    expect(compareRates(open, soldOut, 'lodgista').note).toBe(
      'Not compared: no public rate from lodgista for this stay (sold_out).',
    )
    expect(compareRates(soldOut, { ...soldOut, status: 'closed' }, 'lodgista').note).toBe(
      'Not compared: no public rate from direct for this stay (sold_out), and no public rate from lodgista for this stay (closed).',
    )
  })

  it('a side that sells to members alone', () => {
    const deal = rate(null, null, { member: 8000, memberAfterTax: 9000 })
    expect(compareRates(rate(10_000, 11_000), deal, 'lodgista')).toMatchObject({
      gap: null,
      note: 'Not compared: no public rate from lodgista for this stay (members only).',
    })
  })
})

describe('the verdict', () => {
  const direct = rate(10_000, 11_000)

  it('names the cheapest channel and how far it is below', () => {
    const rates = [
      row('lodgista', direct, rate(9900, 10_890)),
      row('mapleroom', direct, rate(10_450, 10_450)),
      row('nightdeal', direct, rate(11_550, 11_550)),
    ]
    // 110.00 − 104.50 = 5.50, of 110.00 = 5 %
    expect(judge(rates)).toEqual({
      cheapest: 'mapleroom',
      deepestUndercut: { channel: 'mapleroom', diff: 550, diffPct: 500, basis: 'bar_after_tax' },
    })
  })

  it('prefers direct among equals, and then the channel that comes first', () => {
    const same = ['lodgista', 'mapleroom'].map((channel) => row(channel, direct, rate(10_000, 11_000)))
    expect(judge(same)).toEqual({ cheapest: 'direct', deepestUndercut: null })
    const below = ['nightdeal', 'lodgista'].map((channel) => row(channel, direct, rate(10_000, 10_999)))
    expect(judge(below)).toMatchObject({ cheapest: 'nightdeal' })
  })

  it('leaves out rows on another basis while one is after tax', () => {
    const native = row('pillowfare', direct, rate(5000, null))
    const dearer = row('lodgista', direct, rate(12_000, 13_000))
    expect(native.comparison).toMatchObject({ basis: 'bar', gap: -5000 })
    expect(judge([native, dearer])).toEqual({ cheapest: 'direct', deepestUndercut: null })
    expect(judge([native])).toEqual({
      cheapest: 'pillowfare',
      deepestUndercut: { channel: 'pillowfare', diff: 5000, diffPct: 5000, basis: 'bar' },
    })
  })

  it('leaves out rows in another currency', () => {
    const yen = row('lodgista', direct, rate(90, 99, { currency: 'JPY' }))
    expect(judge([yen])).toEqual({ cheapest: null, deepestUndercut: null })
  })

  it('names no cheapest where direct has nothing to compare with', () => {
    const soldOut = rate(null, null, { status: 'sold_out' })
    const rates = [
      row('lodgista', soldOut, rate(9000, 12_000)),
      row('mapleroom', soldOut, rate(11_900, 11_900)),
    ]
    expect(judge(rates)).toEqual({ cheapest: null, deepestUndercut: null })
    expect(judge([])).toEqual({ cheapest: null, deepestUndercut: null })
  })
})

describe('per cent of direct', () => {
  it.each([
    [1, 3, 3333],
    [2, 3, 6667],
    [1, 20_000, 1], // 0.005 % is half: up
    [-1, 20_000, -1],
    [1, 20_001, 0],
    [-1, 20_001, 0],
    [-1000, 10_000, -1000],
    [9_007_199_254_740_990, 9_007_199_254_740_991, 10_000],
  ])('%i of %i is %i hundredths', (part, whole, hundredths) => {
    expect(percentOf(part, whole)).toBe(hundredths)
  })

  it('of nothing is unknown', () => {
    expect(percentOf(5, 0)).toBeNull()
  })

  test('is within half a hundredth of the truth, and the same both ways', () => {
    const anyWhole = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000_000_000 }), anyWhole, (part, whole) => {
        const hundredths = percentOf(part, whole) ?? Number.NaN
        const error = BigInt(hundredths) * BigInt(whole) - BigInt(part) * 10_000n
        expect(2n * (error < 0n ? -error : error) <= BigInt(whole)).toBe(true)
        expect(percentOf(-part, whole)).toBe(0 - hundredths)
      }),
    )
  })
})

const price = fc.option(fc.integer({ min: 1, max: 5_000_000 }))
const anySide = fc
  .record({
    bar: price,
    barAfterTax: price,
    member: price,
    memberAfterTax: price,
    taxIncluded: fc.option(fc.boolean()),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'JPY', 'KWD'),
  })
  .map((some): Figures => Object.assign({}, NOTHING, some))
const anyMarket = fc
  .tuple(anySide, fc.array(anySide, { maxLength: 5 }))
  .map(([direct, sides]) => sides.map((side, place) => row(AGENCIES[place] ?? '', direct, side)))

/** The rule once more, in the words of the price list. */
function byHand(direct: Figures, channel: Figures) {
  const sameCurrency = direct.currency === channel.currency
  const sameTax = direct.taxIncluded !== null && direct.taxIncluded === channel.taxIncluded
  const ways = [
    { basis: 'bar_after_tax', ours: direct.barAfterTax, theirs: channel.barAfterTax, allowed: sameCurrency },
    { basis: 'bar', ours: direct.bar, theirs: channel.bar, allowed: sameCurrency && sameTax },
  ]
  const way = ways.find(({ ours, theirs, allowed }) => allowed && ours !== null && theirs !== null)
  return way ? { basis: way.basis, gap: (way.theirs ?? 0) - (way.ours ?? 0) } : { basis: null, gap: null }
}

describe('for any rates', () => {
  test('a gap is the difference of one figure that both sides tell, in one currency and on one basis', () => {
    fc.assert(
      fc.property(anySide, anySide, (direct, channel) => {
        const { basis, gap, note } = compareRates(direct, channel, 'ostello')
        expect({ basis, gap }).toEqual(byHand(direct, channel))
        expect(note === null).toBe(basis === 'bar_after_tax')
      }),
    )
  })

  test('member deals change nothing', () => {
    fc.assert(
      fc.property(anySide, anySide, price, (direct, channel, member) => {
        const withDeal = { ...channel, member, memberAfterTax: member }
        expect(compareRates(direct, withDeal, 'ostello')).toEqual(compareRates(direct, channel, 'ostello'))
      }),
    )
  })

  test('no comparable rate is below the cheapest, and only a channel below direct is an undercut', () => {
    fc.assert(
      fc.property(anyMarket, (rates) => {
        const { cheapest, deepestUndercut } = judge(rates)
        const gaps = rates.map(({ comparison }) => comparison)
        const reference = gaps.some(({ basis }) => basis === 'bar_after_tax') ? 'bar_after_tax' : 'bar'
        const counted = gaps.flatMap(({ basis, gap }) => (basis === reference && gap !== null ? [gap] : []))
        const least = Math.min(0, ...counted)
        expect(deepestUndercut?.diff ?? 0).toBe(0 - least)
        expect(deepestUndercut?.channel).toBe(least < 0 ? cheapest : undefined)
        expect(cheapest === 'direct').toBe(least === 0 && counted.length > 0)
        expect(cheapest === null).toBe(counted.length === 0)
      }),
    )
  })

  test('the order of the channels decides between equals only', () => {
    fc.assert(
      fc.property(anyMarket, (rates) => {
        const [there, back] = [judge(rates), judge(rates.toReversed())]
        expect(back.deepestUndercut?.diff).toBe(there.deepestUndercut?.diff)
        expect(back.cheapest === 'direct').toBe(there.cheapest === 'direct')
      }),
    )
  })
})
