import { describe, expect, it } from 'vitest'
import { type Follows, wrongPrices } from './wrong-prices.ts'

const RATE = { currency: 'EUR', taxIncluded: false, pricePerNight: 100, total: 200, totalAfterTax: 220 }
const view = (...rates: object[]) => ({
  rates: Object.fromEntries(rates.map((rate, index) => [index, rate])),
})
const mutant = (field: string, value: string | null, around: [string, string] = ['', '']) => ({
  body: '',
  what: '',
  field,
  value,
  around,
})
const wrong = (after: object, change = mutant('name', '""'), follows: Follows[] = []) =>
  wrongPrices(view(RATE), view(after), change, follows, 2)

describe('a price of a mutant', () => {
  it('is right if the unmutated body has it, also where others of the rate are missing', () => {
    expect(wrong(RATE)).toEqual([])
    expect(wrong({ ...RATE, totalAfterTax: null })).toEqual([])
  })

  it.each([
    ['another figure', { pricePerNight: 99 }],
    ['another currency', { currency: 'USD' }],
    ['another tax basis', { taxIncluded: true }],
    ['another public', { memberOnly: true }],
  ])('is wrong with %s', (_, change) => {
    expect(wrong({ ...RATE, ...change })).toHaveLength(1)
  })

  const follows = [{ field: 'total$', value: '^\\d', because: 'another total' }]
  const total = mutant('rates.*.total', '210', ['{"total":200}', '{"total":210}'])

  it('may follow from the mutated field, by what the field became', () => {
    expect(wrong({ ...RATE, pricePerNight: 105, total: 210 }, total, follows)).toEqual([])
    expect(wrong({ ...RATE, pricePerNight: 105, total: 211 }, total, follows)).toHaveLength(1)
    expect(
      wrong({ ...RATE, pricePerNight: 105, total: 210 }, { ...total, value: 'null' }, follows),
    ).toHaveLength(1)
  })
})
