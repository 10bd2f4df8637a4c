import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { comparablePlans } from '../sources/world-figures.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import type { AwardBody, CalendarBody, ShopBody, StayBody } from '../support/answers.ts'
import { growOlder } from '../support/billed.ts'
import { get, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'

let market: GatedMarket
let account: TestAccount
let documented: Documented
let nights = 10

beforeAll(async () => {
  market = await openGatedMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
})

afterAll(() => market.stop())

/** The first of four nights that no other test asks for. */
function freshNight(): number {
  nights += 4
  return nights
}

async function ok<Body>(path: string, body: object, process = 0): Promise<Body> {
  const answer = await post(market.apis[process]?.url ?? '', `/v1${path}`, account.key, body)
  expect(answer).toMatchObject({ status: 200 })
  expect({ body: answer.body, problems: documented.problems(path, 200, answer.body) }).toMatchObject({
    problems: [],
  })
  return answer.body as Body
}

/** Makes every stored answer one from before totals of points were kept. */
async function forgetTotals(): Promise<void> {
  await market.database.pool.query(
    `update stays set answer = regexp_replace(answer, '"pointsTotal":[^,}]+,', '', 'g')`,
  )
}

/** So that a stepping test hotel has moved on by one. */
async function shopTwice(body: object): Promise<void> {
  await ok('/shop', { ...body, max_age: 0 })
  await ok('/shop', { ...body, max_age: 0 })
}

describe('awards of a night at 170.00, with tax and fee 192.00', () => {
  // Points of the chart's middle category; cpp = 19,200 cents by the point.
  const CHART = [
    { chain: 'aurelia', points: 40_000, cpp: 0.48, certs: '40k:0;50k:0;85k:0;35k:5000' },
    { chain: 'brightwater', points: 40_000, cpp: 0.48, certs: '40k:0' },
    { chain: 'castellan', points: 50_000, cpp: 0.38, certs: 'standard:0' },
    { chain: 'dunmore', points: 20_000, cpp: 0.96, certs: 'cat1_7:0' },
    { chain: 'evergrand', points: 8_000, cpp: 2.4, certs: null },
    { chain: 'foxhollow', points: 22_500, cpp: 0.85, certs: null },
    { chain: 'harborline', points: 24_000, cpp: 0.8, certs: null },
  ]

  test.each(CHART)('$chain: $points points, $cpp cents each, certificates $certs', async (row) => {
    const { chain, points, cpp, certs } = row
    const body = await ok<AwardBody>('/award', { chain, hotel_code: 'UNDERCUT', checkin: inDays(12) })
    expect(body).toMatchObject({ status: 'available', cpp, cash_comparison: { bar_after_tax: 192 } })
    const standard = body.award_rates.find((rate) => rate.standard && rate.cash_copay_per_night === null)
    expect(standard).toMatchObject({ points_per_night: points, points_total: points, cpp, certs })
  })

  test('points + cash stand apart; premium awards have neither value nor certificate', async () => {
    const body = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(freshNight()), los: 3, rooms: 2 }
    const { award_rates: rates, cpp } = await ok<AwardBody>('/award', body)
    // Half the points and 80.00: (192.00 − 80.00) by 20,000. The premium room takes 1.56 times the points, in steps of 500.
    expect(
      rates.map((rate) => [rate.rate_code, rate.points_per_night, rate.points_total, rate.certs, rate.cpp]),
    ).toEqual([
      ['AWSTD', 40_000, 240_000, '40k:0;50k:0;85k:0;35k:5000', 0.48],
      ['AWCASH', 20_000, 120_000, null, 0.56],
      ['AWPREM', 62_500, 375_000, null, null],
    ])
    expect(cpp).toBe(0.48)
    const { lowest } = await ok<ShopBody>('/shop', body)
    expect(lowest).toMatchObject({
      lowest_points: 40_000,
      lowest_points_cash: 20_000,
      cash_copay: 80,
      cpp: 0.48,
    })
  })

  test('the total of an award is the sum of its nights, also where they differ', async () => {
    const world = createWorld({ seed: 1, now: Date.now })
    const ask = { los: 3, adults: 2, children: 0, rooms: 2, currency: 'USD' }
    for (const chain of ['aurelia', 'castellan']) {
      const sums = world.listings(chain).flatMap(({ code }) =>
        [60, 110, 160, 210].flatMap((days) => {
          const quote = world.quote(chain, code, { ...ask, checkin: inDays(days) })
          return (quote?.rooms ?? []).flatMap((room) =>
            room.awards.map((award) => ({
              code,
              days,
              room: room.code,
              award: award.code,
              sum: award.nights.reduce((sum, { points }) => sum + points, 0),
            })),
          )
        }),
      )
      const uneven = sums.find(({ sum }) => sum % 3 !== 0)
      if (!uneven) throw new Error(`no uneven award at ${chain}`)
      const body = { chain, hotel_code: uneven.code, checkin: inDays(uneven.days), los: 3, rooms: 2 }
      const { award_rates: rates } = await ok<AwardBody>('/award', body)
      const rate = rates.find((each) => each.room_code === uneven.room && each.rate_code === uneven.award)
      expect(rate).toMatchObject({
        points_per_night: Math.round(uneven.sum / 3),
        points_total: 2 * uneven.sum,
      })
      await forgetTotals()
      const older = await ok<AwardBody>('/award', body, 1)
      const kept = older.award_rates.find(
        (each) => each.room_code === uneven.room && each.rate_code === uneven.award,
      )
      expect(kept?.points_total).toBe(6 * Math.round(uneven.sum / 3))
    }
  })

  // Hand-computed: of five nights at 40,000 the cheapest is free, of four at 50,000 the last, for those whom the rule is for.
  test.each([
    { chain: 'aurelia', los: 4, elite: true, due: [160_000, 0] },
    { chain: 'aurelia', los: 5, elite: false, due: [160_000, 1] },
    { chain: 'aurelia', los: 11, elite: false, due: [360_000, 2] },
    { chain: 'brightwater', los: 5, elite: false, due: [200_000, 0] },
    { chain: 'brightwater', los: 5, elite: true, due: [160_000, 1] },
    { chain: 'castellan', los: 4, elite: false, due: [200_000, 0] },
    { chain: 'castellan', los: 4, elite: true, due: [150_000, 1] },
    { chain: 'dunmore', los: 10, elite: true, due: [200_000, 0] },
  ])('$chain, $los nights, elite $elite: due and free are $due', async ({ chain, los, elite, due }) => {
    const stay = { checkin: inDays(300), los, elite }
    const { award_rates: rates } = await ok<AwardBody>('/award', { chain, hotel_code: 'UNDERCUT', ...stay })
    const dueOf = (code: string) => {
      const rate = rates.find(({ rate_code }) => rate_code === code)
      return rate && [rate.points_due, rate.free_nights]
    }
    expect(dueOf('AWSTD')).toEqual(due)
    const premium = rates.find(({ standard }) => !standard)
    expect(dueOf(premium?.rate_code ?? '')).toEqual(premium && [premium.points_total, 0])
    const hotels = [{ chain, hotel_code: 'UNDERCUT' }]
    const set = await ok<{ hotels: object[] }>('/compset/award', { hotels, ...stay })
    expect(set.hotels).toMatchObject([{ points_due: due[0], free_nights: due[1] }])
  })

  test('two rooms have the same free nights; points + cash and single nights have none', async () => {
    const body = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(330), rooms: 2 }
    const { award_rates: rates } = await ok<AwardBody>('/award', { ...body, los: 5 })
    expect(rates.slice(0, 2)).toMatchObject([
      { rate_code: 'AWSTD', points_total: 400_000, points_due: 320_000, free_nights: 1 },
      { rate_code: 'AWCASH', points_total: 200_000, points_due: 200_000, free_nights: 0 },
    ])
    const one = await ok<AwardBody>('/award', body)
    expect(one.award_rates[0]).not.toHaveProperty('points_due')
    const set = await ok<{ hotels: object[] }>('/compset/award', {
      hotels: [
        { chain: 'glasshouse', hotel_code: 'UNDERCUT' },
        { chain: 'aurelia', hotel_code: 'UNKNOWN' },
      ],
      checkin: inDays(330),
      los: 5,
    })
    expect(set.hotels).toMatchObject([
      { points_due: null, free_nights: null },
      { points_due: null, free_nights: null },
    ])
  })

  test('the free night is the cheapest of nights that differ', async () => {
    const world = createWorld({ seed: 1, now: Date.now })
    const los = 5
    const free = (points: readonly number[]) => Math.min(...points)
    for (const chain of ['aurelia', 'brightwater']) {
      const ask = { los, adults: 2, children: 0, rooms: 1, currency: 'USD' }
      const found = world
        .listings(chain)
        .flatMap(({ code }) =>
          [60, 110, 160, 210].map((days) => ({
            code,
            days,
            points: world
              .quote(chain, code, { ...ask, checkin: inDays(days) })
              ?.rooms.flatMap(({ awards }) => awards)
              .find((award) => award.code === 'AWSTD')
              ?.nights.map((night) => night.points),
          })),
        )
        .find(({ points }) => points && free(points) * los !== points.reduce((sum, night) => sum + night, 0))
      if (!found?.points) throw new Error(`no uneven award at ${chain}`)
      const { award_rates: rates } = await ok<AwardBody>('/award', {
        chain,
        hotel_code: found.code,
        checkin: inDays(found.days),
        los,
        elite: true,
      })
      const total = found.points.reduce((sum, night) => sum + night, 0)
      expect(rates.find(({ rate_code }) => rate_code === 'AWSTD')).toMatchObject({
        points_total: total,
        points_due: total - free(found.points),
        free_nights: 1,
      })
    }
  })

  test('where only a premium award is left it is the lowest, without value or certificate', async () => {
    // Nine guests do not fit into the standard room.
    const body = {
      chain: 'aurelia',
      hotel_code: 'UNDERCUT',
      checkin: inDays(freshNight()),
      adults: 8,
      children: 1,
    }
    const award = await ok<AwardBody>('/award', body)
    expect(award.award_rates).toMatchObject([
      { rate_code: 'AWPREM', standard: false, certs: null, cpp: null },
    ])
    expect(award.cpp).toBeNull()
    expect((await ok<ShopBody>('/shop', body)).lowest).toMatchObject({
      lowest_points: 62_500,
      lowest_points_cash: null,
      cash_copay: null,
      cpp: null,
    })
  })

  test('half a hundredth of a cent goes up', async () => {
    // 340.00 and 10 % tax: 37,400 cents by 40,000 points are 0.935.
    const body = { chain: 'aurelia', hotel_code: 'DROPS', checkin: inDays(freshNight()) }
    expect((await ok<AwardBody>('/award', body)).cpp).toBe(0.94)
  })

  test('a night without awards has none, and no value', async () => {
    const body = { chain: 'castellan', hotel_code: 'AWARDFLAP', checkin: inDays(freshNight()) }
    expect((await ok<AwardBody>('/award', { ...body, max_age: 0 })).cpp).toBe(0.38)
    expect(await ok<AwardBody>('/award', { ...body, max_age: 0 })).toMatchObject({
      status: 'available',
      award_rates: [],
      cash_comparison: { bar: 170 },
      cpp: null,
    })
  })
})

describe('a stay against its nights', () => {
  test('the cheaper one, its saving after tax, and the totals of all rooms', async () => {
    const first = freshNight()
    const hotel = { chain: 'castellan', hotel_code: 'DROPS', rooms: 2 }
    await shopTwice({ ...hotel, checkin: inDays(first) })
    const body = await ok<StayBody>('/stay', { ...hotel, checkin: inDays(first), los: 2 })
    // The whole stay is asked for once: 340.00 a night. Its first night alone had dropped to 323.00. Tax is 10 %.
    expect(body.stay).toMatchObject({ status: 'available', lowest: { bar: 340, bar_after_tax: 374 } })
    expect(body.nights.map(({ night, lowest, cached }) => [night, lowest?.bar, cached])).toEqual([
      [inDays(first), 323, true],
      [inDays(first + 1), 340, false],
    ])
    expect(body.totals.stay).toMatchObject({ bar: 1360, bar_after_tax: 1496 })
    expect(body.totals.nights).toMatchObject({ bar: 1326, bar_after_tax: 1458.6 })
    expect(body.split).toEqual({
      cheaper: 'nights',
      basis: 'bar_after_tax',
      saving: 37.4,
      possible: true,
      blocked_by: [],
    })
  })

  test('equal prices save nothing', async () => {
    const body = { chain: 'harborline', hotel_code: 'UNDERCUT', checkin: inDays(freshNight()), los: 3 }
    const { totals, split } = await ok<StayBody>('/stay', body)
    expect(totals.stay).toMatchObject({ bar: 510, bar_after_tax: 576 })
    expect(totals.nights).toMatchObject({ bar: 510, bar_after_tax: 576 })
    expect(split).toMatchObject({ cheaper: 'equal', saving: 0, possible: true })
  })

  test('nights that cost differently are averaged, half up, plan by plan, and the total stays exact', async () => {
    const world = createWorld({ seed: 1, now: Date.now })
    const ask = { checkin: inDays(40), los: 4, adults: 2, children: 0, rooms: 1, currency: 'USD' }
    const quotes = world
      .listings('castellan')
      .slice(0, 60)
      .map(({ code }) => ({ code, quote: world.quote('castellan', code, ask) }))
    const lowestTotal = (quote: (typeof quotes)[number]['quote']) =>
      Math.min(
        ...(quote ? comparablePlans(quote) : [])
          .filter(({ memberOnly }) => !memberOnly)
          .map((plan) => plan.nights.reduce((sum, { base }) => sum + base, 0)),
      )
    // The average of such a stay is no whole cent.
    const uneven = quotes.filter(({ quote }) => quote?.status === 'available' && lowestTotal(quote) % 4 !== 0)
    expect(uneven.length).toBeGreaterThan(2)
    for (const { code, quote } of uneven.slice(0, 3)) {
      const {
        stay,
        totals,
        nights: alone,
      } = await ok<StayBody>('/stay', {
        chain: 'castellan',
        hotel_code: code,
        checkin: inDays(40),
        los: 4,
      })
      const total = lowestTotal(quote)
      expect(stay.lowest.bar).toBe(Math.floor((2 * total + 4) / 8) / 100)
      expect(totals.stay.bar).toBe(total / 100)
      const bars = alone.map(({ lowest }) => lowest?.bar ?? Number.NaN)
      const sum = bars.reduce((before, night) => before + Math.round(night * 100), 0)
      expect(totals.nights?.bar ?? Number.NaN).toBe(sum / 100)
    }
  })

  test('a minimum stay blocks the split on the nights that have one', async () => {
    for (const chain of ['aurelia', 'castellan']) {
      const first = freshNight()
      const body = { chain, hotel_code: 'MINLOS3', checkin: inDays(first), los: 3 }
      const { stay, nights: alone, totals, split } = await ok<StayBody>('/stay', body)
      expect(stay.status).toBe('available')
      expect(alone.map(({ status, min_los }) => [status, min_los])).toEqual(
        Array.from({ length: 3 }, () => ['restricted_los', 3]),
      )
      expect(totals.nights).toEqual({ bar: null, bar_after_tax: null, member: null, member_after_tax: null })
      expect(split).toEqual({
        cheaper: null,
        basis: null,
        saving: null,
        possible: false,
        blocked_by: [0, 1, 2].map((night) => inDays(first + night)),
      })
    }
  })

  test('a night that is sold out alone blocks it by name', async () => {
    const first = freshNight()
    const hotel = { chain: 'castellan', hotel_code: 'FLAPS' }
    await shopTwice({ ...hotel, checkin: inDays(first + 1) })
    const { nights: alone, split } = await ok<StayBody>('/stay', {
      ...hotel,
      checkin: inDays(first),
      los: 3,
    })
    expect(alone.map(({ status }) => status)).toEqual(['available', 'sold_out', 'available'])
    expect(split).toMatchObject({ cheaper: null, possible: false, blocked_by: [inDays(first + 1)] })
  })

  test('a night that could not be asked for leaves the sum open and blocks the split', async () => {
    const first = freshNight()
    market.gate.refuse(({ body }) => body.includes(`Start="${inDays(first + 1)}"`))
    const {
      nights: alone,
      totals,
      split,
    } = await ok<StayBody>('/stay', {
      chain: 'castellan',
      hotel_code: 'UNDERCUT',
      checkin: inDays(first),
      los: 3,
    })
    market.gate.open()
    expect(alone[1]).toEqual({
      night: inDays(first + 1),
      status: null,
      min_los: null,
      lowest: null,
      cached: null,
      error: { code: 'source_unavailable', message: expect.any(String) },
    })
    expect(totals).toMatchObject({ stay: { bar: 510 }, nights: null })
    expect(split).toMatchObject({
      cheaper: null,
      saving: null,
      possible: false,
      blocked_by: [inDays(first + 1)],
    })
  })
})

describe('a calendar', () => {
  test('has a row for each night, from the first to the last', async () => {
    const first = freshNight()
    const range = { from: inDays(first), to: inDays(first + 3) }
    const body = await ok<CalendarBody>('/calendar', {
      chain: 'aurelia',
      hotel_code: 'UNDERCUT',
      nights: range,
    })
    expect(body.nights.map(({ night }) => night)).toEqual([0, 1, 2, 3].map((day) => inDays(first + day)))
    for (const { lowest } of body.nights) {
      expect(lowest).toMatchObject({ bar: 170, member: 190, lowest_points: 40_000, cpp: 0.48 })
    }
  })

  test('is as fresh as its oldest night', async () => {
    const first = freshNight()
    const hotel = { chain: 'castellan', hotel_code: 'UNDERCUT' }
    await ok('/calendar', { ...hotel, nights: { from: inDays(first), to: inDays(first + 1) } })
    await growOlder(market.database.pool, inDays(first + 1), 1200)
    const range = { from: inDays(first), to: inDays(first + 2) }
    const body = await ok<CalendarBody>('/calendar', { ...hotel, nights: range }, 1)
    expect(body.nights.map(({ cached }) => cached)).toEqual([true, true, false])
    const { cached, observed_at, cache_age_sec } = body
    const [, oldest] = body.nights
    expect({ cached, observed_at, cache_age_sec }).toEqual({
      cached: true,
      observed_at: oldest?.observed_at,
      cache_age_sec: oldest?.cache_age_sec,
    })
    expect(cache_age_sec).toBeGreaterThanOrEqual(1200)
  })

  test('tells a night that failed from the others', async () => {
    const first = freshNight()
    market.gate.refuse(({ body }) => body.includes(`Start="${inDays(first)}"`))
    const range = { from: inDays(first), to: inDays(first + 1) }
    const body = await ok<CalendarBody>('/calendar', {
      chain: 'castellan',
      hotel_code: 'UNDERCUT',
      nights: range,
    })
    market.gate.open()
    expect(body).toMatchObject({ currency: 'USD', cached: false })
    expect(body.nights).toMatchObject([
      { status: null, lowest: null, cached: null, observed_at: null, error: { code: 'source_unavailable' } },
      { status: 'available', lowest: { bar: 170 }, cached: false },
    ])
  })
})
