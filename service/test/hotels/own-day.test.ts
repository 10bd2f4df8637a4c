import { expect, test } from 'vitest'
import { takeClock, useTestDatabase } from '../support/database.ts'

test.each([
  // Midday in London: everywhere the same day, or the next.
  ['2027-05-10T12:00:00Z', 'Europe/London', '2027-05-09'],
  ['2027-05-10T12:00:00Z', 'Pacific/Auckland', '2027-05-10'],
  ['2027-05-10T12:00:00Z', 'America/Los_Angeles', '2027-05-09'],
  // Where it is still the day before, the first valid check-in decides.
  ['2027-05-10T05:00:00Z', 'America/Los_Angeles', '2027-05-09'],
  ['2027-05-10T05:00:00Z', null, '2027-05-09'],
])('at %s the first night of a hotel in %s is %s', async (now, zone, night) => {
  const { pool } = await useTestDatabase()
  await takeClock(pool, now)
  await pool.query("insert into hotels (source, code, timezone) values ('aurelia', 'X', $1)", [zone])
  const { rows } = await pool.query("select earliest_night_at('aurelia', 'X')::text as night")
  expect(rows).toEqual([{ night }])
})
