import { expect } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { readLine } from '../support/billed.ts'
import { type Answer, get } from '../support/client.ts'
import { readDocument } from '../support/documented.ts'
import { type Market, openMarket } from '../support/market.ts'

export interface PlaceBody {
  name: string | null
  place_id: string | null
  lat: number
  lng: number
  country: string | null
}

export interface HotelBody {
  chain: string
  hotel_code: string
  name: string
  city: string | null
  country: string | null
  lat: number
  lng: number
  distance_mi: number
}

export interface HotelsBody {
  place: PlaceBody | null
  alternatives: PlaceBody[]
  hotels: HotelBody[]
  cached: boolean
}

export type PlaceQuery = Record<string, string | number>

/** What one question cost by all three books, beside what it was answered. */
export interface Looked {
  body: HotelsBody
  credits: number
  line: { live: number; cached: number; free: number } | null
}

export interface PlaceMarket extends Market {
  account: TestAccount
  ask(query: PlaceQuery, url?: string): Promise<Answer>
  /** A 200 that the OpenAPI document allows, with header, usage line and balance in agreement. */
  look(query: PlaceQuery, url?: string): Promise<Looked>
  /** Every lookup was made so many hours earlier. */
  age(hours: number): Promise<void>
}

export async function openPlaceMarket(processes = 1): Promise<PlaceMarket> {
  const market = await openMarket({ processes })
  const { pool } = market.database
  const account = await newAccount(pool, 'scale', { rps: 100_000 })
  const documented = readDocument((await get(market.url, '/openapi.json')).body as object)

  const ask = (query: PlaceQuery, url = market.url): Promise<Answer> => {
    const fields = Object.entries(query).map(([name, value]) => [name, String(value)])
    return get(url, `/v1/hotels?${new URLSearchParams(fields).toString()}`, account.key)
  }

  return {
    ...market,
    account,
    ask,
    look: async (query, url) => {
      const before = await readBooks(pool, account.no)
      const answer = await ask(query, url)
      const after = await readBooks(pool, account.no)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(documented.problems('/hotels', 200, answer.body, 'get')).toEqual([])
      const line = await readLine(pool, account, answer)
      expect({ balance: (after.used - before.used) / 1000, held: after.held }).toEqual({
        balance: answer.charged,
        held: 0,
      })
      expect(line?.credits ?? 0).toBe(answer.charged)
      if (line) expect(line.endpoint).toBe('hotels')
      return { body: answer.body as HotelsBody, credits: answer.charged, line }
    },
    age: async (hours) => {
      for (const table of ['place_lookups', 'hotel_lookups']) {
        await pool.query(`update ${table} set created_at = created_at - $1 * interval '1 hour'`, [hours])
      }
    },
  }
}

export function chainsOf({ hotels }: HotelsBody): string[] {
  return [...new Set(hotels.map(({ chain }) => chain))].toSorted()
}
