import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import type { AwardBody, CalendarBody, CompsetBody, ShopBody, StayBody } from '../support/answers.ts'
import { type Answer, errorOf, post } from '../support/client.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'

let market: GatedMarket
let account: TestAccount
let nights = 10

beforeAll(async () => {
  market = await openGatedMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

/** Every test has nights of its own. */
function freshNight(): string {
  nights += 4
  return inDays(nights)
}

async function ask(path: string, body: object, process = 0): Promise<Answer> {
  return post(market.apis[process]?.url ?? '', `/v1${path}`, account.key, body)
}

async function ok<Body>(path: string, body: object, process = 0): Promise<Body> {
  const answer = await ask(path, body, process)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Body
}

/** The calls that were made upstream while `work` ran. */
async function upstream(work: () => Promise<unknown>): Promise<number> {
  const before = await market.allRequests()
  await work()
  return (await market.allRequests()) - before
}

/** The four ways to ask for one night of one hotel, and whether the answer was stored. */
const VIEWS = {
  '/shop': async (hotel: object, checkin: string, process = 0) =>
    (await ok<ShopBody>('/shop', { ...hotel, checkin }, process)).cached,
  '/award': async (hotel: object, checkin: string, process = 0) =>
    (await ok<AwardBody>('/award', { ...hotel, checkin }, process)).cached,
  '/calendar': async (hotel: object, checkin: string, process = 0) =>
    (await ok<CalendarBody>('/calendar', { ...hotel, nights: { from: checkin, to: checkin } }, process))
      .nights[0]?.cached,
  '/compset': async (hotel: object, checkin: string, process = 0) =>
    (await ok<CompsetBody>('/compset', { hotels: [hotel], checkin }, process)).hotels[0]?.cached,
  '/compset/award': async (hotel: object, checkin: string, process = 0) =>
    (await ok<CompsetBody>('/compset/award', { hotels: [hotel], checkin }, process)).hotels[0]?.cached,
}
const FULL = ['/shop', '/award', '/calendar', '/compset/award'] as const

describe('one store serves every endpoint', () => {
  for (const first of FULL) {
    test(`a full answer of ${first} serves all the others, on any process, without a call`, async () => {
      const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
      const night = freshNight()
      expect(await VIEWS[first](hotel, night)).toBe(false)
      const calls = await upstream(async () => {
        for (const process of [0, 1]) {
          for (const view of Object.values(VIEWS)) expect(await view(hotel, night, process)).toBe(true)
        }
      })
      expect(calls).toBe(0)
    })
  }

  test('where a comparison set takes full shops, its rows serve all the others', async () => {
    const hotel = { chain: 'castellan', hotel_code: 'UNDERCUT' }
    const night = freshNight()
    expect(await VIEWS['/compset'](hotel, night)).toBe(false)
    for (const view of Object.values(VIEWS)) expect(await view(hotel, night, 1)).toBe(true)
  })

  test('a batch has no rooms and no points: it serves a set and the night of a stay, nothing else', async () => {
    const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
    const night = freshNight()
    expect(await VIEWS['/compset'](hotel, night)).toBe(false)
    expect(await VIEWS['/compset'](hotel, night)).toBe(true)
    const stay = await ok<StayBody>('/stay', { ...hotel, checkin: night, los: 2 })
    expect(stay.nights.map(({ cached }) => cached)).toEqual([true, false])
    for (const view of FULL) {
      const other = freshNight()
      await VIEWS['/compset'](hotel, other)
      expect([view, await VIEWS[view](hotel, other)]).toEqual([view, false])
    }
  })

  test('the nights of a native calendar serve a set, and no shop', async () => {
    const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
    const night = freshNight()
    await ok('/stay', { ...hotel, checkin: night, los: 2 })
    expect(await VIEWS['/compset'](hotel, night)).toBe(true)
    expect(await VIEWS['/shop'](hotel, night)).toBe(false)
  })

  test('nor do they serve a set that asks for member rates, which they do not tell', async () => {
    const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
    const night = freshNight()
    await ok('/stay', { ...hotel, checkin: night, los: 2 })
    const set = { hotels: [hotel], checkin: night, rates: 'member' }
    const rows = [await ok<CompsetBody>('/compset', set), await ok<CompsetBody>('/compset', set)]
    expect(rows.map(({ hotels }) => [hotels[0]?.cached, hotels[0]?.lowest?.member])).toEqual([
      [false, 190],
      [true, 190],
    ])
  })

  test('a stay that was shopped as a whole is not its first night', async () => {
    const hotel = { chain: 'castellan', hotel_code: 'UNDERCUT' }
    const night = freshNight()
    await ok('/shop', { ...hotel, checkin: night, los: 2 })
    expect(await VIEWS['/shop'](hotel, night)).toBe(false)
  })

  test('the second process hands out what the first saw, with its time', async () => {
    const body = { chain: 'dunmore', hotel_code: 'UNDERCUT', checkin: freshNight() }
    const [live, stored] = [await ok<ShopBody>('/shop', body), await ok<ShopBody>('/shop', body, 1)]
    expect(stored).toEqual({ ...live, cached: true, cache_age_sec: expect.any(Number) })
  })
})

describe('max_age', () => {
  test('0 never uses the cache and never joins a running call; others may join it', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: freshNight() }
    await ok('/shop', body)
    await market.sandbox.control('/sources/castellan', { latencyMs: 300 })
    const night = { ...body, checkin: freshNight() }
    let answers: ShopBody[] = []
    const calls = await upstream(async () => {
      const forced = [1, 2].map(() => ok<ShopBody>('/shop', { ...night, max_age: 0 }))
      await wait(100)
      const joining = ok<ShopBody>('/shop', night)
      const stored = ok<ShopBody>('/shop', { ...body, max_age: 0 })
      answers = await Promise.all([...forced, joining, stored])
    })
    await market.sandbox.control('/sources/castellan', { latencyMs: 0 })
    expect(calls).toBe(3)
    expect(answers.map(({ cached }) => cached)).toEqual([false, false, true, false])
  })

  test('a second of it is over after a second, also in the memory of the process that asked', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: freshNight() }
    await ok('/shop', body)
    await wait(1200)
    expect(await ok<ShopBody>('/shop', { ...body, max_age: 60 })).toMatchObject({
      cached: true,
      cache_age_sec: 1,
    })
    expect(await ok<ShopBody>('/shop', { ...body, max_age: 1 })).toMatchObject({ cached: false })
  })
})

describe('what changed is kept', () => {
  async function history(source: string, code: string, night: string) {
    const { rows } = await market.database.pool.query<{ status: string; bar: number | null }>(
      `select h.status::text, h.bar from cell_history h join hotels on hotels.id = h.hotel
       where hotels.source = $1 and hotels.code = $2 and h.night = $3 and h.kind = 'c' and h.los = 1 order by h.seen`,
      [source, code, night],
    )
    return rows.map(({ status, bar }) => [status, bar])
  }

  test('each new price is a line of the history', async () => {
    const night = freshNight()
    for (let time = 0; time < 3; time += 1) {
      await ok('/shop', { chain: 'aurelia', hotel_code: 'DROPS', checkin: night, max_age: 0 })
    }
    // 400.00 less 15 %, and 5 % less each time.
    expect(await history('aurelia', 'DROPS', night)).toEqual([
      ['a', 34_000],
      ['a', 32_300],
      ['a', 30_685],
    ])
  })

  test('so is each turn from available to sold out and back', async () => {
    const night = freshNight()
    for (let time = 0; time < 3; time += 1) {
      await ok('/shop', { chain: 'castellan', hotel_code: 'FLAPS', checkin: night, max_age: 0 })
    }
    expect(await history('castellan', 'FLAPS', night)).toEqual([
      ['a', 17_000],
      ['s', null],
      ['a', 17_000],
    ])
  })

  test('the same figures seen again add nothing, whichever kind of answer brings them', async () => {
    const night = freshNight()
    const chains = 'aurelia brightwater castellan dunmore evergrand foxhollow glasshouse harborline'
    const more = 'ivyrow juniper kestrel lodgista mapleroom nightdeal ostello pillowfare'
    for (const [index, chain] of `${chains} ${more}`.split(' ').entries()) {
      const code = index < 11 ? 'UNDERCUT' : 'UNDERCUT-aurelia'
      const hotel = { chain, hotel_code: code }
      await ok('/shop', { ...hotel, checkin: night })
      await ok('/compset', { hotels: [hotel], checkin: night, max_age: 0 })
      await ok('/compset', { hotels: [hotel], checkin: night, max_age: 0, rates: 'member' })
      await ok('/stay', { ...hotel, checkin: night, los: 2, max_age: 0 })
      await ok('/shop', { ...hotel, checkin: night, max_age: 0 })
      expect([chain, (await history(chain, code, night)).length]).toEqual([chain, 1])
    }
  })
})

describe('points that cannot be had', () => {
  const night = { first: '', second: '' }

  beforeAll(async () => {
    night.first = freshNight()
    night.second = freshNight()
    market.gate.refuse(({ path }) => path.startsWith('/aurelia/par/'))
  })

  afterAll(() => market.gate.open())

  const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }

  test('a shop answers without them', async () => {
    const body = await ok<ShopBody>('/shop', { ...hotel, checkin: night.first })
    expect(body).toMatchObject({ status: 'available', lowest: { bar: 170, lowest_points: null, cpp: null } })
  })

  test('an award fails, free of charge, and names the chain', async () => {
    for (const checkin of [night.first, night.second]) {
      const answer = await ask('/award', { ...hotel, checkin })
      expect(answer).toMatchObject({ status: 503, charged: 0 })
      expect(errorOf(answer)).toMatchObject({ code: 'source_unavailable', chain: 'aurelia' })
    }
  })

  test('a hotel of an award set fails, and spoils no other', async () => {
    const other = { chain: 'castellan', hotel_code: 'UNDERCUT' }
    const { hotels } = await ok<CompsetBody>('/compset/award', {
      hotels: [hotel, other],
      checkin: night.first,
    })
    expect(hotels).toMatchObject([
      { status: null, lowest: null, cached: null, error: { code: 'source_unavailable' } },
      { status: 'available', lowest: { lowest_points: 50_000 } },
    ])
  })

  test('the cash of a free answer was not paid for, so it serves nobody', async () => {
    expect(await ask('/award', { ...hotel, checkin: night.second })).toMatchObject({
      status: 503,
      charged: 0,
    })
    expect(await VIEWS['/shop'](hotel, night.second)).toBe(false)
    expect(await VIEWS['/shop'](hotel, night.second)).toBe(true)
  })

  test('once the points are back they are asked for, on every process, and then serve all', async () => {
    market.gate.open()
    for (const [process, checkin] of [night.first, night.second].entries()) {
      const view = process === 0 ? VIEWS['/compset/award'] : VIEWS['/award']
      expect(await view(hotel, checkin, process)).toBe(false)
      expect(await VIEWS['/award'](hotel, checkin, process)).toBe(true)
      expect((await ok<ShopBody>('/shop', { ...hotel, checkin }, process)).lowest.lowest_points).toBe(40_000)
    }
  })
})

test('a failing write loses no answer and does not end the process', async () => {
  const { pool } = market.database
  await pool.query(`create function deny() returns trigger language plpgsql as 'begin raise ''full''; end'`)
  await pool.query(
    'create trigger deny before insert or update on cells for each row execute function deny()',
  )
  const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: freshNight(), los: 3 }
  try {
    expect((await ask('/shop', body)).charged).toBe(1)
    market.gate.refuse(({ body: text }) => text.includes(`End="${inDays(nights + 3)}"`))
    const next = { ...body, checkin: inDays(nights), hotel_code: 'AWARDFLAP' }
    expect(await ask('/stay', next)).toMatchObject({ status: 503, charged: 0 })
    await wait(100)
  } finally {
    market.gate.open()
    await pool.query('drop function deny cascade')
  }
  expect((await ask('/shop', { ...body, checkin: freshNight() })).status).toBe(200)
})
