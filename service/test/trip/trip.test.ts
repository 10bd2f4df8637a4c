import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AreaMarket, NIGHT_CREDITS, openAreaMarket } from '../areas/area-market.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { expectExactBooks } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { againTests } from './again.ts'
import type { OptionBody, TripBody } from './trip-market.ts'

let market: AreaMarket

beforeAll(async () => {
  market = await openAreaMarket()
})
afterAll(() => market.stop())

const trip = (body: object) => market.ask<TripBody>('/trip', body)

/** Asks until nothing is missing, and returns the last answer. */
async function known(body: object) {
  const first = await trip(body)
  if (first.status === 200) return first
  await market.filled(first.body)
  return trip(body)
}

const UNDERCUT = [{ chain: 'aurelia', hotel_code: 'UNDERCUT' }]

/** What the distinct nights of the options cost. */
function nightsOf(options: readonly OptionBody[]): number {
  const nights = new Map<string, number>()
  for (const { blocks } of options)
    for (const { chain, hotel_code, checkin, los } of blocks)
      for (let at = 0; at < los; at += 1) {
        const day = new Date(Date.parse(checkin) + at * 86_400_000).toISOString()
        nights.set(`${chain}/${hotel_code}/${day}`, NIGHT_CREDITS[chain] ?? 0)
      }
  return [...nights.values()].reduce((sum, credits) => sum + credits, 0)
}

// The test hotel UNDERCUT costs 192.00 with taxes, or 40,000 points, or 20,000 points and 80.00, every night.
describe('a trip of nights at 192.00 or 40,000 points', () => {
  test('fetches what is missing by one job per kind, then knows the best ways to pay', async () => {
    const body = {
      hotels: UNDERCUT,
      checkin: inDays(30),
      los: 5,
      wallet: { points: { aurelia: 200_000 } },
      point_value: { aurelia: 0.4 },
    }
    const missing = await trip(body)
    expect(missing.status).toBe(202)
    expect(missing.body).toMatchObject({ place: null, options: [], best_cash: null, nights_unknown: 5 })
    expect(missing.body.jobs?.map(({ kind, cells_total }) => [kind, cells_total])).toEqual([
      ['trip', 5],
      ['trip', 5],
    ])
    expect(missing.credits).toBe(1)
    const again = await trip(body)
    expect(again.body.jobs?.map(({ id }) => id) ?? []).toEqual(missing.body.jobs?.map(({ id }) => id))
    await market.filled(missing.body)

    const { body: answer, status, credits } = await trip(body)
    expect(status).toBe(200)
    expect(answer.nights_unknown).toBe(0)
    expect(answer.best_cash?.cash_total).toBe(960)
    // Five nights with points pay for four: 160,000 at 0.4 cents are 640.00.
    expect(answer.options[0]).toMatchObject({
      rank: 1,
      cost: 640,
      cash_total: 0,
      points: { aurelia: 160_000 },
      certificates: [],
      saving_vs_cash: 320,
      blocks: [{ pay: 'points', los: 5, points: 160_000, free_nights: 1, cash_after_tax: 0 }],
    })
    expect(answer.options[0]?.why).toMatch(
      /^Five nights at .+ for 160,000 points, one of them free, instead of \$960\.$/,
    )
    expect(answer.options.map(({ cost }) => cost)).toEqual(
      answer.options.map(({ cost }) => cost).toSorted((a, b) => a - b),
    )
    expect(answer.frontier[0]).toEqual({ cash_total: 960, points_total: 0, option: expect.any(Number) })
    expect(answer.frontier.at(-1)).toEqual({ cash_total: 0, points_total: 160_000, option: 1 })
    expect(credits).toBe(1 + nightsOf(answer.options))
  })

  test('pays cash where points are worth more, and says so', async () => {
    const { body } = await known({
      hotels: UNDERCUT,
      checkin: inDays(30),
      los: 2,
      wallet: { points: { aurelia: 80_000 } },
    })
    // 40,000 points at 0.7 cents are 280.00, more than 192.00.
    expect(body.options[0]).toMatchObject({ cost: 384, cash_total: 384, points: {}, saving_vs_cash: 0 })
    expect(body.options[0]?.why).toMatch(/^Two nights at .+ for \$384, less than 80,000 points are worth\.$/)
  })

  test('uses certificates, with points to add', async () => {
    const body = {
      hotels: UNDERCUT,
      checkin: inDays(30),
      los: 5,
      wallet: {
        points: { aurelia: 45_000 },
        certificates: [
          { chain: 'aurelia', id: '35k', count: 1 },
          { chain: 'aurelia', id: '40k', count: 1 },
        ],
      },
      point_value: { aurelia: 0.4 },
    }
    const { body: answer } = await known(body)
    // Two nights by certificate (5,000 points to add to the 35k one), two for 20,000 points and 80.00, one in cash.
    expect(answer.options[0]).toMatchObject({
      cash_total: 352,
      points: { aurelia: 45_000 },
      cost: 532,
      certificates: [
        { chain: 'aurelia', id: '35k', count: 1 },
        { chain: 'aurelia', id: '40k', count: 1 },
      ],
    })
  })

  test('a certificate that breaks the run of a free night is worth nothing there', async () => {
    const { body } = await known({
      hotels: UNDERCUT,
      checkin: inDays(30),
      los: 5,
      wallet: {
        points: { aurelia: 200_000 },
        certificates: [{ chain: 'aurelia', id: '40k', count: 1 }],
      },
      point_value: { aurelia: 0.4 },
    })
    // Five nights with points cost 160,000, and so do four beside the certificate.
    expect(body.options[0]?.cost).toBe(640)
    const free = body.options.filter(({ blocks }) => blocks.some(({ free_nights }) => free_nights > 0))
    expect(free).toMatchObject([{ certificates: [], points: { aurelia: 160_000 }, cash_total: 0 }])
    const certified = body.options.filter(({ certificates }) => certificates.length > 0)
    expect(certified.length).toBeGreaterThan(0)
    expect(certified.every(({ points }) => (points['aurelia'] ?? 0) < 160_000)).toBe(true)
  })

  test('frees a night of elites only for elites', async () => {
    const body = {
      hotels: [{ chain: 'castellan', hotel_code: 'UNDERCUT' }],
      checkin: inDays(30),
      los: 4,
      wallet: { points: { castellan: 200_000 } },
      point_value: { castellan: 0.1 },
    }
    const plain = await known(body)
    expect(plain.body.options[0]).toMatchObject({ cost: 200, points: { castellan: 200_000 } })
    const { body: elite } = await known({ ...body, wallet: { ...body.wallet, elite: ['castellan'] } })
    expect(elite.options[0]).toMatchObject({
      cost: 150,
      points: { castellan: 150_000 },
      blocks: [{ free_nights: 1, los: 4 }],
    })
  })

  test('takes a certificate per room, and pays all rooms of a night alike', async () => {
    const body = { hotels: UNDERCUT, checkin: inDays(36), los: 1, rooms: 2 }
    const certificates = (count: number) => ({ certificates: [{ chain: 'aurelia', id: '40k', count }] })
    const { body: one } = await known({ ...body, wallet: certificates(1) })
    expect(one.options).toMatchObject([{ cost: 384, certificates: [] }])
    const { body: two } = await known({ ...body, wallet: certificates(3) })
    expect(two.options[0]).toMatchObject({ cost: 0, certificates: [{ id: '40k', count: 2 }] })
  })
})

interface ComparedHotel {
  hotel_code: string
  currency: string
  comparable: { bar_after_tax: number | null } | null
}

function inEuro({ comparable }: ComparedHotel): number {
  return comparable?.bar_after_tax ?? Number.POSITIVE_INFINITY
}

describe('a trip around a place', () => {
  const LONDON = { q: 'London', chains: ['aurelia', 'castellan'], max_hotels: 4, currency: 'GBP' }

  test('moves between hotels, converts, and costs the lookup, the nights listed and one credit', async () => {
    const body = {
      ...LONDON,
      checkin: inDays(50),
      los: 3,
      max_moves: 2,
      wallet: { points: { aurelia: 90_000, castellan: 60_000 }, elite: ['castellan'] },
    }
    const first = await trip(body)
    expect(first.status).toBe(202)
    await market.filled(first.body)
    const quote = await market.quote('/trip', body)
    const { body: answer, credits, status } = await trip(body)
    expect(status).toBe(200)
    expect(answer.place?.name).toBe('London')
    expect(answer.nights_unknown).toBe(0)
    expect(answer.options.length).toBeGreaterThan(1)
    expect(credits).toBeCloseTo(0.5 + nightsOf(answer.options) + 1, 6)
    // The lookups and the answer itself are sure; which nights are listed depends on their prices.
    expect(quote.credits_min).toBe(1.5)
    expect(quote.credits_max).toBeGreaterThanOrEqual(credits)
    const moves = ({ blocks }: OptionBody) => new Set(blocks.map(({ hotel_code }) => hotel_code)).size - 1
    for (const option of answer.options) {
      expect(moves(option)).toBeLessThanOrEqual(2)
      expect(option.blocks.reduce((sum, { los }) => sum + los, 0)).toBe(3)
      const value = Object.values(option.points).reduce((sum, points) => sum + points * 0.007, 0)
      expect(option.cost).toBeCloseTo(option.cash_total + value, 2)
    }
    const stay = await trip({ ...body, max_moves: 0 })
    expect(stay.body.options.every((option) => moves(option) === 0)).toBe(true)
    expect(stay.body.options[0]?.cost).toBeGreaterThanOrEqual(answer.options[0]?.cost ?? 0)
    const dollars = await trip({ ...body, currency: 'USD', fill: 'none' })
    expect(dollars.body.query.currency).toBe('USD')
  })

  test('compares hotels that quote pounds, yen and dollars in one currency', async () => {
    const hotels = ['LONAU', 'TOKAU', 'NEWAU'].map((hotel_code) => ({ chain: 'aurelia', hotel_code }))
    const night = { checkin: inDays(52), currency: 'EUR' }
    const { body } = await known({ hotels, ...night, los: 1 })
    const set = await market.ask<{ hotels: ComparedHotel[] }>('/compset', { hotels, ...night })
    expect(new Set(set.body.hotels.map(({ currency }) => currency))).toEqual(new Set(['GBP', 'JPY', 'USD']))
    const [cheapest] = set.body.hotels.toSorted((a, b) => inEuro(a) - inEuro(b))
    expect(body.best_cash).toMatchObject({
      cash_total: cheapest?.comparable?.bar_after_tax,
      blocks: [{ hotel_code: cheapest?.hotel_code }],
    })
  })

  test('considers only hotels with enough stars', async () => {
    const body = { ...LONDON, checkin: inDays(50), los: 1, max_hotels: 50, fill: 'none' }
    const stars = await trip({ ...body, min_stars: 5 })
    const all = await trip(body)
    expect(stars.body.nights_unknown + stars.body.options.length).toBeLessThan(
      all.body.nights_unknown + all.body.options.length,
    )
  })

  test('an unknown place is free', async () => {
    const answer = await trip({ q: 'Nowhere at all', checkin: inDays(50), los: 2 })
    expect(answer).toMatchObject({ status: 200, credits: 0, body: { place: null, options: [] } })
  })
})

describe('what is unknown', () => {
  test('is counted, never taken for sold out, and fetched only if asked', async () => {
    const body = { hotels: UNDERCUT, checkin: inDays(70), los: 3, fill: 'none' }
    const before = await trip(body)
    expect(before).toMatchObject({ status: 200, body: { options: [], nights_unknown: 3 } })
    const one = await trip({ ...body, los: 1, fill: 'missing' })
    await market.filled(one.body)
    // One of three nights is known: `missing` leaves the hotel alone, `stale` fetches the rest.
    expect(await trip({ ...body, fill: 'missing' })).toMatchObject({
      status: 200,
      body: { options: [], nights_unknown: 2 },
    })
    const stale = await trip({ ...body, fill: 'stale' })
    expect(stale.body.jobs).toMatchObject([{ cells_total: 2 }])
    await market.filled(stale.body)
    expect((await trip(body)).body).toMatchObject({ nights_unknown: 0, options: [{ cost: 576 }] })
  })

  test('is not a night that is sold out: that one is known', async () => {
    const body = { hotels: [{ chain: 'aurelia', hotel_code: 'SOLDOUT' }], checkin: inDays(70), los: 2 }
    const { body: answer } = await known(body)
    expect(answer).toMatchObject({ options: [], best_cash: null, nights_unknown: 0 })
  })

  test('of two hotels, the one with all nights known is offered', async () => {
    const hotels = [...UNDERCUT, { chain: 'brightwater', hotel_code: 'UNDERCUT' }]
    await known({ hotels: UNDERCUT, checkin: inDays(75), los: 2 })
    const { body } = await trip({ hotels, checkin: inDays(75), los: 2, fill: 'none' })
    expect(body).toMatchObject({ nights_unknown: 2, options: [{ cost: 384 }] })
    expect(body.options.flatMap(({ blocks }) => blocks.map(({ chain }) => chain))).toEqual(['aurelia'])
  })

  test('a max_age of 0 knows nothing', async () => {
    const { body } = await trip({ hotels: UNDERCUT, checkin: inDays(75), los: 2, max_age: 0, fill: 'none' })
    expect(body).toMatchObject({ nights_unknown: 2, options: [] })
  })
})

againTests(() => market)

describe('the edge', () => {
  const body = { hotels: UNDERCUT, checkin: inDays(90), los: 2 }

  test.each([
    [{ ...body, los: 15 }, '`los`'],
    [{ ...body, max_moves: 3 }, '`max_moves`'],
    [{ ...body, max_hotels: 51 }, '`max_hotels`'],
    [{ ...body, checkin: '2020-01-01' }, '`checkin`'],
    [{ ...body, hotels: [...UNDERCUT, ...UNDERCUT] }, 'listed twice'],
    [{ ...body, hotels: [{ chain: 'lodgista', hotel_code: 'UNDERCUT' }] }, '`hotels.0.chain`'],
    [{ ...body, q: 'London' }, 'either a place'],
    [{ ...body, chains: ['aurelia'] }, 'either a place'],
    [{ checkin: body.checkin, los: 2 }, 'exactly one way'],
    [{ ...body, currency: 'XXQ' }, '`currency`'],
    [{ ...body, wallet: { points: { nobody: 1 } } }, 'nobody is not a hotel chain'],
    [{ ...body, wallet: { points: { glasshouse: 1 } } }, 'glasshouse has no award points'],
    [{ ...body, wallet: { points: { aurelia: -1 } } }, '`wallet.points.aurelia`'],
    [{ ...body, wallet: { elite: ['nobody'] } }, '`wallet.elite`'],
    [{ ...body, wallet: { certificates: [{ chain: 'aurelia', id: '99k' }] } }, 'no certificate 99k'],
    [
      {
        ...body,
        wallet: {
          certificates: [
            { chain: 'aurelia', id: '40k' },
            { chain: 'aurelia', id: '40k' },
          ],
        },
      },
      'twice',
    ],
    [
      {
        ...body,
        wallet: {
          certificates: [
            { chain: 'aurelia', id: '40k', count: 6 },
            { chain: 'aurelia', id: '50k', count: 1 },
          ],
        },
      },
      'at most 6 certificates of aurelia',
    ],
    [{ ...body, point_value: { aurelia: -1 } }, '`point_value.aurelia`'],
    [{ ...body, wallet: { cash: 1 } }, '`wallet.cash`'],
  ])('refuses %j', async (bad, message) => {
    const answer = await post(market.url, '/v1/trip', market.account.key, bad)
    expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([400, 'invalid_request', 0])
    expect(errorOf(answer).message).toContain(message)
  })

  test('a dry run is free and makes no job; max_credits refuses before any', async () => {
    const before = await market.allRequests()
    const jobs = await get(market.url, '/v1/jobs', market.account.key)
    const quote = await market.quote('/trip', body)
    // The answer costs 1, and its job two cash nights at 0.2.
    expect(quote).toMatchObject({ credits_min: 1, credits_max: 1.4 })
    const refused = await post(market.url, '/v1/trip', market.account.key, { ...body, max_credits: 1.3 })
    expect([refused.status, errorOf(refused).code]).toEqual([400, 'invalid_request'])
    expect((await get(market.url, '/v1/jobs', market.account.key)).body).toEqual(jobs.body)
    expect(await market.allRequests()).toBe(before)
  })

  test('one Idempotency-Key sent eight times at once makes its jobs and is charged once', async () => {
    const account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
    const ask = { ...body, checkin: inDays(94) }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        post(market.url, '/v1/trip', account.key, ask, { 'idempotency-key': 'one-trip' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map(({ body: same }) => JSON.stringify(same))).size).toBe(1)
    expect(answers.reduce((sum, { charged }) => sum + charged, 0)).toBe(1)
    await market.filled(answers[0]?.body as TripBody, account)
    await expectExactBooks(market.database.pool, account)
  })

  test('at once without a key, an account still makes each job once; another account has its own', async () => {
    const account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
    const ask = { ...body, checkin: inDays(98) }
    const own = await Promise.all(
      Array.from({ length: 4 }, () => post(market.url, '/v1/trip', account.key, ask)),
    )
    const ids = new Set(own.flatMap(({ body: made }) => (made as TripBody).jobs?.map(({ id }) => id) ?? []))
    expect(ids.size).toBe(1)
    const [id] = ids
    const foreign = await get(market.url, `/v1/jobs/${id}`, market.account.key)
    expect(foreign.status).toBe(400)
    await market.filled(own[0]?.body as TripBody, account)
    await expectExactBooks(market.database.pool, account)
  })
})
