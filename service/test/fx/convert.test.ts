import { describe, expect, it } from 'vitest'
import { convert } from '../../src/fx/convert.ts'
import { decimalText, divide, parseDecimal, toNumber } from '../../src/fx/decimal.ts'
import { ratesFrom } from '../../src/fx/reference-rates.ts'
import { dayOf } from '../../src/kernel/dates.ts'

const decimal = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 }
const at = (from: string, to: string, rate: string) => ({
  from,
  to,
  rate: decimal(rate),
  date: '2026-11-13',
  source: 'test',
})
const tables = (...rows: [string, string, string, Record<string, string>][]) =>
  new Map(
    rows.map(([feed, day, base, rates]) => [
      `${feed}/${dayOf(day)}`,
      { publisher: `${feed} bank`, base, rates },
    ]),
  )

describe('a conversion', () => {
  it.each([
    [10_000, 'USD', 'EUR', '0.5', 5000],
    [3, 'USD', 'EUR', '0.5', 2],
    [1, 'USD', 'EUR', '0.49999', 0],
    [100, 'JPY', 'USD', '0.0065', 65],
    [12_345, 'USD', 'JPY', '150.5', 18_579],
    [1000, 'KWD', 'USD', '3.255', 326],
    [0, 'USD', 'EUR', '0.9', 0],
    [-3, 'USD', 'EUR', '0.5', -1],
    [999_999_999_999, 'IDR', 'USD', '0.000060123457', 60_123_457],
  ])('of %d %s to %s at %s is %d, rounded half up in minor units', (amount, from, to, rate, result) => {
    expect(convert(amount, at(from, to, rate))).toBe(result)
  })
})

describe('a rate between two currencies', () => {
  it('goes through the euro and has ten significant digits', () => {
    expect(decimalText(divide(decimal('1.1592'), decimal('0.8583')))).toBe('1.350576721')
    expect(toNumber(divide(decimal('0.8583'), decimal('19021.5')))).toBeCloseTo(0.8583 / 19_021.5, 14)
    expect(decimalText(divide(decimal('1.1592'), decimal('1')))).toBe('1.1592')
  })

  const rates = ratesFrom(
    tables(
      ['main', '2026-11-13', 'EUR', { USD: '1.1592', GBP: '0.8583' }],
      ['main', '2026-11-12', 'EUR', { USD: '1.1', GBP: '0.8', SEK: '11' }],
      ['extra', '2026-11-13', 'USD', { EUR: '0.86', ARS: '1450', SEK: '99' }],
    ),
    1,
  )
  const on = (from: string, to: string, day: string) => rates.findOn(from, to, dayOf(day))

  it('is the newest on or before the day, at most seven days old', () => {
    expect(on('EUR', 'USD', '2026-11-12')).toMatchObject({ date: '2026-11-12', rate: decimal('1.1') })
    expect(on('EUR', 'USD', '2026-11-16')).toMatchObject({ date: '2026-11-13', rate: decimal('1.1592') })
    expect(on('EUR', 'USD', '2026-11-20')).not.toBeNull()
    expect(on('EUR', 'USD', '2026-11-21')).toBeNull()
    expect(on('EUR', 'USD', '2026-11-11')).toBeNull()
  })

  it('comes from the main feed, even if older, and from the other one only for what that lacks', () => {
    expect(on('EUR', 'SEK', '2026-11-13')).toMatchObject({ date: '2026-11-12', source: 'main bank' })
    expect(on('GBP', 'ARS', '2026-11-13')).toMatchObject({
      source: 'main bank + extra bank',
      rate: divide(divide(decimal('1450'), decimal('0.86')), decimal('0.8583')),
    })
    expect(on('GBP', 'XOF', '2026-11-13')).toBeNull()
  })
})
