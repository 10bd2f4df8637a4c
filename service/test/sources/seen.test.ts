import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceHealth } from '../../src/sources/health.ts'
import { mergeSightings } from '../../src/sources/seen/merge.ts'
import { createOwnSightings } from '../../src/sources/seen/sighting.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { cancel, ordinaryHotels, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

const QUIET: SourceHealth = { status: 'up', latencyMs: null, errorShare: null, checkedAt: null }

/** Processes that share a clock. */
function processes(count: number) {
  const clock = { ms: 1_000_000 }
  const all = Array.from({ length: count }, () => createOwnSightings(() => clock.ms))
  const note = (no: number, failure: 'unavailable' | 'no_answer' | null, tookMs = 20) => {
    clock.ms += 1000
    all[no]?.note({ source: 'toy', verb: 'shop', failure, tookMs })
  }
  const merged = (own = QUIET) =>
    mergeSightings(
      own,
      all.flatMap((each) => each.all()),
      clock.ms,
    )
  return { clock, note, merged }
}

describe('a source as several processes see it', () => {
  test('is down after five failures in a row, since the first of them', () => {
    const { note, merged } = processes(2)
    for (let no = 0; no < 4; no += 1) note(0, 'unavailable')
    expect(merged()).toMatchObject({ status: 'degraded', calls: 4, failingSince: 1_001_000 })
    note(1, 'no_answer')
    expect(merged()).toMatchObject({
      status: 'down',
      errorShare: 1,
      failingSince: 1_001_000,
      reason: 'no_answer',
    })
  })

  test('is not down if one process still gets answers', () => {
    const { note, merged } = processes(2)
    for (let no = 0; no < 9; no += 1) note(0, 'unavailable')
    note(1, null)
    expect(merged()).toMatchObject({ status: 'degraded', errorShare: 0.9, failingSince: null })
    note(0, 'unavailable')
    expect(merged()).toMatchObject({ status: 'degraded', failingSince: 1_011_000 })
  })

  test('is up again five minutes after the last failure', () => {
    const { clock, note, merged } = processes(1)
    for (let no = 0; no < 6; no += 1) note(0, 'unavailable')
    clock.ms += 300_000
    expect(merged()).toMatchObject({ status: 'up', calls: 0, reason: null, failingSince: null })
  })

  test('has the median of all answers, and what its own process knows', () => {
    const { note, merged } = processes(2)
    for (let no = 0; no < 5; no += 1) note(0, null, 10)
    note(1, null, 900)
    expect(merged({ ...QUIET, status: 'down' })).toMatchObject({ status: 'down', latencyMs: 10 })
  })
})

describe('GET /status.json', () => {
  let market: Market
  let account: TestAccount

  beforeAll(async () => {
    market = await openMarket({ processes: 2, workers: 1 })
    account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  })
  afterAll(() => market.stop())
  beforeEach(() => market.sandbox.control('/reset', {}))

  interface SourceStatus {
    id: string
    status: string
    since: string | null
    reason: string | null
  }
  /** As the process says that has made no call itself. */
  const statusOf = async (source: string) => {
    const { sources } = (await get(market.apis[1]?.url ?? '', '/v1/status.json', '')).body as {
      sources: SourceStatus[]
    }
    return sources.find(({ id }) => id === source)
  }
  const order = (chain: string, from: number) => {
    const nights = { from: inDays(from), to: inDays(from + 1) }
    return queue(market.url, account.key, { hotels: ordinaryHotels(chain, 25), nights })
  }

  test('says within half a minute that a source is down for a worker, since when and why', async () => {
    await market.sandbox.control('/sources/castellan', { fault: '500' })
    const startedAt = Date.now()
    const job = await order('castellan', 20)
    await until(async () => (await statusOf('castellan'))?.status === 'down', 30_000)
    expect(Date.now() - startedAt).toBeLessThan(30_000)
    const down = await statusOf('castellan')
    expect(down).toMatchObject({ reason: 'unavailable' })
    expect(Math.abs(Date.parse(down?.since ?? '') - startedAt)).toBeLessThan(10_000)
    await cancel(market.url, account.key, job.id)
    await market.sandbox.control('/reset', {})
    const stay = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(9) }
    await until(async () => (await post(market.url, '/v1/shop', account.key, stay)).status === 200)
    await until(async () => (await statusOf('castellan'))?.since === null)
    expect(await statusOf('castellan')).toMatchObject({ status: 'degraded', since: null })
    expect((await statusOf('aurelia'))?.status).toBe('up')
  })
})
