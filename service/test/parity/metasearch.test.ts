import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledSources } from '../sources/sandbox-sources.ts'
import { newAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

interface Seller {
  name: string
  source: string | null
  direct: boolean
}
interface Rate {
  price_per_night: number | null
  price_per_night_after_tax: number | null
  tax_included: boolean | null
  seller: Seller | null
}
interface Shop {
  status: string
  cached: boolean
  currency: string
  rooms: { rates: Rate[] }[]
  lowest: { bar: number | null; bar_after_tax: number | null }
}
interface Row {
  channel: string
  seller: Seller | null
  via: string | null
  hotel_code: string | null
  lowest: { bar: number | null; bar_after_tax: number | null } | null
  gap: number | null
  verdict: string | null
  skipped: string | null
  comparison_note: string | null
}
interface Parity {
  direct: { bar: number | null; bar_after_tax: number | null } | null
  comparison_note: string | null
  channels: Row[]
  cheapest: string | null
  verdict: string | null
  score: { compared: number; channels: number }
  ids_resolved: boolean
}
interface Found {
  hotels: { chain: string; hotel_code: string; name: string; match: string; score: number }[]
}

const [LONDON = '', PARIS = ''] = bundledSources().find(({ id }) => id === 'google_hotels')?.examples ?? []
const checkin = inDays(60)

let market: Market
let key: string
let ask: (path: string, body: object) => Promise<Answer>

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  key = (await newAccount(market.database.pool, 'scale')).key
  ask = (path, body) => post(market.url, `/v1${path}`, key, body)
})
afterAll(() => market.stop())

const stay = (hotel_code: string, more: object = {}) => ({
  chain: 'google_hotels',
  hotel_code,
  checkin,
  ...more,
})

describe('a shop at a metasearch engine', () => {
  test('has the offers of many sellers, and the lowest of all', async () => {
    const first = await ask('/shop', stay(LONDON))
    expect([first.status, first.charged]).toEqual([200, 1])
    const { rooms, lowest, status } = first.body as Shop
    const rates = rooms.flatMap((room) => room.rates)
    expect(status).toBe('available')
    expect(rates.every(({ seller }) => seller !== null && seller.name !== '')).toBe(true)
    expect(new Set(rates.map(({ seller }) => seller?.name)).size).toBeGreaterThan(1)
    expect(rates.filter(({ seller }) => seller?.direct)).not.toEqual([])
    const all = rates.flatMap(({ price_per_night_after_tax: price }) => price ?? [])
    expect(lowest.bar_after_tax).toBe(Math.min(...all))
    for (const rate of rates) expect(rate.price_per_night_after_tax !== null).toBe(rate.tax_included !== null)
    const again = await ask('/shop', stay(LONDON))
    expect([again.charged, (again.body as Shop).cached]).toEqual([0.25, true])
  })

  test('of a chain or an agency has no sellers', async () => {
    const { body } = await ask('/shop', { chain: 'lodgista', hotel_code: 'UNDERCUT-aurelia', checkin })
    const rates = (body as Shop).rooms.flatMap((room) => room.rates)
    expect(rates.map(({ seller }) => seller)).toEqual(rates.map(() => null))
  })

  test('is refused for an unknown token, more rooms and awards, and never sold out', async () => {
    const unknown = await ask('/shop', stay('ChoInosuchtoken'))
    expect([unknown.status, unknown.charged, errorOf(unknown).code]).toEqual([404, 0, 'hotel_not_found'])
    const rooms = await ask('/shop', stay(LONDON, { rooms: 2 }))
    expect([rooms.status, errorOf(rooms).message]).toEqual([
      400,
      expect.stringContaining('`rooms` may be at most 1'),
    ])
    expect((await ask('/award', stay(LONDON))).status).toBe(400)
    const entity = await get(
      market.url,
      '/v1/hotels/search?q=Aurelia%20Sold%20Out%20Test%20Hotel&live=google_hotels',
      key,
    )
    const [soldOut] = (entity.body as Found).hotels
    const none = await ask('/shop', stay(soldOut?.hotel_code ?? ''))
    expect([none.status, none.charged, errorOf(none)]).toMatchObject([
      503,
      0,
      {
        code: 'source_unavailable',
        chain: 'google_hotels',
        message: expect.stringContaining('shows no offers'),
      },
    ])
  })

  test('feeds calendars, sets, grids, histories and judgements', async () => {
    const calendar = await ask('/calendar', {
      chain: 'google_hotels',
      hotel_code: PARIS,
      nights: { from: checkin, to: inDays(61) },
    })
    expect([calendar.status, calendar.charged]).toEqual([200, 2])
    const set = await ask('/compset', {
      hotels: [LONDON, PARIS].map((hotel_code) => ({ chain: 'google_hotels', hotel_code })),
      checkin,
    })
    expect([set.status, set.charged]).toEqual([200, 1])
    const matrix = await ask('/matrix', {
      chain: 'google_hotels',
      hotel_codes: [PARIS],
      nights: { from: checkin, to: checkin },
    })
    expect([matrix.status, matrix.charged]).toEqual([200, 0.25])
    const history = await ask('/history', {
      chain: 'google_hotels',
      hotel_code: PARIS,
      nights: { from: checkin, to: checkin },
    })
    expect([history.status, history.charged]).toEqual([200, 0.25])
    const insight = await ask('/insight', stay(PARIS))
    expect([insight.status, insight.charged]).toEqual([200, 0.5])
    const watch = await ask('/watches', {
      chain: 'google_hotels',
      hotel_code: PARIS,
      nights: { from: checkin, to: checkin },
      condition: 'any',
      webhook_url: 'https://hooks.example.com/rates',
    })
    expect([watch.status, (watch.body as { credits_per_refresh: number }).credits_per_refresh]).toEqual([
      201, 0.25,
    ])
  })
})

describe('parity of a metasearch engine’s hotel', () => {
  test('compares the hotel’s own site with every other seller, for one shop', async () => {
    const night = inDays(75)
    const answer = await ask('/parity', { ...stay(LONDON), checkin: night })
    expect([answer.status, answer.charged]).toEqual([200, 1])
    const parity = answer.body as Parity
    const shop = await ask('/shop', { ...stay(LONDON), checkin: night })
    expect(shop.charged).toBe(0.25)
    const rates = (shop.body as Shop).rooms.flatMap((room) => room.rates)
    const lowestOf = (kept: (seller: Seller) => boolean) =>
      Math.min(
        ...rates.flatMap(({ seller, price_per_night_after_tax: price }) =>
          seller && kept(seller) && price !== null ? [price] : [],
        ),
      )
    expect(parity.direct?.bar_after_tax).toBe(lowestOf(({ direct }) => direct))
    expect(parity.comparison_note).toBeNull()
    const others = new Set(rates.flatMap(({ seller }) => (seller && !seller.direct ? [seller.name] : [])))
    expect(parity.channels.map(({ seller }) => seller?.name)).toEqual([...others])
    for (const { seller, lowest, gap, via, hotel_code: code } of parity.channels) {
      expect([via, code]).toEqual([null, null])
      const theirs = lowestOf(({ name }) => name === seller?.name)
      expect(lowest?.bar_after_tax ?? Number.POSITIVE_INFINITY).toBe(theirs)
      const own = parity.direct?.bar_after_tax ?? 0
      expect(gap ?? theirs - own).toBeCloseTo(theirs - own, 2)
    }
    expect(parity.channels.map(({ channel }) => channel)).toContain('zimmerly-com')
    expect(parity.cheapest).toBe('zimmerly-com')
    expect(parity.verdict).toBe('lose')
  })

  test('refuses what belongs to hotels of chains', async () => {
    for (const more of [{ channels: ['lodgista'] }, { ids: { lodgista: '1' } }, { meta: true }]) {
      const refused = await ask('/parity', { ...stay(LONDON), ...more })
      const [field = ''] = Object.keys(more)
      expect([refused.status, errorOf(refused).message]).toEqual([
        400,
        expect.stringContaining(`\`${field}\``),
      ])
    }
  })
})

describe('parity of a chain’s hotel with a metasearch engine', () => {
  const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin }

  test('adds the sellers that are no row yet, for one more shop', async () => {
    const before = await ask('/parity', { ...hotel, channels: ['lodgista', 'ostello'] })
    expect(before.status).toBe(200)
    const plain = await ask('/parity', { ...hotel, channels: ['lodgista', 'ostello'] })
    const answer = await ask('/parity', { ...hotel, channels: ['lodgista', 'ostello'], meta: true })
    expect([answer.status, answer.charged - plain.charged]).toEqual([200, expect.closeTo(1, 3)])
    const { channels } = answer.body as Parity
    expect(channels.slice(0, 2).map(({ channel, via, seller }) => [channel, via, seller])).toEqual([
      ['lodgista', null, null],
      ['ostello', null, null],
    ])
    const added = channels.slice(2)
    expect(added.length).toBeGreaterThan(2)
    expect(added.every(({ via, seller }) => via === 'google_hotels' && seller?.direct === false)).toBe(true)
    expect(added.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['mapleroom', 'nightdeal']))
    expect(new Set(channels.map(({ channel }) => channel)).size).toBe(channels.length)
    const again = await ask('/parity', { ...hotel, channels: ['lodgista', 'ostello'], meta: true })
    expect(again.charged - plain.charged).toBeCloseTo(0.25, 3)
  })

  test('costs 1 credit more if the engine’s id must be resolved', async () => {
    const fresh = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin, channels: ['lodgista'] }
    const ids = { lodgista: 'UNDERCUT-castellan' }
    const plain = await ask('/parity', { ...fresh, ids })
    expect([plain.status, plain.charged]).toEqual([200, 3])
    const resolved = await ask('/parity', { ...fresh, ids, meta: true })
    expect([resolved.charged, (resolved.body as Parity).ids_resolved]).toEqual([0.75 + 1 + 1, true])
    const unresolved = await ask('/parity', {
      chain: 'evergrand',
      hotel_code: 'UNDERCUT',
      checkin,
      channels: ['lodgista'],
      ids: { lodgista: 'UNDERCUT-evergrand' },
      meta: true,
      resolve: false,
    })
    expect((unresolved.body as Parity).channels[1]).toMatchObject({
      channel: 'google_hotels',
      skipped: 'no_listing',
      via: 'google_hotels',
    })
    expect(unresolved.charged).toBe(3)
  })
})

describe('a search of the engine by name', () => {
  const path = (q: string, more = '') =>
    `/v1/hotels/search?q=${encodeURIComponent(q)}&live=google_hotels${more}`

  test('costs a credit, a quarter within a day, and nothing if it finds nothing', async () => {
    const first = await get(market.url, path('Villa Serena London'), key)
    expect([first.status, first.charged]).toEqual([200, 1])
    expect((first.body as Found).hotels[0]).toMatchObject({ chain: 'google_hotels', match: 'name', score: 1 })
    expect((first.body as Found).hotels.map(({ hotel_code: code }) => code)).toContain(LONDON)
    const again = await get(market.url, path('villa serena LONDON'), key)
    expect([again.charged, again.body]).toEqual([0.25, first.body])
    for (let no = 0; no < 2; no += 1) {
      const none = await get(market.url, path('Zzyzx Qwerty Palace'), key)
      expect([none.status, none.charged, none.body]).toEqual([200, 0, { hotels: [] }])
    }
    expect((await get(market.url, '/v1/hotels/search?q=Villa', key)).charged).toBe(0)
  })

  test('puts what it finds into the directory', async () => {
    await get(market.url, path('Maison Clarence Paris'), key)
    const facts = await get(market.url, `/v1/hotels/google_hotels/${PARIS}`, key)
    expect(facts.body).toMatchObject({
      hotel: { chain: 'google_hotels', name: expect.stringContaining('Maison Clarence') },
    })
    await expect
      .poll(
        async () => {
          const found = await get(market.url, '/v1/hotels/search?q=maison%20clarence%20paris&kind=meta', key)
          return (found.body as Found).hotels.map(({ hotel_code: code }) => code)
        },
        { timeout: 20_000 },
      )
      .toContain(PARIS)
  })

  test('refuses what narrows the directory, and other engines', async () => {
    expect((await get(market.url, path('Villa', '&kind=chain'), key)).status).toBe(400)
    expect((await get(market.url, '/v1/hotels/search?q=Villa&live=lodgista', key)).status).toBe(400)
  })

  test('is free if the engine fails, and says which source', async () => {
    await market.sandbox.control('/sources/google_hotels', { fault: 'html' })
    const failed = await get(market.url, path('Villa Serena Tokyo'), key)
    expect([failed.status, failed.charged, errorOf(failed)]).toMatchObject([
      503,
      0,
      { chain: 'google_hotels' },
    ])
    await market.sandbox.control('/reset', {})
  })
})

test('the list of sources has the engine last', async () => {
  const { chains } = (await get(market.url, '/v1/chains', key)).body as {
    chains: { id: string; kind: string }[]
  }
  expect(chains).toHaveLength(17)
  expect(chains.at(-1)).toMatchObject({
    id: 'google_hotels',
    kind: 'meta',
    shop_credits: 1,
    compset_hotel_credits: 1,
  })
})
