import { expect } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { readLine } from '../support/billed.ts'
import { type Answer, get } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { type Market, openMarket } from '../support/market.ts'

export interface MappedBody {
  id: string
  confidence: number
  method: 'cross_link' | 'typeahead' | 'name' | 'admin'
  distance_km: number | null
  name_score: number | null
  evidence: {
    why: string
    name_similarity: number | null
    metres: number | null
    agrees: string[]
    differs: string[]
  }
  resolved_at: string
}

export interface IdMapBody {
  chain: string
  hotel_code: string
  mapped_to?: { chain: string; hotel_code: string } | null
  ids: Record<string, MappedBody>
  unresolved: { source: string; reason: string; retry_after: string | null }[]
}

/** A clock that runs, faster than ours, and can be moved on. */
export interface QuickClock {
  now(): Promise<Date>
  /** So many seconds later than it would be. */
  forward(seconds: number): Promise<void>
}

export interface IdentityMarket extends Market {
  account: TestAccount
  clock: QuickClock
  documented: Documented
  ask(path: string, key?: string): Promise<Answer>
  /** A 200 that the OpenAPI document allows, with header, usage line and balance in agreement. */
  look(path: string): Promise<{ body: IdMapBody; credits: number }>
}

/** The database's clock runs so many times faster: three seconds between two pages are a moment then. */
const TIMES_FASTER = 20

export async function openIdentityMarket(workers = 0): Promise<IdentityMarket> {
  const market = await openMarket({ workers })
  const { pool } = market.database
  const clock = await quickClock(pool)
  const account = await newAccount(pool, 'scale', { rps: 100_000 })
  const documented = readDocument((await get(market.url, '/openapi.json')).body as object)
  const ask = (path: string, key = account.key) => get(market.url, `/v1/hotels/${path}`, key)
  return {
    ...market,
    account,
    clock,
    documented,
    ask,
    look: async (path) => {
      const before = await readBooks(pool, account.no)
      const answer = await ask(path)
      const after = await readBooks(pool, account.no)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(documented.problems('/hotels/{chain}/{code}/ids', 200, answer.body, 'get')).toEqual([])
      expect({ balance: (after.used - before.used) / 1000, held: after.held - before.held }).toEqual({
        balance: answer.charged,
        held: 0,
      })
      const line = await readLine(pool, account, answer)
      expect(line).toEqual(
        answer.charged === 0 ? null : { endpoint: 'ids', credits: 1, live: 1, cached: 0, free: 0 },
      )
      return { body: answer.body as IdMapBody, credits: answer.charged }
    },
  }
}

async function quickClock(pool: Pool): Promise<QuickClock> {
  await pool.query('create table quick_clock (began timestamptz not null, ahead interval not null)')
  await pool.query("insert into quick_clock values (clock_timestamp(), '0')")
  await pool.query(
    `create or replace function ledger_now() returns timestamptz language sql volatile as
     'select began + ahead + (clock_timestamp() - began) * ${TIMES_FASTER} from quick_clock'`,
  )
  return {
    now: async () => {
      const { rows } = await pool.query<{ now: Date }>('select ledger_now() as now')
      return rows[0]?.now ?? new Date(0)
    },
    forward: async (seconds) => {
      await pool.query("update quick_clock set ahead = ahead + $1 * interval '1 second'", [seconds])
    },
  }
}
