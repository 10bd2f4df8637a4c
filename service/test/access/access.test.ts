import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeAccess } from '../../src/access/judge.ts'
import { nightOfDay } from '../../src/kernel/dates.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { type NightByHand, pairsByHand } from './access-by-hand.ts'
import { dice, newHotel, randomStore, type Told, tell } from './stores.ts'

/** `ACCESS_RUNS=500` is the long form. */
const RUNS = Number(process.env['ACCESS_RUNS'] ?? 40)
const NIGHTS = 70
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const LEADS = [0, 2, 4, 8, 15, 31, 61, 121]

let database: TestDatabase
let api: ApiProcess
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'scale', { rps: 100_000 })).key
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

interface Group {
  nights: number
  share: number | null
  weekday?: string
  month?: string
  lead_days?: [number, number | null]
}

interface Access extends Group {
  by: { weekday: Group[]; lead: Group[]; month: Group[] }
  blocked: { night: string; how: string; min_los: number | null }[]
  habits: { on: string; how: string; min_los: number | null; nights: number; blocked: number }[]
  why: string
  pairs: number
}

const access = async (chain: string, code: string, terms = `&from=${inDays(0)}&to=${inDays(NIGHTS - 1)}`) => {
  const answer = await get(api.url, `/v1/award/access?chain=${chain}&hotel_code=${code}${terms}`, key)
  return { ...answer, body: answer.body as Access }
}

function share(nights: readonly NightByHand[]): Group {
  const sold = nights.filter((night) => night.is_sold)
  const awards = sold.filter((night) => night.has_award).length
  return {
    nights: sold.length,
    share: sold.length === 0 ? null : Math.round((awards / sold.length) * 10_000) / 10_000,
  }
}

function groupsOf(pairs: readonly NightByHand[]): Access['by'] {
  const group = (name: object, of: (night: NightByHand) => boolean): Group[] => {
    const told = share(pairs.filter(of))
    return told.nights === 0 ? [] : [{ ...name, ...told }]
  }
  const months = [...new Set(pairs.map(({ month }) => month))]
  return {
    weekday: WEEKDAYS.flatMap((weekday) => group({ weekday }, (night) => night.weekday === weekday)),
    month: months.flatMap((month) => group({ month }, (night) => night.month === month)),
    lead: LEADS.flatMap((from, at) => {
      const to = LEADS[at + 1] === undefined ? null : Number(LEADS[at + 1]) - 1
      const isIn = ({ lead }: NightByHand) => Math.max(0, lead) >= from && Math.max(0, lead) <= (to ?? lead)
      return group({ lead_days: [from, to] }, isIn)
    }),
  }
}

test('shares, groups, blocked nights and the price equal brute force in SQL over random stores', async () => {
  let blocked = 0
  for (let run = 0; run < RUNS; run += 1) {
    const code = `RND${run}`
    const hotel = await newHotel(database.pool, 'aurelia', code)
    await tell(database.pool, hotel, randomStore(dice(run + 7), NIGHTS))
    const pairs = await pairsByHand(database.pool, hotel)
    const sold = pairs.filter((night) => night.is_sold)
    const { status, body, charged } = await access('aurelia', code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...share(pairs), pairs: pairs.length })
    expect(charged).toBe(Math.max(1000, pairs.length * 25) / 1000)
    expect(body.by).toEqual(groupsOf(pairs))
    const expected = sold
      .filter((night) => !night.has_award)
      .map(({ night, how, min_los }) => ({ night, how, min_los }))
    expect(body.blocked).toEqual(expected)
    blocked += expected.length
  }
  expect(blocked).toBeGreaterThan(RUNS)
})

test('a quote counts the pairs and sells nothing, whatever they say', async () => {
  const { body, charged } = await access('aurelia', 'RND0', '&dry_run=true')
  const { body: sold, charged: price } = await access('aurelia', 'RND0', '')
  expect(charged).toBe(0)
  expect(body).toEqual({
    quote: { credits_min: price, credits_max: price, cached: sold.pairs, live: 0, free: 0 },
  })
  const capped = await access('aurelia', 'RND0', '&max_credits=0.5')
  expect(errorOf(capped)).toMatchObject({ code: 'invalid_request' })
})

test('a hotel that was never seen has no share, for the least price', async () => {
  const { body, charged } = await access('castellan', 'NEVERSEEN', '')
  expect(charged).toBe(1)
  expect(body).toMatchObject({ nights: 0, share: null, blocked: [], habits: [], pairs: 0 })
})

test.each([
  ['chain=glasshouse&hotel_code=A', /`chain`/],
  ['chain=aurelia', /hotel_code/],
  [`chain=aurelia&hotel_code=A&from=${inDays(5)}&to=${inDays(4)}`, /`to`.*must not be before/],
  [`chain=aurelia&hotel_code=A&from=${inDays(0)}&to=${inDays(366)}`, /at most 366 nights, not 367/],
  ['chain=aurelia&hotel_code=A&from=2020-01-01', /`from` must be from/],
])('%s is refused', async (query, message) => {
  const answer = await get(api.url, `/v1/award/access?${query}`, key)
  expect(errorOf(answer)).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) })
})

/** A hotel that sells each night for points but where `hides` says otherwise. */
async function plant(
  code: string,
  hides: (day: number, isWeekend: boolean) => Partial<Told> | null,
  longer = 0,
) {
  const hotel = await newHotel(database.pool, 'harborline', code)
  const seenMs = Date.now() - 3_600_000
  const told = Array.from({ length: 60 }, (_, day): Told[] => {
    const isWeekend = [5, 6].includes(new Date(`${inDays(day)}T12:00:00Z`).getUTCDay())
    const hidden = hides(day, isWeekend)
    return [
      { day, kind: 'cash', seenMs, bar: 10_000 },
      { day, kind: 'award', seenMs, bar: 10_000, points: hidden ? null : 20_000, ...hidden },
      ...(longer > 0 ? [{ day, kind: 'award' as const, seenMs, los: longer, points: 20_000 }] : []),
    ]
  })
  await tell(database.pool, hotel, told.flat())
  return (await access('harborline', code, '')).body
}

test('a hotel that hides awards is named with its way, and an honest one is not accused', async () => {
  const weekends = await plant('WEEKENDS', (_, isWeekend) => (isWeekend ? {} : null))
  expect(weekends.habits).toMatchObject([{ on: 'weekend', how: 'no_award', min_los: null }])
  const longer = await plant('LONGER', (_, isWeekend) => (isWeekend ? {} : null), 3)
  expect(longer.habits).toMatchObject([{ on: 'weekend', how: 'longer_stay_only', min_los: 3 }])
  expect(longer.why).toMatch(
    /^Sells 7\d% of its 60 known cash nights for points; weekends only from 3 nights\.$/,
  )
  const premium = await plant('PREMIUM', () => ({ points: 60_000, premium: true }))
  expect(premium.habits).toMatchObject([{ on: 'any', how: 'premium_only', nights: 60, blocked: 60 }])
  const random = dice(5)
  for (let no = 0; no < 10; no += 1) {
    const honest = await plant(`HONEST${no}`, () => (random(100) < 35 ? {} : null))
    expect(honest.habits).toEqual([])
  }
})

test.each([
  [9, 9, []],
  [10, 10, ['weekday']],
  [20, 26, []],
  [21, 26, ['weekday']],
])('of %i blocked nights of %i the habits are on %j', (blocked, nights, on) => {
  const mondays = Array.from({ length: nights }, (_, week) => ({
    night: nightOfDay(20_605 + 7 * week),
    cashSeenMs: 0,
    awardSeenMs: 0,
    isSold: true,
    hasAward: week >= blocked,
    hasPremium: false,
  }))
  expect(judgeAccess(mondays, []).habits.map((habit) => habit.on)).toEqual(on)
})

test('rankings leave out hotels below `min_access`, and nothing else', async () => {
  const terms = `chains=aurelia&from=${inDays(0)}&to=${inDays(NIGHTS - 1)}&max_age=9000000`
  const codes = async (query: string) => {
    const answer = await get(api.url, `/v1/award/value?${terms}${query}`, key)
    expect(answer.status).toBe(200)
    return (answer.body as { hotels: { hotel_code: string }[] }).hotels.map(({ hotel_code }) => hotel_code)
  }
  for (const rank of ['best', 'avg']) {
    const all = await codes(`&limit=100&rank=${rank}`)
    const shares = new Map<string, number | null>()
    for (const code of all.slice(0, 30)) shares.set(code, (await access('aurelia', code)).body.share)
    for (const least of [0, 0.3, 0.55, 1]) {
      const listed = await codes(`&limit=100&rank=${rank}&min_access=${least}`)
      const expected = all.slice(0, 30).filter((code) => (shares.get(code) ?? -1) >= least)
      expect(listed.filter((code) => shares.has(code))).toEqual(expected)
      expect(await codes(`&limit=3&rank=${rank}&min_access=${least}`)).toEqual(listed.slice(0, 3))
    }
  }
})
