import { describe, expect, it } from 'vitest'
import { answer, QUERY, type Script, setUp } from './ohip-vendor.ts'

const QUESTION = { ...QUERY, from: '2027-05-01', to: '2027-05-02', los: 2 }
const RATE = { amountBeforeTax: 100, amountAfterTax: 115, currencyCode: 'USD', rateMode: 'Average' }

function item(arrivalDate: string, changes: object = {}): object {
  return { arrivalDate, availability: 'AvailableForSale', rate: RATE, ...changes }
}

function calendar(calendarItems: object[], hotelCode = 'H1'): object {
  return { roomStays: [{ propertyInfo: { hotelCode }, calendarItems }] }
}

/** The first of the two nights with another rate. */
function withRate(rate: object | undefined): object {
  return calendar([item('2027-05-01', { rate }), item('2027-05-02')])
}

function onHouse(code: string, start: string, end: string, more: object = {}, status: object = {}): object {
  return { restrictionControl: { house: true }, restrictionStatus: { code, ...status }, start, end, ...more }
}

function restrictionsOf(restrictionSets: object[]): object {
  return { restrictionsByDateRange: { restrictionsByDateRange: { hotelId: 'H1', restrictionSets } } }
}

const parIsDown =
  (shop: object): Script =>
  ({ path }) =>
    path.startsWith('/par/') ? answer(503, '', { 'retry-after': '5' }) : answer(200, shop)

const BOTH = [item('2027-05-01'), item('2027-05-02')]
const FIRST_GONE = calendar([
  { arrivalDate: '2027-05-01', availability: 'NoAvailability' },
  item('2027-05-02'),
])

describe('a calendar', () => {
  it('has the lowest public rate of each night, on BOTH bases', async () => {
    const { adapter, call } = setUp({ data: () => answer(200, calendar(BOTH)) })
    const nights = await adapter.calendar?.(QUESTION, call)
    expect(nights?.map(({ checkin, bar, barAfterTax }) => [checkin, bar, barAfterTax])).toEqual([
      ['2027-05-01', 10_000, 11_500],
      ['2027-05-02', 10_000, 11_500],
    ])
  })

  const cases: [string, object][] = [
    ['a night is missing', calendar(BOTH.slice(1))],
    ['the nights are others', calendar([item('2027-05-02'), item('2027-05-03')])],
    ['the hotel is another', calendar(BOTH, 'H2')],
    ['a rate is the highest', withRate({ ...RATE, rateMode: 'Highest' })],
    ['a rate hides its mode', withRate({ ...RATE, rateMode: undefined })],
    ['a rate has no amount', withRate({ rateMode: 'Average', currencyCode: 'USD' })],
    ['after tax is less than before', withRate({ ...RATE, amountAfterTax: 90 })],
    ['a night on sale has no rate', withRate(undefined)],
  ]

  it.each(cases)('is broken where %s', async (_, body) => {
    const { adapter, call } = setUp({ data: () => answer(200, body) })
    await expect(adapter.calendar?.(QUESTION, call)).rejects.toMatchObject({ kind: 'broken' })
  })

  const restrictions: [string, object[], string, number | null][] = [
    ['nothing', [], 'sold_out', null],
    ['a closed second night', [onHouse('Closed', '2027-05-02', '2027-05-09')], 'closed', null],
    [
      'no arrival on the second night only',
      [onHouse('ClosedForArrival', '2027-05-02', '2027-05-02')],
      'sold_out',
      null,
    ],
    [
      'no departure on the third day',
      [onHouse('ClosedForDeparture', '2027-05-03', '2027-05-03')],
      'restricted_los',
      null,
    ],
    [
      'a minimum of 4 on arrival',
      [onHouse('MinimumLengthOfStay', '2027-05-01', '2027-05-01', {}, { unit: 4 })],
      'restricted_los',
      4,
    ],
    ['a closed Sunday', [onHouse('Closed', '2027-05-01', '2027-05-31', { sunday: true })], 'closed', null],
    [
      'a closed Monday, beyond the stay',
      [onHouse('Closed', '2027-05-01', '2027-05-31', { monday: true })],
      'sold_out',
      null,
    ],
    [
      'two nights not sold',
      [onHouse('LOSNotAvailable', '2027-05-01', '2027-05-01', {}, { lOS2: true })],
      'restricted_los',
      null,
    ],
    [
      'one night not sold',
      [onHouse('LOSNotAvailable', '2027-05-01', '2027-05-01', {}, { lOS1: true })],
      'sold_out',
      null,
    ],
    [
      'one room type closed',
      [onHouse('Closed', '2027-05-01', '2027-05-02', { restrictionControl: { roomType: 'KNG' } })],
      'sold_out',
      null,
    ],
  ]

  it.each(restrictions)('judges a night that is not on sale by PAR: %s', async (_, list, status, minLos) => {
    const data: Script = ({ path }) =>
      answer(200, path.startsWith('/par/') ? restrictionsOf(list) : FIRST_GONE)
    const { adapter, call } = setUp({ data }, { par: true })
    const nights = await adapter.calendar?.(QUESTION, call)
    expect(nights?.[0]).toMatchObject({ checkin: '2027-05-01', status, minLos, bar: null })
    expect(nights?.[1]).toMatchObject({ status: 'available' })
  })

  it('fails rather than guess why a night is not on sale, but needs no reasons where all are', async () => {
    const guess = setUp({ data: parIsDown(FIRST_GONE) }, { par: true })
    await expect(guess.adapter.calendar?.(QUESTION, guess.call)).rejects.toMatchObject({ retryAfterMs: 5000 })
    const whole = setUp({ data: parIsDown(calendar(BOTH)) }, { par: true })
    expect((await whole.adapter.calendar?.(QUESTION, whole.call))?.length).toBe(2)
  })
})
