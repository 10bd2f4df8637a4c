import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, get, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { openWatchMarket, type WatchBody, type WatchMarket } from './watch-market.ts'

type Watch = WatchBody & { currency: string; attention: string | null }

let market: WatchMarket
beforeAll(async () => {
  market = await openWatchMarket()
  // One price of the London hotel is known.
  const shop = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(20) }
  await post(market.url, '/v1/shop', market.account.key, shop)
})
afterAll(() => market.stop())

const rebook = (over: object = {}) => ({
  chain: 'aurelia',
  hotel_code: 'LONAU',
  nights: { from: inDays(25), to: inDays(25) },
  condition: 'rebook',
  rebook: { paid: 900, min_saving_pct: 5 },
  webhook_url: market.receiver.url,
  ...over,
})
const make = (body: object) => post(market.url, '/v1/watches', market.account.key, body)

test('a watch on an amount in a currency that the hotel does not quote is refused, and the error names it', async () => {
  const answer = await make(rebook({ currency: 'USD' }))
  expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_request'])
  expect(errorOf(answer).message).toContain('`currency` must be GBP')
  expect((await make(rebook({ currency: 'GBP' }))).status).toBe(201)
})

test('any currency will do where the source quotes any, or where no amount is compared', async () => {
  expect((await make(rebook({ chain: 'castellan', hotel_code: 'LONCA', currency: 'SEK' }))).status).toBe(201)
  const plain = { ...rebook({ currency: 'USD' }), condition: 'available', rebook: undefined }
  expect((await make(plain)).status).toBe(201)
  const points = rebook({ kind: 'award', rebook: { paid: 30_000 }, currency: 'USD' })
  expect((await make(points)).status).toBe(201)
})

test('the default is the currency of the hotel where it is known, else the dollar', async () => {
  expect((await make(rebook())).body).toMatchObject({ currency: 'GBP', attention: null })
  expect((await make(rebook({ chain: 'castellan', hotel_code: 'LONCA' }))).body).toMatchObject({
    currency: 'USD',
  })
})

test('a channel that cannot quote the currency of the hotel is refused', async () => {
  const undercut = (channel: string) => ({
    ...rebook(),
    condition: 'undercut',
    rebook: undefined,
    undercut: { channel, hotel_code: 'UNDERCUT-aurelia' },
  })
  const refused = await make(undercut('pillowfare'))
  expect(refused.status).toBe(400)
  expect(errorOf(refused).message).toContain('pillowfare quotes USD only, and the watch is in GBP')
  expect((await make(undercut('lodgista'))).status).toBe(201)
})

test('a hotel that turns out to quote another currency gets attention, with one event, and is not judged', async () => {
  // Nothing is known of this hotel, so the watch is in dollars, and what was paid is far above any price.
  const watch = (await market.watch(rebook({ hotel_code: 'TOKAU', rebook: { paid: 900_000 } }))) as Watch
  expect(watch.currency).toBe('USD')
  await market.quiet()
  const read = async () =>
    (await get(market.url, `/v1/watches/${watch.id}`, market.account.key)).body as Watch
  expect((await read()).attention).toBe('currency_changed')
  const events = await market.events(watch)
  expect(events).toMatchObject([
    { type: 'watch.attention', hotel_code: 'TOKAU', attention: 'currency_changed' },
  ])
  await market.next(watch)
  await market.quiet()
  expect(await market.events(watch)).toHaveLength(1)
  expect((await read()).attention).toBe('currency_changed')
})
