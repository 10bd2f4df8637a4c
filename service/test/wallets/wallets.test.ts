import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AreaMarket, openAreaMarket } from '../areas/area-market.ts'
import { newAccount } from '../support/accounts.ts'
import { type Answer, call, errorOf } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import type { TripBody } from '../trip/trip-market.ts'

let market: AreaMarket

beforeAll(async () => {
  market = await openAreaMarket()
})
afterAll(() => market.stop())

interface Partner {
  bank: string
  chain: string
  ratio: [number, number]
  step: number
  minimum: number
  bonus_today: number | null
}

async function known(body: object) {
  const first = await market.ask<TripBody>('/trip', body)
  if (first.status === 200) return first
  await market.filled(first.body)
  return market.ask<TripBody>('/trip', body)
}

async function partnerOf(bank: string, chain: string): Promise<Partner> {
  const { body } = await call(market.url, 'GET', '/v1/transfers', { key: market.account.key })
  const found = (body as { transfer_partners: Partner[] }).transfer_partners.find(
    (one) => one.bank === bank && one.chain === chain,
  )
  if (!found) throw new Error('no such partner')
  return found
}

/** The fewest points of the bank that bring at least these. */
function pointsFor({ ratio, step, minimum, bonus_today }: Partner, points: number) {
  const received = (sent: number) =>
    Math.floor((sent * ratio[1] * (100 + (bonus_today ?? 0))) / (ratio[0] * 100))
  let sent = Math.ceil(minimum / step) * step
  while (received(sent) < points) sent += step
  return { points: sent, received: received(sent) }
}

// The test hotel UNDERCUT costs 192.00 with taxes, or 40,000 points, every night.
const NIGHTS = { hotels: [{ chain: 'aurelia', hotel_code: 'UNDERCUT' }], checkin: inDays(40), los: 2 }

const getWallet = (key: string): Promise<Answer> => call(market.url, 'GET', '/v1/wallet', { key })
const putWallet = (key: string, body: object): Promise<Answer> =>
  call(market.url, 'PUT', '/v1/wallet', { key, body })

describe('points of a bank', () => {
  test('become points of the chain, in steps and with the bonus of today, and leftovers are spent', async () => {
    const meridian = await partnerOf('meridian', 'aurelia')
    const wallet = { points: { aurelia: 50_100 }, banks: { meridian: 60_000 } }
    const { body } = await known({ ...NIGHTS, wallet, point_value: { aurelia: 0.3 } })
    const sent = pointsFor(meridian, 29_900)
    const [best] = body.options
    expect(best?.blocks).toMatchObject([
      { pay: 'points', points: 80_000, transfers: [{ bank: 'meridian', chain: 'aurelia', ...sent }] },
    ])
    expect(best?.points).toEqual({ aurelia: 50_100 + sent.received })
    expect(best?.cost).toBeCloseTo(((50_100 + sent.received) * 0.3) / 100, 2)
    expect(best?.why).toContain(`after a transfer of ${sent.points.toLocaleString('en')} from meridian`)
    expect(body.query).toMatchObject({ wallet: { banks: { meridian: 60_000 } } })
    const withNothing = body.options.filter(({ points }) => points.aurelia === undefined)
    for (const { blocks } of withNothing) for (const block of blocks) expect(block.transfers).toEqual([])
  })

  test('are not touched if a transfer would be below the minimum of the bank, or an unknown bank is named', async () => {
    const wallet = { points: { aurelia: 79_000 }, banks: { oakridge: 4_000 } }
    const { body } = await known({ ...NIGHTS, wallet, point_value: { aurelia: 0.3 } })
    for (const { blocks } of body.options) for (const { transfers } of blocks) expect(transfers).toEqual([])
    const body2 = { ...NIGHTS, wallet: { banks: { nobank: 1 } } }
    const refused = await call(market.url, 'POST', '/v1/trip', { key: market.account.key, body: body2 })
    expect(refused).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(refused).message).toContain('`wallet.banks`: nobank is not a bank')
  })
})

describe('a saved wallet', () => {
  test('is read as it was saved, replaced as a whole, used by name, and belongs to its account', async () => {
    const { key } = await newAccount(market.database.pool, 'scale', { rps: 1000 })
    const nothing = await getWallet(key)
    expect(nothing.body).toEqual({
      points: {},
      banks: {},
      certificates: [],
      elite: [],
      currency: null,
      updated_at: null,
    })
    const byName = { ...NIGHTS, wallet: 'saved', fill: 'none' }
    const missing = await call(market.url, 'POST', '/v1/trip', { key, body: byName })
    expect(errorOf(missing).message).toContain('no wallet is saved')

    const wallet = {
      points: { aurelia: 100_000 },
      banks: { meridian: 30_000 },
      certificates: [{ chain: 'aurelia', id: '40k' }],
      elite: ['aurelia'],
      currency: 'EUR',
    }
    const saved = await putWallet(key, wallet)
    const certificates = [{ chain: 'aurelia', id: '40k', count: 1 }]
    expect(saved).toMatchObject({ status: 200, charged: 0, body: { ...wallet, certificates } })
    expect((await getWallet(key)).body).toEqual(saved.body)
    const trip = await call(market.url, 'POST', '/v1/trip', { key, body: byName })
    expect((trip.body as TripBody).query).toMatchObject({
      wallet: { points: { aurelia: 100_000 }, banks: { meridian: 30_000 }, certificates },
    })
    await putWallet(key, { points: { aurelia: 1 } })
    expect((await getWallet(key)).body).toMatchObject({
      points: { aurelia: 1 },
      banks: {},
      certificates: [],
      currency: null,
    })
    expect((await getWallet(market.account.key)).body).toMatchObject({ updated_at: null })
  })

  test.each([
    [{ points: { lodgista: 1 } }, '`wallet.points`: lodgista is not a hotel chain'],
    [{ banks: { nobank: 1 } }, '`wallet.banks`: nobank is not a bank'],
    [{ points: { aurelia: -1 } }, '`points.aurelia`'],
    [{ currency: 'XXQ' }, '`currency`'],
    [{ certificates: [{ chain: 'aurelia', id: 'nope' }] }, 'has no certificate nope'],
    [{ colour: 'red' }, '`colour`'],
  ])('refuses %o and stays as it was', async (wallet, message) => {
    const before = await getWallet(market.account.key)
    const refused = await putWallet(market.account.key, wallet)
    expect(refused.status).toBe(400)
    expect(errorOf(refused).message).toContain(message)
    expect((await getWallet(market.account.key)).body).toEqual(before.body)
  })
})

describe('an award search with a wallet', () => {
  interface Found {
    hotels: { chain: string; hotel_code: string; nights: { lowest_points: number }[] }[]
  }
  const around = { q: 'Lisbon', radius: 3, nights: { from: inDays(40), to: inDays(42) }, limit: 100 }
  const search = async (body: object, key = market.account.key) =>
    call(market.url, 'POST', '/v1/award/search', { key, body: { ...around, fill: 'none', ...body } })
  const found = async (body: object) => {
    const answer = await search(body)
    expect(answer.status).toBe(200)
    return (answer.body as Found).hotels
  }
  const dearestOf = (hotels: Found['hotels'], chain: string) =>
    Math.max(
      0,
      ...hotels
        .filter((hotel) => hotel.chain === chain)
        .flatMap(({ nights }) => nights.map(({ lowest_points }) => lowest_points)),
    )

  test('has only chains of it; within it, only nights that it pays with points, banks or a certificate', async () => {
    const first = await market.ask<Found>('/award/search', { ...around, fill: 'missing' })
    await market.filled(first.body as never)
    const all = await found({})
    const points = new Set(all.flatMap(({ nights }) => nights.map(({ lowest_points: cost }) => cost)))
    const ofAurelia = all.filter(({ chain }) => chain === 'aurelia')
    const own = await found({ wallet: { points: { aurelia: 1 } } })
    const listedOf = (hotels: Found['hotels']) =>
      hotels.map(({ hotel_code, nights }) => [hotel_code, nights.map(({ lowest_points: cost }) => cost)])
    expect(listedOf(own)).toEqual(listedOf(ofAurelia))
    expect(await found({ wallet: { points: { aurelia: 1 } }, within_wallet: true })).toEqual([])

    const middle = [...points].toSorted((a, b) => a - b)[Math.floor(points.size / 2)] ?? 0
    for (const wallet of [
      { points: { aurelia: middle } },
      { banks: { meridian: 60_000 } },
      { points: { aurelia: 5000 }, banks: { meridian: 21_500 } },
      { certificates: [{ chain: 'aurelia', id: '35k' }] },
      { certificates: [{ chain: 'aurelia', id: '35k' }], points: { aurelia: 5000 } },
    ]) {
      const most = await mostOf(wallet)
      const listed = await found({ wallet, within_wallet: true, chains: ['aurelia'] })
      const expected = ofAurelia.flatMap(({ hotel_code, nights }) => {
        const paid = nights.filter(({ lowest_points: cost }) => cost <= most)
        return paid.length > 0 ? [[hotel_code, paid.length]] : []
      })
      const shown = listed.map(({ hotel_code, nights }) => [hotel_code, nights.length])
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
      expect(dearestOf(listed, 'aurelia')).toBeLessThanOrEqual(most)
    }
  })

  /** Award nights of aurelia are standard here, or have better rooms that cost more: the lowest is standard. */
  async function mostOf({
    points,
    banks,
    certificates,
  }: {
    points?: { aurelia: number }
    banks?: { meridian: number }
    certificates?: unknown[]
  }): Promise<number> {
    const own = points?.aurelia ?? 0
    if (certificates) return 35_000 + Math.min(15_000, own)
    if (!banks) return own
    const { ratio, step, bonus_today } = await partnerOf('meridian', 'aurelia')
    const sent = Math.floor(banks.meridian / step) * step
    return own + Math.floor((sent * ratio[1] * (100 + (bonus_today ?? 0))) / (ratio[0] * 100))
  }

  test('takes the saved one, and refuses what it cannot mean', async () => {
    const { key } = await newAccount(market.database.pool, 'scale', { rps: 1000 })
    expect(errorOf(await search({ wallet: 'saved' }, key)).message).toContain('no wallet is saved')
    await putWallet(key, { points: { aurelia: 1 } })
    const answer = await search({ wallet: 'saved' }, key)
    expect(new Set((answer.body as Found).hotels.map(({ chain }) => chain))).toEqual(new Set(['aurelia']))
    expect(errorOf(await search({ within_wallet: true }, key)).message).toBe(
      '`within_wallet` requires `wallet`.',
    )
    const other = await search({ wallet: 'saved', chains: ['brightwater'] }, key)
    expect(errorOf(other).message).toBe('`wallet` has nothing of the searched chains.')
  })
})
