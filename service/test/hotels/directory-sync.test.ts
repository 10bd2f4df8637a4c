import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { fewSources } from '../support/few-sources.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { startWorker } from '../support/processes.ts'
import { until } from '../support/until.ts'

const ENV = { DIRECTORY_SYNC: 'daily', ALLOW_PRIVATE_WEBHOOKS: 'loopback' }
const DEATHS = Number(process.env['DIRECTORY_DEATHS'] ?? 4)

interface DirectoryStatus {
  hotels: number
  synced_at: string | null
  sources: { id: string; hotels: number; synced_at: string | null; state: string }[]
}

let market: Market
let key: string
/** The most hotels that were known and could not be searched, at any look during the first reading. */
let mostUnsearchable = 0

beforeAll(async () => {
  market = await openMarket({ workers: 1, env: ENV })
  await market.sandbox.control('/sources/*', { rateLimit: 100_000 })
  key = (await newAccount(market.database.pool, 'pro', { rps: 1000 })).key
  await until(async () => {
    mostUnsearchable = Math.max(mostUnsearchable, await unsearchable(market.database.pool))
    return isComplete(market.database.pool)
  }, 240_000)
}, 300_000)

afterAll(() => market.stop())

async function status(): Promise<DirectoryStatus> {
  const { body } = await get(market.url, '/v1/status.json')
  return (body as { directory: DirectoryStatus }).directory
}

/** Every source has been read to its end, and everything is indexed. */
async function isComplete(pool: Pool, sources = 15): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    `select count(*) = $1 and bool_and(synced_at is not null and phase = 'idle')
       and not exists (select 1 from unindexed_hotels) as done from directory_syncs`,
    [sources],
  )
  return rows[0]?.done ?? false
}

async function unsearchable(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from hotels h where name is not null and not exists (select from hotel_search where hotel = h.id)',
  )
  return rows[0]?.count ?? 0
}

async function pagesOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pages: number }>(
    'select coalesce(sum(pages), 0)::int as pages from directory_syncs',
  )
  return rows[0]?.pages ?? 0
}

/** The directory without its numbers and times. */
async function directoryOf(pool: Pool, sources: readonly string[]): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select h.source, h.code, h.name, h.brand, h.address, h.city, h.region, h.postal_code, h.country, h.lat, h.lng, h.stars,
       h.currency, h.timezone, h.rooms_total, h.status, s.name_key, s.name_words, s.place_words, s.closed,
       array(select unnest(s.terms) order by 1) as terms
     from hotels h left join hotel_search s on s.hotel = h.id where h.source = any($1) order by h.source, h.code`,
    [sources],
  )
  return rows
}

/** Words whose number of hotels is not that of the hotels which have them. */
async function miscounted(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select w.word, w.hotels from hotel_words w left join (
       select term as word, count(*) as hotels from hotel_search cross join lateral unnest(terms) term group by term
     ) found using (word) where w.hotels <> coalesce(found.hotels, 0)`,
  )
  return rows
}

describe('the directory', () => {
  test('has every hotel that the sources list, and says so', async () => {
    const { hotels, synced_at: syncedAt, sources } = await status()
    const { rows } = await market.database.pool.query<{ count: number }>(
      "select count(*) as count from hotels where status <> 'closed'",
    )
    expect(hotels).toBeGreaterThan(15_000)
    expect(hotels).toBe(rows[0]?.count)
    expect(syncedAt).not.toBeNull()
    expect(sources.filter(({ state }) => state === 'current')).toHaveLength(15)
    expect(sources.find(({ state }) => state === 'unlisted')?.id).toBeDefined()
  })

  test('can be searched while it is read: never more than one small piece is known and not searchable', () => {
    expect(mostUnsearchable).toBeLessThanOrEqual(50)
  })

  test('knows the time zone of every hotel with coordinates', async () => {
    const { rows } = await market.database.pool.query<{ count: number }>(
      'select count(*) as count from hotels where lat is not null and timezone is null',
    )
    expect(rows[0]?.count).toBe(0)
  })

  test('is the same if workers die at random moments while it is read', async () => {
    const other = await createTestDatabase()
    // One of each way to list hotels that a chain has, and an agency.
    const ids = ['aurelia', 'castellan', 'glasshouse', 'ostello']
    const env = { ...market.sandbox.environment, ...ENV, SOURCES_FILE: await fewSources(ids) }
    const isDone = () => isComplete(other.pool, ids.length)
    try {
      for (let death = 0; death < DEATHS; death += 1) {
        const worker = await startWorker(other.url, env)
        const enough = (await pagesOf(other.pool)) + 1 + Math.floor(Math.random() * 4)
        await until(async () => (await pagesOf(other.pool)) >= enough || isDone())
        await worker.stop('SIGKILL')
        // Its rows are taken over at once, not when it has been silent for long enough.
        await other.pool.query('delete from workers')
      }
      const worker = await startWorker(other.url, env)
      await until(isDone, 200_000)
      await worker.stop()
      const { pool } = market.database
      expect(await directoryOf(other.pool, ids)).toEqual(await directoryOf(pool, ids))
      expect(await miscounted(other.pool)).toEqual([])
      const counts = 'select source, hotels from directory_syncs where source = any($1) order by source'
      expect((await other.pool.query(counts, [ids])).rows).toEqual((await pool.query(counts, [ids])).rows)
    } finally {
      await other.drop()
    }
  }, 400_000)
})

describe('a watch', () => {
  const watch = (code: string) => ({
    chain: 'aurelia',
    hotel_code: code,
    nights: { from: inDays(30), to: inDays(30) },
    condition: 'any',
    webhook_url: 'http://127.0.0.1:9/hook',
  })

  test('on a hotel that neither the directory nor the source knows is refused, and nothing is created', async () => {
    const { pool } = market.database
    const before = (await pool.query('select count(*) as count from hotels')).rows
    const answer = await post(market.url, '/v1/watches', key, watch('NOWHERE99'))
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({ code: 'hotel_not_found', chain: 'aurelia' })
    expect((await pool.query('select count(*) as count from hotels')).rows).toEqual(before)
    expect((await pool.query('select 1 from watches')).rows).toEqual([])
  })

  test('on a hotel that leaves its source gets a mark and one event, and loses the mark when it is back', async () => {
    const { pool } = market.database
    const created = await post(market.url, '/v1/watches', key, watch('LONAU'))
    expect(created.status).toBe(201)
    const { id, name, attention } = created.body as { id: string; name: string; attention: null }
    expect({ name, attention }).toEqual({ name: 'Aurelia London Observatory', attention: null })
    const seen = async () =>
      ((await get(market.url, `/v1/watches/${id}`, key)).body as { attention: string }).attention
    // The end of a reading sets the time of the next one, so it is waited for.
    const readAgain = () =>
      until(async () => {
        const { rowCount } = await pool.query(
          "update directory_syncs set due_at = now() - interval '1 second' where source = 'aurelia' and phase = 'idle'",
        )
        return rowCount === 1
      }, 60_000)

    await market.sandbox.control('/hotels/aurelia/LONAU/content', { closed: true })
    await readAgain()
    await until(async () => (await seen()) === 'hotel_closed', 60_000)
    const events = (await get(market.url, `/v1/events?watch_id=${id}&type=watch.attention`, key)).body as {
      events: object[]
    }
    expect(events.events).toHaveLength(1)
    expect(events.events[0]).toMatchObject({
      chain: 'aurelia',
      hotel_code: 'LONAU',
      name: 'Aurelia London Observatory',
      attention: 'hotel_closed',
    })
    const facts = (await get(market.url, '/v1/hotels/aurelia/LONAU', key)).body
    expect(facts).toMatchObject({ hotel: { status: 'closed', name: 'Aurelia London Observatory' } })

    await market.sandbox.control('/hotels/aurelia/LONAU/content', { closed: false })
    await readAgain()
    await until(async () => (await seen()) === null, 60_000)
  }, 180_000)
})

test('an ids job with a hotel that nobody knows is refused, and nothing is created', async () => {
  const answer = await post(market.url, '/v1/hotels/ids/jobs', key, {
    chain: 'aurelia',
    hotel_codes: ['LONAU', 'NOWHERE99'],
  })
  expect(answer.status).toBe(404)
  expect(errorOf(answer).message).toContain('NOWHERE99')
  expect((await market.database.pool.query("select 1 from jobs where kind = 'ids'")).rows).toEqual([])
})

test('answers name the hotel where the source is silent', async () => {
  const night = inDays(40)
  const calendar = await post(market.url, '/v1/calendar', key, {
    chain: 'aurelia',
    hotel_code: 'LONAU',
    nights: { from: night, to: night },
  })
  expect(calendar.body).toMatchObject({
    hotel: { name: 'Aurelia London Observatory', currency: 'GBP', timezone: 'Europe/London' },
  })
  const compset = await post(market.url, '/v1/compset', key, {
    hotels: [
      { chain: 'aurelia', hotel_code: 'LONAU' },
      { chain: 'brightwater', hotel_code: 'LONWSBW' },
    ],
    checkin: night,
  })
  const { hotels } = compset.body as { hotels: { name: string | null }[] }
  expect(hotels.map(({ name }) => name)).not.toContain(null)
  const shop = await post(market.url, '/v1/shop', key, {
    chain: 'aurelia',
    hotel_code: 'LONAU',
    checkin: night,
  })
  const { lat, lng, timezone } = (shop.body as { hotel: { lat: number; lng: number; timezone: string } })
    .hotel
  expect({ timezone, hasPlace: lat !== null && lng !== null }).toEqual({
    timezone: 'Europe/London',
    hasPlace: true,
  })
})

test('a worker that is stopped while it reads directories ends at once, and nothing has failed', async () => {
  const { database, sandbox } = market
  const running = async () =>
    (await database.pool.query("select 1 from tasks where kind = 'directory' and state = 'r'")).rowCount ?? 0
  /** Calls of sources that are under way. */
  const asked = async () => {
    const { sources } = (await sandbox.control('/counters')) as {
      sources: Record<string, { inFlight: number }>
    }
    return Object.entries(sources)
      .filter(([source]) => !source.startsWith('fx'))
      .reduce((sum, [, { inFlight }]) => sum + inFlight, 0)
  }
  for (const worker of market.workers) await worker.stop()
  await sandbox.control('/sources/*', { latencyMs: 20_000 })
  await database.pool.query(
    "update directory_syncs set phase = 'idle', synced_at = null, due_at = now() - interval '1 second'",
  )
  const worker = await market.startWorker()
  await until(async () => (await running()) >= 10)
  await until(async () => (await asked()) === 4)
  await wait(500)
  expect(await asked(), 'four pages at once, of all sources together').toBe(4)
  const stoppedMs = performance.now()
  await worker.stop()
  expect(performance.now() - stoppedMs).toBeLessThan(2000)
  expect(worker.log()).not.toMatch(/work failed|"level":50/)
  // The pages wait for another worker.
  expect(await running()).toBe(0)
})
