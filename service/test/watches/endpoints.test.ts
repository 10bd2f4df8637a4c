import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { errorOf } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { expectExactBooks, openWatchMarket, type WatchBody, type WatchMarket } from './watch-market.ts'

let market: WatchMarket
let nextDay = 20

beforeAll(async () => {
  market = await openWatchMarket()
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
  await expectExactBooks(market, market.account)
})

/** Nights of a test's own, so that no other test moves them. */
function night(): { from: string; to: string } {
  nextDay += 1
  return { from: inDays(nextDay), to: inDays(nextDay) }
}

const DROPS = { chain: 'castellan', hotel_code: 'DROPS', webhook_url: undefined }

async function endpoint(path: string, more: object = {}): Promise<string> {
  const body = { kind: 'webhook', url: `${market.receiver.url}/${path}`, ...more }
  return ((await market.ask('POST', '/endpoints', body)).body as { id: string }).id
}

const refused = async (...asked: Parameters<WatchMarket['ask']>) => {
  const answer = await market.ask(...asked)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return errorOf(answer).message
}

const receivedAt = (path: string) => market.receiver.received.filter((one) => one.path === `/${path}`)

test('a price at or below the limit is reported at once where it holds, and again when it returns to it', async () => {
  const limit = { condition: 'price_lte', price_lte: { amount: 330, basis: 'bar' } }
  const watch = await market.watch({
    ...DROPS,
    nights: night(),
    ...limit,
    endpoints: [await endpoint('price')],
  })
  expect(watch).toMatchObject({ ...limit, currency: 'USD' })
  expect(watch).not.toHaveProperty('webhook_url')
  expect(watch).not.toHaveProperty('secret')
  expect(await market.events(watch)).toEqual([])
  // 340, 323
  await market.next(watch)
  expect(await market.events(watch)).toMatchObject([
    {
      type: 'watch.price_lte',
      previous: { lowest_bar: 340 },
      current: { lowest_bar: 323 },
      price_lte: { amount: 330, current: 323, basis: 'bar' },
    },
  ])
  await market.next(watch)
  expect(await market.events(watch)).toHaveLength(1)
  const met = await market.watch({
    ...DROPS,
    nights: night(),
    condition: 'price_lte',
    price_lte: { amount: 1000 },
    endpoints: [await endpoint('met')],
  })
  expect(met).toMatchObject({ price_lte: { amount: 1000, basis: 'bar_after_tax' } })
  expect(await market.events(met)).toMatchObject([{ type: 'watch.price_lte', previous: null }])
  const changed = await market.ask('PATCH', `/watches/${met.id}`, { price_lte: { amount: 5 } })
  expect(changed.body).toMatchObject({ price_lte: { amount: 5, basis: 'bar_after_tax' } })
})

test('`price_lte` is for cash, and needs its amount', async () => {
  const body = { ...DROPS, nights: night(), condition: 'price_lte', endpoints: [await endpoint('x')] }
  expect(await refused('POST', '/watches', body)).toMatch('`price_lte.amount` is missing.')
  expect(await refused('POST', '/watches', { ...body, kind: 'award', price_lte: { amount: 5 } })).toBe(
    '`condition` price_lte requires `kind` cash.',
  )
  expect(await refused('POST', '/watches', { ...body, condition: 'any', price_lte: { amount: 5 } })).toBe(
    '`price_lte` belongs to `condition` price_lte, not any.',
  )
})

test('a watch tells each of its endpoints, says what became of it, and has either them or a webhook', async () => {
  const [all, some, gone] = [
    await endpoint('all'),
    await endpoint('some', { events: ['job.done'] }),
    await endpoint('gone'),
  ]
  market.receiver.answer((response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end())
  const body = { ...DROPS, nights: night(), condition: 'any', endpoints: [all, some, gone] }
  expect(await refused('POST', '/watches', { ...body, webhook_url: market.receiver.url })).toBe(
    'Set exactly one of `webhook_url` and `endpoints`.',
  )
  expect(await refused('POST', '/watches', { ...body, endpoints: undefined })).toMatch('exactly one')
  expect(await refused('POST', '/watches', { ...body, endpoints: [all, all] })).toMatch('twice')
  const watch = await market.watch(body)
  expect(watch).toMatchObject({ endpoints: [all, some, gone], status: 'active' })
  expect(await refused('POST', `/watches/${watch.id}/rotate-secret`)).toMatch(
    'Rotate the secret of the endpoint.',
  )
  await market.next(watch)
  const delivered = async () => {
    const [event] = (await market.events(watch)) as unknown as {
      deliveries: { endpoint: string; status: string }[]
    }[]
    return event?.deliveries.map(({ endpoint: id, status }) => [id, status])
  }
  await until(async () => (await delivered())?.every(([, status]) => status !== 'pending') ?? false)
  expect(await delivered()).toEqual([
    [all, 'delivered'],
    [gone, 'failed'],
  ])
  expect(receivedAt('all').map(({ headers }) => headers['x-watch-id'])).toContain(watch.id)
  // The endpoint that is gone is paused; the watch and the others go on.
  expect((await market.ask('GET', `/endpoints/${gone}`)).body).toMatchObject({
    status: 'paused',
    paused_reason: 'gone',
  })
  expect((await market.ask('GET', `/watches/${watch.id}`)).body).toMatchObject({ status: 'active' })
  expect(await refused('DELETE', `/endpoints/${all}`)).toBe(
    `The endpoint ${all} is in use by watches (1). Give them another endpoint, or delete them.`,
  )
  const own = await market.ask('PATCH', `/watches/${watch.id}`, { webhook_url: `${market.receiver.url}/own` })
  expect(own.body).toMatchObject({
    webhook_url: `${market.receiver.url}/own`,
    secret: expect.stringMatching(/^whsec_/),
  })
  expect((await market.ask('DELETE', `/endpoints/${all}`)).status).toBe(200)
  await market.next(watch)
  await until(async () => receivedAt('own').length > 0)
  const back = await market.ask('PATCH', `/watches/${watch.id}`, { endpoints: [some] })
  expect(back.body).toMatchObject({ endpoints: [some] })
  expect(back.body as WatchBody).not.toHaveProperty('webhook_url')
})
