import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disclosureOf } from '../../../sandbox/src/wires/duffel/rates.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Listing } from '../../../sandbox/src/world/listing.ts'
import type { NightPrice, Plan, Quote } from '../../../sandbox/src/world/world.ts'
import { comparablePlans } from '../sources/world-figures.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { call, errorOf, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'
import { AGENCIES, everywhere, type ParityBody } from './parity-body.ts'

let market: GatedMarket
let account: TestAccount
let documented: Documented

beforeAll(async () => {
  market = await openGatedMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await (await fetch(`${market.url}/openapi.json`)).json()) as object)
})

afterAll(() => market.stop())

const ask = (body: object) => post(market.url, '/v1/parity', account.key, body)

async function ok(body: object): Promise<ParityBody> {
  const answer = await ask(body)
  expect(answer).toMatchObject({ status: 200 })
  expect(documented.problems('/parity', 200, answer.body)).toEqual([])
  return answer.body as ParityBody
}

const rowOf = ({ channels }: ParityBody, channel: string) => channels.find((row) => row.channel === channel)

/**
 * A room of 170.00, 17.00 of tax, 5.00 collected at the hotel: 192.00 total. Each agency asks a tenth less of everything:
 * 153.00, 15.30 and 4.50, which is 172.80.
 */
describe('the hotel that every agency sells a tenth below the chain', () => {
  test.each([
    ['aurelia', 170, false],
    ['castellan', 170, false],
    ['dunmore', 192, true],
    ['evergrand', 192, true],
    ['glasshouse', 192, true],
  ])('%s: the bases differ, the distance does not', async (chain, bar, tax_included) => {
    const body = await ok({
      chain,
      hotel_code: 'UNDERCUT',
      checkin: inDays(10),
      ids: everywhere(`UNDERCUT-${chain}`),
    })
    expect(body).toMatchObject({
      query: { chain, hotel_code: 'UNDERCUT', checkin: inDays(10), los: 1, adults: 2, currency: 'USD' },
      hotel: { chain, hotel_code: 'UNDERCUT' },
      direct: { bar, bar_after_tax: 192, tax_included, currency: 'USD', status: 'available', cached: false },
      ids_resolved: false,
    })
    expect(body.channels.map(({ channel, lowest }) => [channel, lowest?.bar, lowest?.bar_after_tax])).toEqual(
      [
        ['lodgista', 168.3, 172.8], // 153.00 + 15.30, the fee out
        ['mapleroom', 172.8, 172.8],
        ['nightdeal', 172.8, 172.8],
        ['ostello', 153, 172.8],
        ['pillowfare', 172.8, 172.8],
      ],
    )
    for (const row of body.channels) {
      expect(row).toMatchObject({
        hotel_code: `UNDERCUT-${chain}`,
        confidence: null,
        status: 'available',
        currency: 'USD',
        gap: -19.2,
        gap_pct: -10,
        basis: 'bar_after_tax',
        comparison_note: null,
        skipped: null,
        cached: false,
      })
    }
    expect(body.cheapest).toBe('lodgista')
    expect(body.deepest_undercut).toEqual({
      channel: 'lodgista',
      diff: 19.2,
      diff_pct: 10,
      basis: 'bar_after_tax',
    })
  })

  test('three nights for two rooms: figures stay per room and night', async () => {
    const body = await ok({
      chain: 'castellan',
      hotel_code: 'UNDERCUT',
      checkin: inDays(12),
      los: 3,
      rooms: 2,
      ids: everywhere('UNDERCUT-castellan'),
    })
    expect(body.direct.bar_after_tax).toBe(192)
    expect(body.channels.map(({ gap, gap_pct }) => [gap, gap_pct])).toEqual(AGENCIES.map(() => [-19.2, -10]))
  })

  test('its member rate and its points stand beside the public rate', async () => {
    const { direct } = await ok({
      chain: 'aurelia',
      hotel_code: 'UNDERCUT',
      checkin: inDays(10),
      ids: everywhere('UNDERCUT-aurelia'),
    })
    expect(direct).toMatchObject({ member: 190, member_after_tax: 214, lowest_points: 40_000, cached: true })
  })
})

describe('hotels of the market, compared with the market itself', () => {
  const world = createWorld({ seed: 1, now: Date.now })
  const checkin = inDays(40)
  const stay = { checkin, los: 1, adults: 2, children: 0, rooms: 1, currency: 'USD' }
  const allIn = ({ base, tax, fee }: NightPrice) => base + tax + fee

  /** The cheapest public or member night, by the figure that `read` takes of it. */
  const least = (quote: Quote, read: (night: NightPrice) => number, which: (plan: Plan) => boolean) => {
    const found = comparablePlans(quote)
      .filter(which)
      .flatMap(({ nights }) => nights)
    return found.length === 0 ? null : Math.min(...found.map(read)) / 100
  }
  const open = (plan: Plan) => !plan.memberOnly

  interface Offered {
    code: string
    direct: Quote
    at: Record<string, { code: string; quote: Quote }>
  }

  /** What is due on the spot, in another currency: whether that leaves an all-in figure depends on its amount. */
  const isHalfTold = (listing: Listing) =>
    listing.source === 'pillowfare' &&
    disclosureOf(listing) === 'local_due' &&
    listing.currency !== stay.currency

  /** Castellan's hotels that are sold on that night, with what the agencies that list them ask. */
  const offered = (): Offered[] => {
    const listed = AGENCIES.flatMap((source) => world.listings(source)).filter(
      ({ chainHotel }) => chainHotel.source === 'castellan',
    )
    const byHotel = Map.groupBy(listed, ({ chainHotel }) => chainHotel.code)
    return [...byHotel].flatMap(([code, listings]) => {
      const direct = world.quote('castellan', code, stay)
      const at = listings.flatMap((listing) => {
        const quote = world.quote(listing.source, listing.code, stay)
        return quote?.status === 'available' && !isHalfTold(listing)
          ? [[listing.source, { code: listing.code, quote }] as const]
          : []
      })
      return direct?.status === 'available' ? [{ code, direct, at: Object.fromEntries(at) }] : []
    })
  }

  const tellsTaxes = ([source, { quote }]: [string, { quote: Quote }]) =>
    source !== 'pillowfare' || disclosureOf(quote.listing) !== 'base'

  test('every gap is the all-in price of the agency less that of the chain', async () => {
    const hotels = offered().filter(({ at }) => Object.keys(at).length >= 3)
    const memberDeals = hotels.filter(({ at }) =>
      Object.values(at).some(({ quote }) => least(quote, allIn, ({ memberOnly }) => memberOnly) !== null),
    )
    const chosen = [...hotels.slice(0, 4), ...memberDeals.slice(0, 3)]
    expect(chosen).toHaveLength(7)
    for (const { code, direct, at } of chosen) {
      const ids = Object.fromEntries(Object.entries(at).map(([source, listing]) => [source, listing.code]))
      const body = await ok({ chain: 'castellan', hotel_code: code, checkin, ids, resolve: false })
      const ours = least(direct, allIn, open) ?? Number.NaN
      expect(body.direct.bar_after_tax).toBe(ours)
      const gaps: Record<string, number> = { direct: 0 }
      for (const [source, { quote, code: id }] of Object.entries(at).filter(tellsTaxes)) {
        const row = rowOf(body, source)
        const theirs = least(quote, allIn, open) ?? Number.NaN
        expect(row).toMatchObject({ basis: 'bar_after_tax', comparison_note: null, hotel_code: id })
        expect(row?.lowest?.bar_after_tax).toBeCloseTo(theirs, 8)
        expect(row?.gap).toBeCloseTo(theirs - ours, 8)
        expect(Math.abs((row?.gap_pct ?? Number.NaN) - ((theirs - ours) * 100) / ours)).toBeLessThan(0.0051)
        expect(row?.lowest?.member_after_tax).toBe(least(quote, allIn, ({ memberOnly }) => memberOnly))
        gaps[source] = row?.gap ?? Number.NaN
      }
      const cheapest = Object.entries(gaps).reduce((low, next) => (next[1] < low[1] ? next : low))
      expect([code, body.cheapest]).toEqual([code, cheapest[0]])
      expect(body.deepest_undercut?.diff ?? 0).toBe(0 - cheapest[1])
    }
  })

  test('an agency that leaves the taxes open is compared room against room, and does not rank', async () => {
    const room = (quote: Quote) => least(quote, ({ base }) => base, open) ?? Number.NaN
    const found = offered().flatMap(({ code, direct, at: { pillowfare, lodgista } }) =>
      pillowfare &&
      lodgista &&
      !tellsTaxes(['pillowfare', pillowfare]) &&
      room(pillowfare.quote) < room(direct)
        ? [{ code, direct, pillowfare, lodgista }]
        : [],
    )[0]
    if (!found) throw new Error('no such hotel on this night')
    const { code, direct, pillowfare, lodgista } = found
    const hotel = { chain: 'castellan', hotel_code: code, checkin }
    const ids = { pillowfare: pillowfare.code, lodgista: lodgista.code }
    const body = await ok({ ...hotel, ids, channels: ['pillowfare', 'lodgista'] })
    const [row] = body.channels
    expect(row).toMatchObject({ channel: 'pillowfare', basis: 'bar', lowest: { bar_after_tax: null } })
    expect(row?.gap).toBeCloseTo(room(pillowfare.quote) - room(direct), 8)
    expect(row?.comparison_note).toMatch(/^No after-tax price from pillowfare; .*without tax/)
    expect(body.cheapest).not.toBe('pillowfare')
    const alone = await ok({ ...hotel, ids, channels: ['pillowfare'] })
    expect(alone).toMatchObject({
      cheapest: 'pillowfare',
      deepest_undercut: { channel: 'pillowfare', basis: 'bar' },
    })
  })
})

describe('what is not compared', () => {
  test('another currency without a reference rate: the agency in dollars only, beside euros', async () => {
    const body = await ok({
      chain: 'castellan',
      hotel_code: 'UNDERCUT',
      checkin: inDays(14),
      currency: 'EUR',
      ids: everywhere('UNDERCUT-castellan', ['ostello', 'pillowfare']),
      channels: ['pillowfare', 'ostello'],
    })
    expect(body.direct.currency).toBe('EUR')
    expect(body.channels).toMatchObject([
      {
        channel: 'pillowfare',
        currency: 'USD',
        lowest: { bar_after_tax: 172.8 },
        gap: null,
        gap_pct: null,
        basis: null,
        comparable: null,
        verdict: null,
        comparison_note:
          'Not compared: the direct rate is in EUR, that of pillowfare in USD, and there is no reference rate between them.',
        skipped: null,
      },
      { channel: 'ostello', currency: 'EUR', gap_pct: -10, basis: 'bar_after_tax' },
    ])
    expect(body.cheapest).toBe('ostello')
    expect(body.deepest_undercut?.channel).toBe('ostello')
  })

  test('an agency that is sold out', async () => {
    const body = await ok({
      chain: 'aurelia',
      hotel_code: 'UNDERCUT',
      checkin: inDays(14),
      ids: { lodgista: 'SOLDOUT' },
      channels: ['lodgista'],
    })
    expect(body.channels).toMatchObject([
      {
        status: 'sold_out',
        lowest: { bar: null, bar_after_tax: null },
        gap: null,
        basis: null,
        skipped: null,
        comparison_note: 'Not compared: no public rate from lodgista for this stay (sold_out).',
        verdict: null,
      },
    ])
    expect(body).toMatchObject({
      cheapest: null,
      deepest_undercut: null,
      verdict: null,
      score: { win: 0, meet: 0, lose: 0, compared: 0, channels: 1 },
    })
  })

  test('a chain that is sold out, or asks for longer stays: no agency is compared, and none is the cheapest', async () => {
    const ids = { ostello: 'SOLDOUT', nightdeal: 'UNDERCUT-aurelia', lodgista: 'AWARDFLAP' }
    const channels = Object.keys(ids)
    const soldOut = await ok({ chain: 'aurelia', hotel_code: 'SOLDOUT', checkin: inDays(14), ids, channels })
    expect(soldOut).toMatchObject({
      direct: { status: 'sold_out', bar: null, min_los: null },
      channels: [{ gap: null }, { gap: null, skipped: null }, { gap: null }],
      cheapest: null,
      verdict: null,
      deepest_undercut: null,
    })
    const longer = await ok({ chain: 'castellan', hotel_code: 'MINLOS3', checkin: inDays(14), ids, channels })
    expect(longer).toMatchObject({
      direct: { status: 'restricted_los', min_los: 3 },
      cheapest: null,
      channels: [{ status: 'sold_out' }, { comparison_note: expect.stringContaining('restricted_los') }, {}],
    })
  })

  test('the same price: direct comes first', async () => {
    const body = await ok({
      chain: 'castellan',
      hotel_code: 'AWARDFLAP',
      checkin: inDays(14),
      ids: everywhere('AWARDFLAP', ['lodgista', 'ostello']),
      channels: ['lodgista', 'ostello'],
    })
    expect(body.channels).toMatchObject([
      { gap: 0, gap_pct: 0 },
      { gap: 0, gap_pct: 0 },
    ])
    expect(body).toMatchObject({ cheapest: 'direct', deepest_undercut: null })
  })
})

describe('all at once', () => {
  test('the chain and the five agencies are asked at the same time', async () => {
    market.gate.gather(6)
    try {
      // Nothing passes the gate before all six stand at it: one after the other would end in six time-outs.
      const body = await ok({
        chain: 'castellan',
        hotel_code: 'UNDERCUT',
        checkin: inDays(16),
        ids: everywhere('UNDERCUT-castellan'),
      })
      expect(body.channels.map(({ skipped }) => skipped)).toEqual(AGENCIES.map(() => null))
    } finally {
      market.gate.open()
    }
  })

  test('two callers at once ask each source once', async () => {
    const body = {
      chain: 'dunmore',
      hotel_code: 'UNDERCUT',
      checkin: inDays(16),
      ids: everywhere('UNDERCUT-dunmore', ['lodgista', 'ostello']),
      channels: ['lodgista', 'ostello'],
    }
    market.gate.gather(3)
    const both = await Promise.all([ask(body), ask(body)]).finally(() => market.gate.open())
    // 2 + 2 + 2 for the one, a quarter of it for the other, however the two were mixed.
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.reduce((sum, { charged }) => sum + charged, 0)).toBe(7.5)
  })
})

describe('refused with invalid_request, free of charge, and no source is asked', () => {
  const GOOD = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(10) }

  test.each<[string, object, RegExp]>([
    ['an agency as the chain', { ...GOOD, chain: 'lodgista' }, /chain.*aurelia/],
    ['a chain that does not exist', { ...GOOD, chain: 'atlantis' }, /chain.*aurelia/],
    ['a check-in before yesterday', { ...GOOD, checkin: inDays(-2) }, new RegExp(`checkin.*${inDays(-1)}`)],
    ['a check-in too far ahead', { ...GOOD, checkin: inDays(501) }, new RegExp(`checkin.*${inDays(500)}`)],
    ['no check-in', { chain: 'aurelia', hotel_code: 'UNDERCUT' }, /checkin.*missing/],
    ['31 nights', { ...GOOD, los: 31 }, /los.*at most 30/],
    ['a currency that does not exist', { ...GOOD, currency: 'QQQ' }, /currency.*QQQ/],
    [
      'an id at a source that does not exist',
      { ...GOOD, ids: { atlantis: 'x' } },
      /ids\.atlantis.*not known/,
    ],
    ['an id at a chain', { ...GOOD, ids: { aurelia: 'x' } }, /ids\.aurelia.*not known/],
    ['an id at the search engine', { ...GOOD, ids: { google: 'x' } }, /ids\.google.*not known/],
    ['an id that is no code', { ...GOOD, ids: { lodgista: '../x' } }, /ids\.lodgista/],
    ['an id that is a number', { ...GOOD, ids: { lodgista: 4711 } }, /ids\.lodgista.*string/],
    ['a channel that does not exist', { ...GOOD, channels: ['atlantis'] }, /channels\.0.*lodgista/],
    ['a chain as a channel', { ...GOOD, channels: ['castellan'] }, /channels\.0.*lodgista/],
    ['no channel', { ...GOOD, channels: [] }, /channels.*at least 1/],
    ['a channel twice', { ...GOOD, channels: ['ostello', 'lodgista', 'ostello'] }, /channels.*ostello twice/],
    ['resolve as a number', { ...GOOD, resolve: 1 }, /resolve.*boolean/],
    ['an unknown field', { ...GOOD, raw: true }, /raw.*not known/],
    [
      'a cap below the worst case',
      { ...GOOD, ids: everywhere('UNDERCUT-aurelia'), checkin: inDays(18), max_credits: 10.9 },
      /up to 11 credits.*`max_credits` \(10\.9\)/,
    ],
  ])('%s', async (_name, body, message) => {
    const before = await market.allRequests()
    const answer = await ask(body)
    expect(answer).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(answer)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
    expect(documented.problems('/parity', 400, answer.body)).toEqual([])
    expect(await market.allRequests()).toBe(before)
  })

  test('a call without a key', async () => {
    const answer = await call(market.url, 'POST', '/v1/parity', { body: GOOD })
    expect(answer).toMatchObject({ status: 401, charged: 0 })
  })
})
