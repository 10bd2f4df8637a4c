import { expect } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, get, post } from '../support/client.ts'
import { readDocument } from '../support/documented.ts'
import { type Cell, ended, type JobBody } from '../support/grids.ts'
import { type Market, type MarketSettings, openMarket } from '../support/market.ts'
import { referenceRatesArrive } from '../support/reference-rates.ts'

export interface HotelRow {
  chain: string
  hotel_code: string
  name: string
  lat: number
  lng: number
  timezone: string | null
  distance_mi: number
}

/** Figures in the requested currency, beside the quoted ones. */
export interface ComparableRow {
  comparable: {
    currency: string
    bar: number | null
    bar_after_tax: number | null
    cpp: number | null
    fx: { from: string; to: string; rate: number; date: string; source: string } | null
  } | null
  comparison_note: string | null
}

/** What all three answers have; each of them has its own lists of it. */
export interface AreaBody {
  place: { name: string | null; lat: number; lng: number } | null
  hotels: (HotelRow & ComparableRow & { rank: number | null; cell: Cell })[]
  job?: JobBody
}

export interface SearchBody {
  place: AreaBody['place']
  nights_unknown: number
  hotels: (HotelRow & ComparableRow & { nights: Cell[] })[]
  jobs?: JobBody[]
}

export interface CalendarBody {
  place: AreaBody['place']
  nights_unknown: number
  nights: {
    night: string
    hotels_known: number
    hotels_available: number
    converted: number
    not_compared: number
    cheapest: number | null
    cheapest_hotel: { chain: string; hotel_code: string; name: string } | null
    median: number | null
    best_cpp: number | null
  }[]
  hotels: (HotelRow & { cheapest_night: string | null; cheapest: number | null })[]
  job?: JobBody
}

export interface Quote {
  credits_min: number
  credits_max: number
  cached: number
  live: number
  free: number
}

/** One question and what it cost by its header and by its usage line, which agree. */
export interface Asked<Body> {
  status: number
  body: Body
  credits: number
  line: { live: number; cached: number; free: number } | null
  answer: Answer
}

export interface AreaMarket extends Market {
  account: TestAccount
  ask<Body>(path: string, body: object, who?: TestAccount, headers?: object): Promise<Asked<Body>>
  quote(path: string, body: object, who?: TestAccount): Promise<Quote>
  /** Everything that the answer has made jobs for has ended. */
  filled(body: { job?: JobBody; jobs?: JobBody[] }, who?: TestAccount): Promise<JobBody[]>
  /** The nearest hotels of the chains, as `GET /hotels` lists them. */
  hotels(query: Record<string, string | number>): Promise<HotelRow[]>
  /** What the store has of a grid that it has all of: another way to the same cells. */
  held(grid: object): Promise<Cell[]>
}

export async function openAreaMarket({ workers = 1, ...settings }: MarketSettings = {}): Promise<AreaMarket> {
  const market = await openMarket({ workers, ...settings })
  const { pool } = market.database
  await market.sandbox.control('/sources/*', { rateLimit: 100_000 })
  const account = await newAccount(pool, 'scale', { rps: 100_000 })
  const onlooker = await newAccount(pool, 'scale', { rps: 100_000 })
  if (workers > 0) await referenceRatesArrive(market.url, account.key)
  const documented = readDocument((await get(market.url, '/openapi.json')).body as object)

  async function readLine(who: TestAccount, answer: Answer) {
    const { rows } = await pool.query<{
      endpoint: string
      credits: number
      live: number
      cached: number
      free: number
    }>(
      'select endpoint, credits, live, cached, free from usage_lines where account = $1 and request_id = $2 and job is null',
      [who.no, answer.headers['x-request-id']],
    )
    expect(rows.length).toBeLessThanOrEqual(1)
    return rows[0] ?? null
  }

  return {
    ...market,
    account,
    ask: async <Body>(path: string, body: object, who = account, headers = {}): Promise<Asked<Body>> => {
      const answer = await post(market.url, `/v1${path}`, who.key, body, headers)
      expect([200, 202], JSON.stringify(answer.body)).toContain(answer.status)
      expect(documented.problems(path, answer.status, answer.body)).toEqual([])
      const line = await readLine(who, answer)
      const replayed = answer.headers['idempotent-replay'] === 'true'
      if (!replayed) expect((line?.credits ?? 0) / 1000).toBe(answer.charged)
      if (line) expect(line.endpoint).toBe(path.slice(1).replace('/', '_'))
      const counts = line && { live: line.live, cached: line.cached, free: line.free }
      return {
        status: answer.status,
        body: answer.body as Body,
        credits: answer.charged,
        line: counts,
        answer,
      }
    },
    quote: async (path, body, who = account) => {
      const before = await readBooks(pool, who.no)
      const answer = await post(market.url, `/v1${path}`, who.key, { ...body, dry_run: true })
      expect([answer.status, answer.charged]).toEqual([200, 0])
      expect((await readBooks(pool, who.no)).lineCount).toBeGreaterThanOrEqual(before.lineCount)
      return (answer.body as { quote: Quote }).quote
    },
    filled: async ({ job, jobs }, who = account) => {
      const all = jobs ?? (job ? [job] : [])
      return Promise.all(all.map(({ id }) => ended(market.url, who.key, id)))
    },
    hotels: async (query) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const answer = await get(market.url, `/v1/hotels?${search.toString()}`, onlooker.key)
      expect(answer.status).toBe(200)
      return (answer.body as { hotels: HotelRow[] }).hotels
    },
    held: async (grid) => {
      const answer = await post(market.url, '/v1/matrix', onlooker.key, { max_age: 604_800, ...grid })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return (answer.body as { cells: Cell[] }).cells
    },
  }
}

/** As the grid takes them. */
export function named(hotels: readonly HotelRow[]): { chain: string; hotel_code: string }[] {
  return hotels.map(({ chain, hotel_code }) => ({ chain, hotel_code }))
}

/** A cell without what differs between two looks at it. */
export function still({ cache_age_sec: _age, ...cell }: Cell): Omit<Cell, 'cache_age_sec'> {
  return cell
}

/** What one night of an area costs from the store, by chain: a quarter of `award_night_credits`. */
export const NIGHT_CREDITS: Readonly<Record<string, number>> = {
  aurelia: 0.025,
  brightwater: 0.025,
  castellan: 0.25,
  dunmore: 0.5,
  evergrand: 0.025,
  harborline: 0.025,
}
