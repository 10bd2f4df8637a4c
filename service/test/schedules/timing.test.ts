import { expect, test } from 'vitest'
import { isTimezone, localDay, nextRun, type Timing } from '../../src/schedules/timing.ts'

function runs(timing: Partial<Timing>, after: string, count: number): string[] {
  const whole: Timing = { every: 'day', atMinute: 0, onDays: [], timezone: 'UTC', ...timing }
  const found: string[] = []
  for (let at = Date.parse(after); found.length < count; ) {
    at = nextRun(whole, at)
    found.push(new Date(at).toISOString().replace(':00.000Z', 'Z'))
  }
  return found
}

const HALF_PAST_TWO = 150

test.each([
  // No 02:30: clocks go from 02:00 to 03:00.
  [
    'New York, spring',
    'America/New_York',
    '2027-03-12T12:00Z',
    ['2027-03-13T07:30Z', '2027-03-14T07:00Z', '2027-03-15T06:30Z'],
  ],
  // 01:30 exists twice.
  [
    'New York, autumn',
    'America/New_York',
    '2027-11-05T12:00Z',
    ['2027-11-06T06:30Z', '2027-11-07T07:30Z', '2027-11-08T07:30Z'],
  ],
  [
    'Berlin, spring',
    'Europe/Berlin',
    '2027-03-26T12:00Z',
    ['2027-03-27T01:30Z', '2027-03-28T01:00Z', '2027-03-29T00:30Z'],
  ],
  // 02:30 exists twice: the first is meant.
  [
    'Berlin, autumn',
    'Europe/Berlin',
    '2027-10-29T12:00Z',
    ['2027-10-30T00:30Z', '2027-10-31T00:30Z', '2027-11-01T01:30Z'],
  ],
  // Half an hour: clocks go from 02:00 to 02:30, so 02:30 is the first moment.
  [
    'Lord Howe, spring',
    'Australia/Lord_Howe',
    '2027-10-01T12:00Z',
    ['2027-10-01T16:00Z', '2027-10-02T15:30Z', '2027-10-03T15:30Z'],
  ],
  [
    'Kathmandu',
    'Asia/Kathmandu',
    '2027-01-01T12:00Z',
    ['2027-01-01T20:45Z', '2027-01-02T20:45Z', '2027-01-03T20:45Z'],
  ],
])('a daily run at 02:30 has one moment each day: %s', (_, timezone, after, expected) => {
  expect(runs({ timezone, atMinute: HALF_PAST_TWO }, after, 3)).toEqual(expected)
})

test('01:30 on the night that has two is the first one, and runs once', () => {
  expect(runs({ timezone: 'America/New_York', atMinute: 90 }, '2027-11-06T12:00Z', 2)).toEqual([
    '2027-11-07T05:30Z',
    '2027-11-08T06:30Z',
  ])
})

test('a midnight that does not exist is the first moment of the day', () => {
  expect(runs({ timezone: 'Africa/Cairo' }, '2027-04-29T12:00Z', 2)).toEqual([
    '2027-04-29T22:00Z',
    '2027-04-30T21:00Z',
  ])
})

test('a weekly run happens on its days only', () => {
  const weekly = {
    every: 'week',
    onDays: ['mon', 'fri'],
    timezone: 'Pacific/Auckland',
    atMinute: 360,
  } as const
  expect(runs(weekly, '2027-01-01T00:00Z', 3)).toEqual([
    '2027-01-03T17:00Z',
    '2027-01-07T17:00Z',
    '2027-01-10T17:00Z',
  ])
})

test('hourly runs follow real hours through both changes of the clock', () => {
  const hourly = { every: 'hour', atMinute: 20, timezone: 'Europe/London' } as const
  expect(runs(hourly, '2027-03-28T00:00Z', 3)).toEqual([
    '2027-03-28T00:20Z',
    '2027-03-28T01:20Z',
    '2027-03-28T02:20Z',
  ])
  expect(runs(hourly, '2027-10-30T23:30Z', 3)).toEqual([
    '2027-10-31T00:20Z',
    '2027-10-31T01:20Z',
    '2027-10-31T02:20Z',
  ])
})

test('the minute of hourly runs is that of the local clock', () => {
  expect(runs({ every: 'hour', atMinute: 20, timezone: 'Asia/Kathmandu' }, '2027-01-01T00:00Z', 2)).toEqual([
    '2027-01-01T00:35Z',
    '2027-01-01T01:35Z',
  ])
  // Clocks go back by half an hour at 15:00 UTC.
  expect(
    runs({ every: 'hour', atMinute: 45, timezone: 'Australia/Lord_Howe' }, '2027-04-03T14:00Z', 3),
  ).toEqual(['2027-04-03T14:45Z', '2027-04-03T15:15Z', '2027-04-03T16:15Z'])
})

test('over ten years each zone has exactly one run for each of its days', () => {
  for (const timezone of [
    'Europe/London',
    'America/Santiago',
    'Asia/Tehran',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ]) {
    const timing: Timing = { every: 'day', atMinute: HALF_PAST_TWO, onDays: [], timezone }
    const days: string[] = []
    for (let at = Date.parse('2026-01-01T00:00Z'); ; ) {
      at = nextRun(timing, at)
      if (at > Date.parse('2036-01-01T00:00Z')) break
      days.push(localDay(at, timezone))
    }
    expect(new Set(days).size).toBe(days.length)
    expect(days.length).toBeGreaterThanOrEqual(3651)
    expect(days.length).toBeLessThanOrEqual(3653)
  }
})

test('the day is that of the zone', () => {
  const at = Date.parse('2027-01-01T11:30Z')
  expect(['Pacific/Auckland', 'UTC', 'Pacific/Honolulu'].map((zone) => localDay(at, zone))).toEqual([
    '2027-01-02',
    '2027-01-01',
    '2027-01-01',
  ])
})

test('zones are those of the time zone database', () => {
  const names = ['Europe/London', 'Asia/Kolkata', 'utc', 'Nowhere/Else', '+02:00', '', '../etc']
  expect(names.filter(isTimezone)).toEqual(['Europe/London', 'Asia/Kolkata', 'utc'])
})
