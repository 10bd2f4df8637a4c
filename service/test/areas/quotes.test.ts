import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { fewSources } from '../support/few-sources.ts'
import type { JobBody } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { type AreaMarket, openAreaMarket } from './area-market.ts'

interface Answer {
  job?: JobBody
  jobs?: JobBody[]
  not_filled?: { hotels: number; nights: number; chains: string[] }
}

const CHAINS = ['castellan', 'aurelia']
const ENDPOINTS = [
  { path: '/area', nights: 1, body: (day: string) => ({ chains: CHAINS, checkin: day }) },
  {
    path: '/calendar/area',
    nights: 2,
    body: (day: string, next: string) => ({ chain: 'castellan', nights: { from: day, to: next } }),
  },
  {
    path: '/award/search',
    nights: 2,
    body: (day: string, next: string) => ({ chains: CHAINS, nights: { from: day, to: next } }),
  },
  { path: '/trip', nights: 2, body: (day: string) => ({ chains: CHAINS, checkin: day, los: 2 }) },
]

let market: AreaMarket
let asker: TestAccount
let asks = 0

beforeAll(async () => {
  market = await openAreaMarket({
    env: { DIRECTORY_SYNC: 'daily', SOURCES_FILE: await fewSources(CHAINS) },
  })
  await until(async () => {
    const { rows } = await market.database.pool.query<{ read: number }>(
      'select count(*)::int as read from directory_syncs where source = any($1) and synced_at is not null',
      [CHAINS],
    )
    return rows[0]?.read === CHAINS.length
  }, 120_000)
}, 180_000)
afterAll(() => market.stop())
beforeEach(async () => {
  asker = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})

/** Near the middle of London, where nobody has looked yet, on nights that nobody has asked for. */
function somewhere(body: (day: string, next: string) => object) {
  asks += 1
  const days = 60 + 2 * asks
  return { ...body(inDays(days), inDays(days + 1)), lat: 51.5 + asks / 1000, lng: -0.12, radius: 20 }
}

/** Two hotels that the chain lists and the directory does not know meanwhile. */
async function whileTwoAreUnknown(act: () => Promise<void>): Promise<void> {
  const { pool } = market.database
  const { rows } = await pool.query<{ id: number; lat: number; lng: number }>(
    `select id, lat, lng from hotels where source = 'castellan' and lat between 51.3 and 51.7 and lng between -0.4 and 0.2
     order by id limit 2`,
  )
  expect(rows).toHaveLength(2)
  await pool.query('update hotels set lat = null, lng = null where id = any($1)', [rows.map(({ id }) => id)])
  try {
    await act()
  } finally {
    for (const { id, lat, lng } of rows)
      await pool.query('update hotels set lat = $2, lng = $3 where id = $1', [id, lat, lng])
  }
}

function fetched({ job, jobs }: Answer): JobBody[] {
  return jobs ?? (job ? [job] : [])
}

describe.each(ENDPOINTS)('a quote of $path', ({ path, body, nights }) => {
  const ask = async (asked: object) => {
    const quote = await market.quote(path, asked, asker)
    const { body: told, credits } = await market.ask<Answer>(path, asked, asker)
    const jobs = fetched(told)
    const reserved = jobs.reduce((sum, job) => sum + job.credits_reserved, 0)
    expect(credits + reserved).toBeLessThanOrEqual(quote.credits_max + 1e-9)
    return { quote, told, reserved, credits, cells: jobs.reduce((sum, job) => sum + job.cells_total, 0) }
  }

  test('counts the hotels that the directory knows there, and no more', async () => {
    const { quote, told, reserved, credits, cells } = await ask(somewhere(body))
    expect(cells / nights).toBeGreaterThan(3)
    expect(quote.credits_max).toBeCloseTo(credits + reserved, 9)
    expect(told).not.toHaveProperty('not_filled')
  })

  test('is kept where a chain lists more hotels: the next call has the others', async () => {
    const asked = somewhere(body)
    await whileTwoAreUnknown(async () => {
      const first = await ask(asked)
      expect(first.told.not_filled).toEqual({ hotels: 2, nights: 2 * nights, chains: ['castellan'] })
      await market.filled(first.told, asker)
    })
    const next = await ask(asked)
    expect(next.told).not.toHaveProperty('not_filled')
    expect(next.cells).toBe(2 * nights)
    await market.filled(next.told, asker)
  })
})
