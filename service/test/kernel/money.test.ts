import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideMinor, isCurrency, minorDigits, parseMinor, toDecimal } from '../../src/kernel/money.ts'

/** Currencies by the decimals that ISO 4217 gives them, written down a second time. */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const TWO_DECIMALS = 'AED AUD BRL CAD CHF CNY EUR GBP HUF IDR INR MXN PLN SEK SGD THB TRY USD ZAR'.split(' ')

const currency = fc.constantFrom(...NO_DECIMALS, ...THREE_DECIMALS, ...TWO_DECIMALS)

describe('the minor units of a currency', () => {
  test('are none, cents or thousandths, as ISO 4217 says', () => {
    expect(new Set(NO_DECIMALS.map(minorDigits))).toEqual(new Set([0]))
    expect(new Set(TWO_DECIMALS.map(minorDigits))).toEqual(new Set([2]))
    expect(new Set(THREE_DECIMALS.map(minorDigits))).toEqual(new Set([3]))
  })

  test('are not those that people use in shops: forints, rupiah and dinars of Iraq have decimals on paper', () => {
    expect([minorDigits('HUF'), minorDigits('IDR'), minorDigits('IQD')]).toEqual([2, 2, 3])
  })

  test('belong to currencies only', () => {
    expect(['USD', 'JPY', 'KWD'].map(isCurrency)).toEqual([true, true, true])
    expect(['usd', 'US', 'USDX', 'XXX', 'QQQ', ''].map(isCurrency)).toEqual(Array(6).fill(false))
  })
})

describe('an amount of a vendor', () => {
  test.each([
    ['123.45', 'USD', 12_345],
    ['123.4', 'USD', 12_340],
    ['123', 'USD', 12_300],
    ['123.', 'USD', 12_300],
    [' 123.45 ', 'USD', 12_345],
    ['0', 'USD', 0],
    ['0.004999999999999999999', 'USD', 0],
    ['0.005', 'USD', 1],
    ['19.99', 'EUR', 1999],
    [19.99, 'EUR', 1999],
    [0.1, 'EUR', 10],
    [1.005, 'USD', 101],
    ['1.005', 'USD', 101],
    ['-1.005', 'USD', -101],
    ['1.0049999', 'USD', 100],
    [8.575, 'USD', 858],
    [1.255, 'USD', 126],
    ['18000', 'JPY', 18_000],
    ['18000.00', 'JPY', 18_000],
    ['18000.5', 'JPY', 18_001],
    ['18000.4999', 'JPY', 18_000],
    ['61.2345', 'KWD', 61_235],
    ['61.2344', 'KWD', 61_234],
    ['61.2', 'KWD', 61_200],
    ['99.995', 'USD', 10_000],
    ['-12.30', 'USD', -1230],
    ['000123.45', 'USD', 12_345],
  ])('%s %s is %i', (amount, code, minor) => {
    expect(parseMinor(amount, code)).toBe(minor)
  })

  test('is never a negative nothing', () => {
    expect(parseMinor('-0.00', 'USD')).toBe(0)
    expect(parseMinor('-0.001', 'USD')).toBe(0)
    expect(parseMinor(-0, 'JPY')).toBe(0)
  })

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '-',
    '--1',
    '+1',
    '1,000.00',
    '1.000,00',
    '12.3.4',
    '12 50',
    '12.50 USD',
    '$12.50',
    '1e3',
    '0x10',
    'NaN',
    'free',
    '１２',
    '1234567890123456',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-7,
  ])('%j is refused', (amount) => {
    expect(() => parseMinor(amount, 'USD')).toThrow('not an amount of money')
  })

  test('that is refused is quoted short', () => {
    expect(() => parseMinor('x'.repeat(10_000), 'USD')).toThrow(/^not an amount of money: x{40}$/)
  })

  test('is read exactly, and rounded half away from zero', () => {
    const digits = fc.stringMatching(/^\d{0,9}$/)
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.nat({ max: 99_999_999_999 }),
        digits,
        currency,
        (negative, whole, rest, code) => {
          const text = `${negative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
          expect(parseMinor(text, code)).toBe(
            exact(negative, `${whole}${rest}`, rest.length, minorDigits(code)),
          )
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('survives its way out to a client and back in', () => {
    const minor = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 })
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(parseMinor(toDecimal(amount, code), code)).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })

  test('leaves with the decimals of its currency', () => {
    expect([toDecimal(12_345, 'USD'), toDecimal(12_345, 'JPY'), toDecimal(12_345, 'KWD')]).toEqual([
      123.45, 12_345, 12.345,
    ])
  })
})

/** The same rounding, on big integers. */
function exact(negative: boolean, digits: string, decimals: number, kept: number): number {
  const unit = 10n ** BigInt(decimals)
  const minor = (2n * BigInt(digits) * 10n ** BigInt(kept) + unit) / (2n * unit)
  return Number(negative ? -minor : minor)
}

describe('an amount shared out', () => {
  test.each([
    [100, 3, 33],
    [200, 3, 67],
    [5, 2, 3],
    [1, 2, 1],
    [1, 3, 0],
    [0, 7, 0],
    [12_345, 1, 12_345],
    [-5, 2, -2],
    [-7, 2, -3],
    [-100, 3, -33],
  ])('%i over %i is %i', (amount, by, share) => {
    expect(divideMinor(amount, by)).toBe(share)
  })

  const amount = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })
  const count = fc.integer({ min: 1, max: 10_000 })

  test('is a whole number, off by at most half a unit, and up where it is exactly half', () => {
    fc.assert(
      fc.property(amount, count, (minor, by) => {
        const share = divideMinor(minor, by)
        expect(Number.isSafeInteger(share)).toBe(true)
        const twiceOff = 2n * (BigInt(share) * BigInt(by) - BigInt(minor))
        expect(twiceOff <= BigInt(by) && twiceOff > -BigInt(by)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('gives back what was multiplied', () => {
    const small = fc.integer({ min: -(10 ** 10), max: 10 ** 10 })
    fc.assert(
      fc.property(small, count, (minor, by) => {
        expect(divideMinor(minor * by, by)).toBe(minor)
      }),
    )
  })

  test('never turns a dearer stay into a cheaper night', () => {
    fc.assert(
      fc.property(amount, amount, count, (one, other, by) => {
        expect(divideMinor(Math.min(one, other), by)).toBeLessThanOrEqual(
          divideMinor(Math.max(one, other), by),
        )
      }),
    )
  })
})
