import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PURPOSES, type Purpose, purposeOfCall } from '../../src/kernel/purpose.ts'
import { openSpending, type Spending } from '../../src/sources/budget/spending.ts'
import type { Budget } from '../../src/sources/catalog/budget.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { toApiError } from '../../src/sources/failures.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { failureOf } from './failure-of.ts'
import {
  type Handler,
  startToyServer,
  stayAnswer,
  type ToyServer,
  toyCatalog,
  toyFamily,
  toySource,
} from './toy-source.ts'

let database: TestDatabase
let server: ToyServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startToyServer()
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const shop = purposeOfCall('shop')
const NOON = Date.UTC(2027, 1, 27, 12)
const stay = {
  checkin: '2027-03-01',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}
const honest: Handler = (request, response) => {
  const [, , hotelCode = ''] = (request.url ?? '').split('/')
  response.end(JSON.stringify(stayAnswer(hotelCode)))
}

let sources = 0

interface Desk {
  ask(purpose: Purpose, hotelCode?: string): Promise<unknown>
  spending: Spending
  warned: object[]
  status(): string
}

/** A source of its own with this budget, and gateways to it as several processes would have them. */
function openDesks(budget: Partial<Budget> | null, processes = 1, url = server.url) {
  const clock = { ms: NOON }
  const source: Source = {
    ...toySource(`toy${(sources += 1)}`, url, { concurrency: 100 }),
    budget: budget && {
      requestsPerDay: null,
      requestsPerMonth: null,
      pricePerRequest: null,
      reservePct: 20,
      ...budget,
    },
  }
  server.answerWith(honest)
  server.seen.length = 0
  let asked = 0
  const desks = Array.from({ length: processes }, (): Desk => {
    const warned: object[] = []
    const log = { info: () => {}, warn: (fields: object) => warned.push(fields) }
    const spending = openSpending({ pool: database.pool, now: () => clock.ms, log })
    const gateway = createGateway({
      catalog: toyCatalog(source),
      families: [toyFamily],
      now: () => clock.ms,
      log: { info: () => {}, warn: () => {} },
      meter: spending,
    })
    onTestFinished(async () => {
      await gateway.close()
      await spending.close()
    })
    return {
      ask: (purpose, hotelCode = `H${(asked += 1)}`) =>
        gateway.shop(source.id, { ...stay, hotelCode }, { purpose, caller: hotelCode }),
      spending,
      warned,
      status: () => gateway.state(source.id).status,
    }
  })
  return { source, desks, desk: desks[0] as Desk, clock }
}

const askOften = (desk: Desk, purpose: Purpose, times: number) =>
  Promise.allSettled(Array.from({ length: times }, () => desk.ask(purpose)))

const answered = (ended: PromiseSettledResult<unknown>[]) =>
  ended.filter(({ status }) => status === 'fulfilled').length

async function writtenDown(source: Source) {
  const { rows } = await database.pool.query<{
    day: string
    purpose: string
    requests: number
    micro: number
    currency: string
  }>(
    'select day::text, purpose, requests, micro, currency from source_spending where source = $1 order by 1, 2, 5',
    [source.id],
  )
  return rows
}

async function heldOf(source: Source): Promise<number> {
  const { rows } = await database.pool.query<{ held: number }>(
    'select coalesce(sum(held), 0)::int as held from source_leases where source = $1',
    [source.id],
  )
  return rows[0]?.held ?? 0
}

describe('what is sent to a source', () => {
  it('is written down by day and purpose, retries too, without any budget', async () => {
    const { source, desk, clock } = openDesks(null)
    await askOften(desk, shop, 3)
    await desk.ask(PURPOSES.watch)
    server.answerWith((_, response) => {
      response.statusCode = 503
      response.end()
    })
    await failureOf(desk.ask(shop))
    clock.ms += 86_400_000
    server.answerWith(honest)
    await desk.ask(PURPOSES.directory)
    await desk.spending.close()
    expect(await writtenDown(source)).toEqual([
      { day: '2027-02-27', purpose: 'shop', requests: 5, micro: 0, currency: '' },
      { day: '2027-02-27', purpose: 'watch', requests: 1, micro: 0, currency: '' },
      { day: '2027-02-28', purpose: 'directory', requests: 1, micro: 0, currency: '' },
    ])
  })

  it('has its price, and what reached nobody is not counted', async () => {
    const { source, desk } = openDesks({
      requestsPerDay: 100,
      pricePerRequest: { micro: 7500, currency: 'USD' },
    })
    await askOften(desk, shop, 4)
    const nowhere = openDesks({ requestsPerDay: 10 }, 1, 'http://127.0.0.1:1')
    expect((await failureOf(nowhere.desk.ask(shop))).message).toContain('ECONNREFUSED')
    await nowhere.desk.spending.close()
    expect(await writtenDown(nowhere.source)).toEqual([])
    await desk.spending.close()
    expect(await writtenDown(source)).toMatchObject([{ purpose: 'shop', micro: 4 * 7500, currency: 'USD' }])
  })
})

describe('a budget', () => {
  it('is never exceeded by several processes, and says until when it is used up', async () => {
    const { source, desks, desk } = openDesks({ requestsPerDay: 100 }, 4)
    const all = () => Promise.all(desks.map((each) => askOften(each, shop, 60)))
    // A process whose calls are all answered may have some of its block left.
    const ended = [await all(), await all()].flat(2)
    expect(server.seen).toHaveLength(100)
    expect(answered(ended)).toBe(100)
    const failure = await failureOf(desk.ask(shop))
    expect(failure).toMatchObject({ kind: 'refused', unasked: true, retryAfterMs: 12 * 3_600_000 })
    expect(toApiError(failure, source.id)).toMatchObject({
      code: 'source_unavailable',
      message: expect.stringContaining(
        "the operator's budget for this source is used up until 2027-02-28T00:00:00.000Z",
      ),
      retryAfterSec: 12 * 3600,
    })
    // Nothing of it is the source's fault.
    expect(desks.map((each) => each.status())).toEqual(['up', 'up', 'up', 'up'])
  })

  it('keeps a fifth for calls that somebody waits for', async () => {
    const { desks, desk } = openDesks({ requestsPerDay: 100 }, 3)
    const watches = (await Promise.all(desks.map((each) => askOften(each, PURPOSES.watch, 50)))).flat()
    expect(answered(watches)).toBe(80)
    expect((await failureOf(desk.ask(PURPOSES.directory))).message).toContain('reserved')
    const shops = (await Promise.all(desks.map((each) => askOften(each, shop, 10)))).flat()
    expect(answered(shops)).toBe(20)
    expect(server.seen).toHaveLength(100)
  })

  it('of a month ends with the month, and begins again', async () => {
    const { desk, clock } = openDesks({ requestsPerDay: 8, requestsPerMonth: 10, reservePct: 0 })
    expect(answered(await askOften(desk, shop, 20))).toBe(8)
    clock.ms += 86_400_000
    expect(answered(await askOften(desk, shop, 20))).toBe(2)
    expect(await failureOf(desk.ask(shop))).toMatchObject({ budgetUntilMs: Date.UTC(2027, 2, 1) })
    clock.ms += 86_400_000
    expect(answered(await askOften(desk, shop, 20))).toBe(8)
  })

  it('is not exceeded by a process that is told of its share after the day has ended', async () => {
    const { source, desks, clock } = openDesks({ requestsPerDay: 640, reservePct: 0 }, 2)
    const [slow, other] = desks as [Desk, Desk]
    const lock = await database.pool.connect()
    await lock.query('begin')
    await lock.query("select pg_advisory_xact_lock(hashtextextended('source_lease', hashtext($1)))", [
      source.id,
    ])
    const asking = slow.ask(shop)
    await until(async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      )
      return rows.length > 0
    })
    clock.ms += 86_400_000
    const nextDay = slow.ask(shop)
    await lock.query('commit')
    lock.release()
    await Promise.all([asking, nextDay])
    await askOften(other, shop, 700)
    await askOften(slow, shop, 700)
    // Blocks that a process has taken and not sent may be missing, but nothing is sent beyond the budget.
    expect(server.seen.length).toBeLessThanOrEqual(640)
    expect(server.seen.length).toBeGreaterThan(320)
  })

  it('counts what was sent before there was one', async () => {
    const { source, desk } = openDesks(null)
    await askOften(desk, shop, 7)
    await desk.spending.close()
    source.budget = { requestsPerDay: 10, requestsPerMonth: null, pricePerRequest: null, reservePct: 20 }
    expect(answered(await askOften(desk, shop, 9))).toBe(3)
  })

  it('loses at most one block with a process that dies, and gets back what a process did not use', async () => {
    const { source, desks } = openDesks({ requestsPerDay: 2000 }, 2)
    const [dying, other] = desks as [Desk, Desk]
    await dying.ask(shop)
    const held = await heldOf(source)
    expect(held).toBeGreaterThan(1)
    expect(held).toBeLessThanOrEqual(64)
    await other.ask(shop)
    await other.spending.close()
    // The first has told nothing since: its block stays counted. The other has handed its block back.
    expect(await heldOf(source)).toBe(held)
    expect(await writtenDown(source)).toMatchObject([{ requests: 1 }])
  })

  it('tells of 80 and 100 percent once, whoever reaches them', async () => {
    const { source, desks } = openDesks({ requestsPerDay: 50, requestsPerMonth: 1000 }, 3)
    await Promise.all(desks.map((each) => askOften(each, shop, 30)))
    const told = desks.flatMap(({ warned }) => warned)
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([80, 100].map((pct) => ({ source: source.id, period: 'day', pct, budget: 50 }))),
    )
  })

  it('lets a call that somebody waits for ask itself, if it had joined one of a watch that was held back', async () => {
    const { desk } = openDesks({ requestsPerDay: 10 })
    await askOften(desk, PURPOSES.watch, 20)
    const joined = await Promise.allSettled([desk.ask(PURPOSES.watch, 'SAME'), desk.ask(shop, 'SAME')])
    expect(joined.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('sends nothing while nobody can tell what is left', async () => {
    const { source } = openDesks(null)
    const away = openSpending({
      pool: { query: () => Promise.reject(new Error('away')) } as unknown as TestDatabase['pool'],
      now: () => NOON,
      log: { warn: () => {} },
    })
    onTestFinished(() => away.close())
    const budget = { requestsPerDay: 10, requestsPerMonth: null, pricePerRequest: null, reservePct: 0 }
    const failure = await failureOf(away.take({ id: source.id, budget }, shop) ?? Promise.resolve())
    expect(failure).toMatchObject({ unasked: true, message: 'the budget of the source could not be read' })
  })
})
