import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorDigits } from '../../src/kernel/money.ts'
import { DAY_MS, plant, type Sight, SOLD_OUT } from '../history/past.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { judgeByHand, type Observed } from './by-hand.ts'
import { type CompsetBody, marketByHand } from './market-by-hand.ts'

/** `INSIGHT_RUNS=1000 vitest run service/test/insight` for the long form. */
const RUNS = Number(process.env['INSIGHT_RUNS'] ?? 12)

let market: Market
let account: TestAccount
let documented: Documented

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { credits: 10_000_000, rps: 100_000 })
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
})
afterAll(() => market.stop())

interface InsightBody {
  currency: string
  current: { bar: number | null; bar_after_tax: number | null; lowest_points: number | null; cached: boolean }
  basis: 'bar' | 'bar_after_tax' | 'lowest_points'
  typical: { median: number; nights: number; observations: number; widened: string[] } | null
  percentile: number | null
  vs_median_pct: number | null
  label: string
  why: string
  similar: { hotels: number; median: number; vs_median_pct: number; label: string } | null
  trend: object | null
  lead_curve: object[]
}

interface Told<Body> extends Answer {
  body: Body
}

async function ask<Body>(path: string, body: object, headers = {}): Promise<Told<Body>> {
  const answer = await post(market.url, `/v1${path}`, account.key, body, headers)
  const isTold = answer.status === 200 && !('dry_run' in body)
  expect(isTold ? documented.problems(path, 200, answer.body) : []).toEqual([])
  return answer as Told<Body>
}

interface Shop {
  currency: string
  tax_included: boolean
  lowest: { bar: number; bar_after_tax: number; lowest_points: number | null }
}

/** Every change of a hotel that is kept, from `/history`. */
async function historyOf(
  hotel: { chain: string; hotel_code: string; los: number; kind: string },
  [first, last]: [number, number] = [-400, 499],
): Promise<Observed[]> {
  const observed: Observed[] = []
  for (let from = first; from <= last; from += 93) {
    const nights = { from: inDays(from), to: inDays(Math.min(last, from + 92)) }
    const { body } = await ask<{ nights: { night: string; observations: Observed[] }[] }>('/history', {
      ...hotel,
      nights,
    })
    for (const { night, observations } of body.nights)
      observed.push(...observations.map((one) => Object.assign(one, { night })))
  }
  return observed
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const between = (low: number, high: number) => low + Math.floor(Math.random() * (high - low + 1))

/** A past with sold out nights, other currencies and other bases in it. */
function randomPast(shop: Shop, count: number): Sight[] {
  const [bar, points] = [Math.round(shop.lowest.bar * 100), shop.lowest.lowest_points ?? 30_000]
  return Array.from({ length: count }, () => {
    const night = between(-399, 60)
    const lead = pick([0, 1, 3, 6, 10, 20, 40, 90, 150])
    const seenMs = Date.now() + Math.min(-2, night - lead) * DAY_MS - between(0, DAY_MS)
    const share = between(60, 140)
    const chance = Math.random()
    return {
      night: inDays(night),
      seenMs,
      los: pick([1, 1, 1, 2]),
      kind: pick(['cash', 'cash', 'award']),
      figures: {
        ...(chance < 0.1 && SOLD_OUT),
        ...(chance >= 0.1 && {
          bar: Math.round((bar * share) / 100),
          barAfterTax: chance < 0.2 ? null : Math.round((bar * share) / 80),
          points: Math.round((points * share) / 100),
        }),
        currency: chance > 0.9 ? 'CHF' : shop.currency,
        taxIncluded: chance > 0.8 && chance < 0.9 ? !shop.tax_included : shop.tax_included,
      },
    }
  })
}

/** The first stay after half a year that is not sold out: which one that is depends on the day. */
async function openShop(hotel: { chain: string; hotel_code: string }): Promise<Shop> {
  for (let day = 200; day < 220; day += 1) {
    const { body } = await ask<Shop & { status: string }>('/shop', { ...hotel, checkin: inDays(day) })
    if (body.status === 'available') return body
  }
  throw new Error(`${hotel.hotel_code} is sold out for twenty nights`)
}

test('for random questions, the judgement is the one that can be computed from /history', async () => {
  const hotels: { chain: string; hotel_code: string; count: number }[] = [
    { chain: 'aurelia', hotel_code: 'LONAU', count: 3000 },
    { chain: 'aurelia', hotel_code: 'TOKAU', count: 250 },
    { chain: 'castellan', hotel_code: 'NEWCA', count: 60 },
  ]
  const known = new Map<string, Observed[]>()
  for (const { count, ...hotel } of hotels) {
    await plant(market.database.pool, hotel, randomPast(await openShop(hotel), count))
  }
  const labels = new Set<string>()
  const widenings = new Set<string | undefined>()
  for (let run = 0; run < RUNS; run += 1) {
    const { count: _count, ...hotel } = pick(hotels)
    const [kind, los] = [pick(['cash', 'award'] as const), pick([1, 1, 2])]
    const checkin = between(-1, 160)
    const place = { ...hotel, los, kind }
    const key = JSON.stringify(place)
    const { body } = await ask<InsightBody>('/insight', { ...place, checkin: inDays(checkin) })
    const nowMs = Date.now()
    // What was known of the other nights, and what the question itself added to this one.
    const others = known.get(key) ?? (await historyOf(place))
    const own = await historyOf(place, [checkin, checkin])
    const observed = [...others.filter(({ night }) => night !== inDays(checkin)), ...own]
    known.set(key, observed)
    const shop = await ask<Shop>('/shop', { ...hotel, los, checkin: inDays(checkin) })
    const expected = judgeByHand(
      observed,
      {
        checkin: inDays(checkin),
        kind,
        currency: body.currency,
        taxIncluded: shop.body.tax_included,
        basis: body.basis,
        current: body.current[body.basis],
        nowMs,
      },
      minorDigits(body.currency),
    )
    const { typical, percentile, vs_median_pct, label, trend, lead_curve } = body
    expect({ typical, percentile, vs_median_pct, label, trend, lead_curve }).toEqual(expected)
    labels.add(label)
    widenings.add(JSON.stringify(typical?.widened))
    // A stay of the same hotel that was shopped for one kind is known for the other.
    for (const other of ['cash', 'award'])
      if (other !== kind) known.delete(JSON.stringify({ ...place, kind: other }))
  }
  // The long form meets every label and every way to widen the window.
  expect(RUNS < 1000 || (labels.size === 5 && widenings.size === 5)).toBe(true)
})

/** Twelve nights at one price, two changes each, at the lead time of tonight’s question. */
const usual = (price: number, extra: Partial<Sight['figures']> = {}): Sight[] =>
  Array.from({ length: 40 }, (_, index) => index + 3)
    .filter((days) => ![5, 6].includes(new Date(inDays(-days)).getUTCDay()))
    .slice(0, 12)
    .flatMap((days) =>
      [1, 0].map((more) => ({
        night: inDays(-days),
        seenMs: Date.now() - (days + 10) * DAY_MS + (1 - more) * 60_000,
        figures: { barAfterTax: price + more, bar: price - 1000, ...extra },
      })),
    )

/** A weekday night ten or eleven days ahead. */
const weekday =
  [10, 11, 12, 13].map(inDays).find((night) => ![5, 6].includes(new Date(night).getUTCDay())) ?? ''

async function shopOf(hotel: object): Promise<Shop> {
  return (await ask<Shop>('/shop', { ...hotel, checkin: weekday })).body
}

test('a night that was looked at a thousand times weighs as much as one that was looked at twice', async () => {
  const hotel = { chain: 'evergrand', hotel_code: 'H9025' }
  const shop = await shopOf(hotel)
  const basis = { currency: shop.currency, taxIncluded: shop.tax_included }
  const price = Math.round(shop.lowest.bar_after_tax * 100)
  const sights = usual(price, basis)
  await plant(market.database.pool, hotel, sights)
  const before = (await ask<InsightBody>('/insight', { ...hotel, checkin: weekday })).body
  expect(before).toMatchObject({
    basis: 'bar_after_tax',
    typical: { median: price / 100, nights: 12, observations: 24, widened: [] },
    percentile: 50,
    vs_median_pct: 0,
    label: 'typical',
  })
  const busy = sights.at(-1)
  await plant(
    market.database.pool,
    hotel,
    Array.from({ length: 1000 }, (_, look) => ({
      night: busy?.night ?? '',
      seenMs: (busy?.seenMs ?? 0) + (look + 1) * 1000,
      figures: { ...basis, bar: price * 3, barAfterTax: price * (look % 2 === 0 ? 2 : 3) },
    })),
  )
  const after = (await ask<InsightBody>('/insight', { ...hotel, checkin: weekday })).body
  expect(after.typical).toMatchObject({ median: price / 100, nights: 12, observations: 1024 })
  expect(after.percentile).toBe(45.8)
})

test('nights in another currency or on another tax basis do not count, and the answer says so', async () => {
  const hotel = { chain: 'castellan', hotel_code: 'LONCA' }
  const shop = await shopOf(hotel)
  const price = Math.round(shop.lowest.bar_after_tax * 125)
  const sights = usual(price, { currency: shop.currency, taxIncluded: shop.tax_included })
  const nights = [...new Set(sights.map(({ night }) => night))]
  const [otherCurrency, otherBasis] = [nights.slice(0, 3), nights.slice(3, 5)]
  await plant(
    market.database.pool,
    hotel,
    sights.map((sight) => ({
      ...sight,
      figures: {
        ...sight.figures,
        ...(otherCurrency.includes(sight.night) && { currency: 'CHF' }),
        ...(otherBasis.includes(sight.night) && { taxIncluded: !shop.tax_included }),
      },
    })),
  )
  const few = (await ask<InsightBody>('/insight', { ...hotel, checkin: weekday })).body
  // Seven nights with fourteen observations are left.
  expect(few).toMatchObject({ typical: null, percentile: null, vs_median_pct: null, label: 'unknown' })
  expect(few.why).toBe(
    'Too little is known to compare with: 7 other nights with 14 observations in the last 365 days, and it takes 7 nights with 20 observations. 5 nights were seen only in another currency or on another tax basis and do not count.',
  )
  const later = sights.filter(({ night }) => !otherCurrency.includes(night) && !otherBasis.includes(night))
  await plant(
    market.database.pool,
    hotel,
    later.map((sight) =>
      Object.assign({}, sight, {
        seenMs: sight.seenMs + 3_600_000,
        figures: { ...sight.figures, member: 1, memberKnown: true },
      }),
    ),
  )
  const enough = (await ask<InsightBody>('/insight', { ...hotel, checkin: weekday })).body
  expect(enough).toMatchObject({ typical: { nights: 7 }, vs_median_pct: -20, label: 'deal', percentile: 0 })
  expect(enough.why).toMatch(
    / is 20% below the median of 7 other weekday nights seen 8–14 days ahead in the last 365 days, .*percentile 0\. 5 nights were seen only in another/,
  )
})

test('a judgement costs a shop and a quarter credit; quotes and failures follow the shop', async () => {
  const stay = { chain: 'aurelia', hotel_code: 'NEWAU', checkin: inDays(33) }
  expect(await ask('/insight', { ...stay, dry_run: true })).toMatchObject({
    charged: 0,
    body: { quote: { credits_min: 0, credits_max: 1.25, cached: 1, live: 1, free: 0 } },
  })
  const refused = await ask('/insight', { ...stay, max_credits: 1.2 })
  expect(errorOf(refused).message).toContain('up to 1.25 credits')
  const live = await ask<InsightBody>('/insight', stay, { 'idempotency-key': 'insight-once' })
  expect(live).toMatchObject({
    status: 200,
    charged: 1.25,
    body: { label: 'unknown', current: { cached: false } },
  })
  expect(await ask('/insight', stay, { 'idempotency-key': 'insight-once' })).toMatchObject({ charged: 0 })
  expect(await ask('/insight', stay)).toMatchObject({ charged: 0.5, body: { current: { cached: true } } })
  expect(await ask('/insight', { ...stay, dry_run: true })).toMatchObject({
    body: { quote: { credits_min: 0.5, credits_max: 0.5, cached: 2, live: 0 } },
  })
  const before = await readBooks(market.database.pool, account.no)
  expect(await ask('/insight', { ...stay, hotel_code: 'REFUSED' })).toMatchObject({ status: 503, charged: 0 })
  expect(await ask('/insight', { ...stay, chain: 'glasshouse', kind: 'award' })).toMatchObject({
    status: 400,
  })
  expect(await readBooks(market.database.pool, account.no)).toEqual(before)
})

test('a stay without a price has no label, and its usual price is still told', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'SOLDOUT' }
  const { body: shop } = await ask<Shop>('/shop', { ...hotel, checkin: weekday })
  await plant(
    market.database.pool,
    hotel,
    usual(20_000, { currency: shop.currency, taxIncluded: shop.tax_included }),
  )
  const { body } = await ask<InsightBody>('/insight', { ...hotel, checkin: weekday })
  expect(body).toMatchObject({
    status: 'sold_out',
    basis: 'bar',
    typical: { median: 190, nights: 12 },
    percentile: null,
    vs_median_pct: null,
    label: 'unknown',
    trend: null,
  })
  expect(body.why).toContain('There is no current price to judge.')
})

test('the trend is the price of two weeks ago, or the first since, against now', async () => {
  const hotel = { chain: 'castellan', hotel_code: 'TOKCA' }
  const { currency, tax_included: taxIncluded, lowest } = await shopOf({ ...hotel })
  const digits = 10 ** minorDigits(currency)
  const now = Math.round(lowest.bar_after_tax * digits)
  const at = (days: number, barAfterTax: number, night = inDays(50)) => ({
    night,
    seenMs: Date.now() - days * DAY_MS,
    figures: { currency, taxIncluded, bar: 1, barAfterTax },
  })
  await plant(market.database.pool, hotel, [at(30, now), at(13, now * 9), at(0.5, now * 9)])
  const long = await ask<{ trend: { days: number } }>('/insight', { ...hotel, checkin: inDays(50) })
  expect(long.body.trend).toMatchObject({ days: 14 })
  await plant(market.database.pool, hotel, [at(5.5, now * 4, inDays(51)), at(0.5, now, inDays(52))])
  const short = await ask('/insight', { ...hotel, checkin: inDays(51) })
  expect(short.body).toMatchObject({ trend: { days: 5, direction: 'down' } })
  expect((await ask('/insight', { ...hotel, checkin: inDays(52) })).body).toMatchObject({ trend: null })
})

test('similar hotels are the nearest five of the same class whose price of that stay is known', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'TOKAU' }
  const { currency } = await shopOf(hotel)
  const place = (chain: string, code: string, lat: number, stars: number | null) =>
    market.database.pool.query(
      'update hotels set lat = $3, lng = $4, stars = $5 where source = $1 and code = $2',
      // On both sides of the date line.
      [chain, code, 10 + lat, lat > 0.03 ? -179.99 : 179.99, stars],
    )
  const neighbours = [
    { chain: 'aurelia', code: 'NEAR1', price: 500, lat: 0.01, stars: 3 },
    { chain: 'castellan', code: 'NEAR2', price: 100, lat: 0.02, stars: 5 },
    { chain: 'castellan', code: 'NEAR3', price: 300, lat: 0.04, stars: 4 },
    { chain: 'castellan', code: 'NEAR4', price: 200, lat: 0.05, stars: 4 },
    { chain: 'castellan', code: 'CHEAPER', price: 1, lat: 0.001, stars: 2.9 },
    { chain: 'castellan', code: 'FARTHER', price: 1, lat: 0.2, stars: 4 },
    { chain: 'castellan', code: 'UNRATED', price: 1, lat: 0.001, stars: null },
    { chain: 'lodgista', code: 'AGENCY', price: 1, lat: 0.001, stars: 4 },
    { chain: 'castellan', code: 'EARLIER', price: 1, lat: 0.001, stars: 4, hours: 25 },
    { chain: 'castellan', code: 'SOLD', price: null, lat: 0.001, stars: 4 },
  ]
  await place(hotel.chain, hotel.hotel_code, 0, 4)
  const asked = { ...hotel, checkin: weekday, currency }
  const see = async (some: typeof neighbours) => {
    for (const { chain, code, price, lat, stars, hours = 1 } of some) {
      const figures = { currency, ...(price === null ? SOLD_OUT : { barAfterTax: price * 100 }) }
      const sight = { night: weekday, seenMs: Date.now() - hours * 3_600_000, asked: currency, figures }
      await plant(market.database.pool, { chain, hotel_code: code }, [sight])
      await place(chain, code, lat, stars)
    }
  }
  await see(neighbours.slice(0, 2))
  expect((await ask<InsightBody>('/insight', asked)).body.similar).toBeNull()
  await see(neighbours.slice(2))
  const scale = 100 / 10 ** minorDigits(currency)
  const { body } = await ask<InsightBody>('/insight', asked)
  expect(body.similar).toMatchObject({ hotels: 4, median: 250 * scale })
  // A nearer one takes part; the farthest stays out once there are five others.
  for (const [code, price] of [
    ['NEAR5', 900],
    ['NEAR6', 901],
  ] as const) {
    const figures = { currency, barAfterTax: price * 100 }
    await plant(market.database.pool, { chain: 'castellan', hotel_code: code }, [
      { night: weekday, seenMs: Date.now(), asked: currency, figures },
    ])
    await place('castellan', code, 0.002, 4)
  }
  expect((await ask<InsightBody>('/insight', asked)).body.similar).toMatchObject({
    hotels: 5,
    median: 500 * scale,
  })
})

test('for random sets, the market is the one that can be computed from the rows', async () => {
  const { chains } = (await get(market.url, '/v1/chains', account.key)).body as {
    chains: { id: string; examples: string[] }[]
  }
  const all = chains.flatMap(({ id, examples }) => examples.map((hotel_code) => ({ chain: id, hotel_code })))
  all.push({ chain: 'aurelia', hotel_code: 'SOLDOUT' }, { chain: 'castellan', hotel_code: 'UNKNOWN' })
  for (let run = 0; run < RUNS; run += 1) {
    const hotels = all.filter(() => Math.random() < 0.3).slice(0, 25)
    const subject = hotels[0] ?? { chain: 'aurelia', hotel_code: 'NEWAU' }
    if (hotels.length === 0) hotels.push(subject)
    const currency = pick(['USD', 'EUR', 'JPY'])
    const { body } = await ask<CompsetBody>('/compset', {
      hotels,
      subject,
      currency,
      checkin: inDays(between(20, 23)),
    })
    const { market: told } = body
    expect(told).toEqual(marketByHand(body, subject, currency))
  }
  const bare = await ask<CompsetBody>('/compset', { hotels: all.slice(0, 2), checkin: inDays(20) })
  expect(bare.body.market.subject).toBeNull()
  const stranger = await ask('/compset', { hotels: all.slice(0, 2), subject: all[5], checkin: inDays(20) })
  expect(errorOf(stranger).message).toBe('`subject` must be one of the listed hotels.')
})
