import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { addNights, dayOf, nightAt, nightOfDay, nightsBetween, parseDay } from '../../src/kernel/dates.ts'

const FIRST = dayOf('1000-01-01')
const LAST = dayOf('9999-12-31')
const night = fc.integer({ min: FIRST, max: LAST }).map(nightOfDay)

/** The calendar of Gregory XIII, written down as it was decreed. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

const text = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

describe('a date', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2000-03-01', 11_017],
    ['2027-01-01', 20_819],
    ['2028-02-29', 21_243],
  ])('%s is day %i', (date, day) => {
    expect(parseDay(date)).toBe(day)
    expect(nightOfDay(day)).toBe(date)
  })

  test.each([
    '2027-02-29',
    '2027-02-30',
    '1900-02-29',
    '2100-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-01-32',
    '2027-1-1',
    '27-01-01',
    '2027/01/01',
    '20270101',
    '2027-01-01T00:00:00Z',
    ' 2027-01-01',
    '2027-01-01\n',
    '+02027-01-01',
    '-2027-01-01',
    '２０２７-01-01',
    'tomorrow',
    '',
  ])('%j is none', (date) => {
    expect(parseDay(date)).toBeNull()
    expect(() => dayOf(date)).toThrow('not a date')
  })

  test('is taken exactly where the calendar has it', () => {
    const part = fc.nat({ max: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), part, part, (year, month, day) => {
        const real = day >= 1 && day <= daysIn(year, month)
        expect(parseDay(text(year, month, day)) !== null).toBe(real)
      }),
      { numRuns: 5000 },
    )
  })

  test('is followed by the next of the calendar, for every day of eight centuries', () => {
    let day = dayOf('1600-01-01')
    const wrong: string[] = []
    for (let year = 1600; year < 2400; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        for (let date = 1; date <= daysIn(year, month); date += 1, day += 1) {
          if (nightOfDay(day) !== text(year, month, date)) wrong.push(text(year, month, date))
        }
      }
    }
    expect(wrong).toEqual([])
    expect(nightOfDay(day)).toBe('2400-01-01')
  })

  test('any other text is none, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}.?$/)), (any) => {
        const day = parseDay(any)
        expect(day === null || nightOfDay(day) === any).toBe(true)
      }),
    )
  })
})

describe('nights', () => {
  test.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-29', 365, '2029-02-28'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2027-03-27', 2, '2027-03-29'],
    ['2027-10-30', 2, '2027-11-01'],
    ['2027-05-05', 0, '2027-05-05'],
  ])('%s and %i more is %s', (from, count, to) => {
    expect(addNights(from, count)).toBe(to)
  })

  const count = fc.integer({ min: -200_000, max: 200_000 })
  const middle = fc.integer({ min: FIRST + 400_000, max: LAST - 400_000 }).map(nightOfDay)

  test('added and taken away again leave the date as it was', () => {
    fc.assert(
      fc.property(middle, count, (from, more) => {
        expect(addNights(addNights(from, more), -more)).toBe(from)
      }),
    )
  })

  test('added one after the other are added at once', () => {
    fc.assert(
      fc.property(middle, count, count, (from, one, other) => {
        expect(addNights(addNights(from, one), other)).toBe(addNights(from, one + other))
      }),
    )
  })

  test('sort as texts the way they follow in time', () => {
    fc.assert(
      fc.property(night, night, (one, other) => {
        expect(Math.sign(dayOf(one) - dayOf(other))).toBe(one < other ? -1 : one > other ? 1 : 0)
      }),
    )
  })

  test('of a range are all there, both ends included, in order and once', () => {
    expect(nightsBetween('2028-02-27', '2028-03-01')).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    fc.assert(
      fc.property(middle, fc.nat({ max: 800 }), (from, more) => {
        const nights = nightsBetween(from, addNights(from, more))
        expect(nights).toHaveLength(more + 1)
        expect(nights.every((each, index) => each === addNights(from, index))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('of a range that ends before it begins are none', () => {
    expect(nightsBetween('2027-01-02', '2027-01-01')).toEqual([])
    expect(nightsBetween('2027-01-02', '2026-01-01')).toEqual([])
  })
})

describe('the zone of the machine', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Apia', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Pago_Pago'])(
    'is of no account in %s',
    (zone) => {
      process.env['TZ'] = zone
      expect(new Date(0).getTimezoneOffset()).not.toBe(0)
      expect(nightAt(Date.parse('2027-03-01T00:00:00Z'))).toBe('2027-03-01')
      expect(nightAt(Date.parse('2027-02-28T23:59:59.999Z'))).toBe('2027-02-28')
      // Samoa skipped this day, and Brazil's clocks once jumped over midnight.
      expect(addNights('2011-12-29', 1)).toBe('2011-12-30')
      expect(addNights('2018-11-03', 1)).toBe('2018-11-04')
      expect(nightsBetween('2011-12-29', '2011-12-31')).toHaveLength(3)
    },
  )
})

test('a moment belongs to the date whose 24 hours it falls into', () => {
  fc.assert(
    fc.property(night, fc.nat({ max: 86_399_999 }), (date, ms) => {
      expect(nightAt(dayOf(date) * 86_400_000 + ms)).toBe(date)
    }),
  )
})
