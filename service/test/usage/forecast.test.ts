import { describe, expect, test } from 'vitest'
import { forecastOf } from '../../src/usage/forecast.ts'

const nowMs = Date.parse('2026-11-16T12:00:00Z')
const resetsAtMs = Date.parse('2026-12-01T00:00:00Z')
const given = (days: Record<string, number>, used = 100_000, allowance = 250_000) =>
  forecastOf({ used, allowance, resetsAtMs, nowMs, days: new Map(Object.entries(days)) })

describe('the forecast of credits', () => {
  test('says when the credits end at the pace of the last days', () => {
    // 105 credits in 3.5 days are 30 a day; 150 are left for 5 days.
    const forecast = given({ '2026-11-13': 35_000, '2026-11-14': 35_000, '2026-11-15': 35_000 })
    expect(forecast).toEqual({ perDay: 30_000, days: 4, endsOn: '2026-11-21', usedAtReset: 535_000 })
  })

  test('says what will be left if the credits last', () => {
    const forecast = given({ '2026-11-13': 3500, '2026-11-14': 3500, '2026-11-15': 3500 })
    expect(forecast).toEqual({ perDay: 3000, days: 4, endsOn: null, usedAtReset: 143_500 })
  })

  test('counts quiet days after the first charge', () => {
    const forecast = given({ '2026-11-06': 35_000, '2026-11-07': 35_000, '2026-11-16': 35_000 })
    expect(forecast?.perDay).toBe(10_000)
  })

  test('is not made from fewer than three days with a charge, or from days long past', () => {
    expect(given({})).toBeNull()
    expect(given({ '2026-11-15': 90_000, '2026-11-16': 90_000 })).toBeNull()
    expect(given({ '2026-11-01': 5000, '2026-11-02': 5000, '2026-11-16': 5000 })).toBeNull()
  })

  test('ends today if nothing is left', () => {
    const days = { '2026-11-13': 35_000, '2026-11-14': 35_000, '2026-11-15': 35_000 }
    expect(given(days, 250_000)?.endsOn).toBe('2026-11-16')
  })
})
