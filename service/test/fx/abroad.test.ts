import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AreaBody, type AreaMarket, openAreaMarket, type SearchBody } from '../areas/area-market.ts'
import { type ChannelBody, everywhere, type ParityBody } from '../parity/parity-body.ts'
import { get, post } from '../support/client.ts'
import type { Cell } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { convertByHand } from './by-hand.ts'

/** What a user abroad asks first, without a word about currencies. */
const PLACES = [
  { q: 'London', currency: 'GBP' },
  { q: 'Paris', currency: 'EUR' },
  { q: 'Tokyo', currency: 'JPY' },
  { q: 'Sydney', currency: 'AUD' },
  { q: 'New York', currency: 'USD' },
]
/** Chains that quote each hotel in its own currency. */
const CHAINS = ['aurelia', 'brightwater', 'evergrand']

/** A compared row once more, from what it shows. */
const judgedByHand = (direct: ParityBody['direct']) => (row: ChannelBody) => {
  const { comparable, basis, fx, gap_pct, comparison_note: note } = row
  const figure = basis ?? 'bar'
  const gap = Math.round((Number(comparable?.[figure]) - Number(direct[figure])) * 1000) / 1000
  const tolerance = fx ? 2 : 1
  const pct = Number(gap_pct)
  const apart = pct < 0 ? 'lose' : 'win'
  const isNear = Math.abs(Math.abs(pct) - tolerance) < 0.01
  const judged = Math.abs(pct) < tolerance ? 'meet' : apart
  return {
    currency: comparable?.currency,
    gap,
    // Too near to the edge to say from two decimals.
    verdict: isNear ? row.verdict : judged,
    note: fx ? (note?.includes('Converted from') ?? false) : true,
    from: fx?.from ?? direct.currency,
  }
}

let market: AreaMarket
beforeAll(async () => {
  market = await openAreaMarket({ workers: 2 })
})
afterAll(() => market.stop())

describe.each(PLACES)('in $q, by default in dollars,', ({ q, currency }) => {
  test('an award search finds the nights that are there', async () => {
    const ask = { q, chains: ['aurelia'], nights: { from: inDays(30), to: inDays(36) } }
    await market.filled((await market.ask<SearchBody>('/award/search', ask)).body)
    const { body } = await market.ask<SearchBody>('/award/search', ask)
    const local = await market.ask<SearchBody>('/award/search', { ...ask, currency })
    expect(body.hotels.length).toBeGreaterThan(0)
    expect(body.hotels.map(({ nights }) => nights.length)).toEqual(
      local.body.hotels.map(({ nights }) => nights.length),
    )
    expect(body.hotels.flatMap(({ nights }) => nights).every((cell) => cell.currency === currency)).toBe(true)
  })

  test.each(['cash', 'award'])('an area ranks every hotel that is available, %s', async (kind) => {
    const ask = { q, chains: CHAINS, checkin: inDays(31), kind }
    await market.filled((await market.ask<AreaBody>('/area', ask)).body)
    const { body } = await market.ask<AreaBody>('/area', ask)
    const figure = ({ cell, comparable }: AreaBody['hotels'][number]) =>
      kind === 'award' ? cell.lowest_points : (comparable?.bar ?? null)
    const priced = body.hotels.filter(
      ({ cell }) => (kind === 'award' ? cell.lowest_points : cell.lowest_bar) !== null,
    )
    expect(priced.length).toBeGreaterThan(2)
    expect(priced.map(({ rank }) => rank)).toEqual(priced.map((_, index) => index + 1))
    const figures = priced.map((row) => Number(figure(row)))
    expect(figures).toEqual(figures.toSorted((a, b) => a - b))
    for (const { cell, comparable } of priced.filter(({ cell: { lowest_bar } }) => lowest_bar !== null)) {
      expect(comparable?.currency).toBe('USD')
      expect(comparable?.bar).toBe(convertByHand(Number(cell.lowest_bar), comparable?.fx?.rate ?? 1, 'USD'))
    }
  })

  test('parity is compared in the currency of the hotel, and claims nothing else', async () => {
    const hotels = await market.hotels({ q, chains: 'aurelia', limit: 5 })
    let compared = 0
    for (const { chain, hotel_code } of hotels) {
      const ask = { chain, hotel_code, checkin: inDays(32) }
      const answer = await post(market.url, '/v1/parity', market.account.key, ask)
      expect(answer.status).toBe(200)
      const { direct, channels, score, cheapest, verdict } = answer.body as ParityBody
      const rows = channels.filter(({ gap }) => gap !== null)
      // The currency of a hotel that sells nothing may be unknown.
      expect(direct.bar === null ? currency : direct.currency).toBe(currency)
      expect(score).toMatchObject({ compared: rows.length, channels: channels.length })
      const isSold = direct.bar_after_tax !== null
      expect(isSold && cheapest !== null).toBe(rows.length > 0)
      expect(verdict === null).toBe(rows.length === 0)
      expect(rows.map(judgedByHand(direct))).toEqual(
        rows.map((row) => ({ currency, gap: row.gap, verdict: row.verdict, note: true, from: row.currency })),
      )
      const others = channels.filter(({ gap }) => gap === null)
      expect(others.filter((row) => !row.comparison_note?.startsWith('Not compared'))).toEqual([])
      compared += rows.length
      if (compared > 0) break
    }
    expect(compared).toBeGreaterThan(0)
  })

  test('a night without a price is in the currency of the hotel, in grids and files too', async () => {
    const hotels = await market.hotels({ q, chains: 'aurelia', limit: 3 })
    const grid = {
      chain: 'aurelia',
      hotel_codes: hotels.map(({ hotel_code }) => hotel_code),
      nights: { from: inDays(40), to: inDays(99) },
    }
    const first = await post(market.url, '/v1/matrix', market.account.key, grid)
    await market.filled(first.body as { job: { id: string } } as never)
    const { body } = await post(market.url, '/v1/matrix', market.account.key, grid)
    const { cells } = body as { cells: Cell[] }
    expect(cells.some(({ lowest_bar }) => lowest_bar === null)).toBe(true)
    expect(new Set(cells.map((cell) => cell.currency))).toEqual(new Set([currency]))
    const file = await fetch(`${market.url}/v1/export`, {
      method: 'POST',
      headers: { 'x-api-key': market.account.key, 'content-type': 'application/json' },
      body: JSON.stringify(grid),
    })
    const lines = (await file.text()).trim().split('\n').slice(1)
    expect(new Set(lines.map((line) => line.split(',')[8]))).toEqual(new Set([currency]))
  })
})

test('rates with the same conditions are compared like for like', async () => {
  const ask = {
    chain: 'castellan',
    hotel_code: 'UNDERCUT',
    checkin: inDays(33),
    ids: everywhere('UNDERCUT-castellan'),
  }
  const { body } = await post(market.url, '/v1/parity', market.account.key, ask)
  const { like_for_like: kinds, direct } = body as ParityBody
  expect(kinds.length).toBeGreaterThan(0)
  for (const { direct: ours, channels } of kinds) {
    expect(ours.rate).toBeGreaterThanOrEqual(Number(direct.bar_after_tax))
    for (const { rate, gap, verdict } of channels) {
      expect(gap).toBeCloseTo(rate - ours.rate, 6)
      // Every agency sells this hotel a tenth below the chain.
      expect([Math.round((gap / ours.rate) * 1000), verdict]).toEqual([-100, 'lose'])
    }
  }
})

test('chains that quote each hotel in its own currency say so', async () => {
  const { chains } = (await get(market.url, '/v1/chains', market.account.key)).body as {
    chains: { id: string; currencies: string[] }[]
  }
  const of = (id: string) => chains.find((chain) => chain.id === id)?.currencies
  expect([of('aurelia'), of('castellan'), of('pillowfare')]).toEqual([['hotel'], ['*'], ['USD']])
})
