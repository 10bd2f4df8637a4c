import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../db/pool.ts'
import { type Call, SourceFailure } from '../sources/source.ts'

/**
 * Rate limit for the search engine's pages, shared by all processes: one page every three seconds, and none for half an
 * hour after a rate-limit page. Slightly more than three seconds, because requests take varying time to leave.
 */
const PAGE_EVERY_MS = 3050
const PARKED_MS = 30 * 60_000
/** Turns are polled: tests move the clock, and other processes take turns too. */
const LOOK_AGAIN_MS = 250

interface Turn {
  granted: boolean
  /** If not granted: when the next page may be requested. */
  nextMs: number
  parkedUntil: Date | null
  now: Date
}

/** How to wait for turns. */
export interface Patience {
  /** The longest total wait for all pages of one resolution. */
  patienceMs: number
  /** Whether a client is waiting. Others leave a free turn for a moment, so that urgent requests get it first. */
  urgent: boolean
}

/** Shorter than the pause between pages, longer than the polling interval of urgent requests. */
const COURTESY_MS = 400

/** Takes the turn if it is free. */
async function takeTurn(pool: Pool, urgent: boolean): Promise<Turn> {
  const { rows } = await pool.query<{ granted: boolean; now: Date; next: Date | null; parked: Date | null }>({
    name: 'search_pace_take',
    text: `with clock as materialized (select ledger_now() as at), taken as (
        update search_pace set next_page_at = clock.at + $1 * interval '1 millisecond' from clock
        where next_page_at + $2 * interval '1 millisecond' <= clock.at and parked_until <= clock.at returning true
      )
      select exists (select 1 from taken) as granted, clock.at as now,
        case when isfinite(next_page_at) then next_page_at end as next,
        case when parked_until > clock.at then parked_until end as parked
      from search_pace, clock`,
    values: [PAGE_EVERY_MS, urgent ? 0 : COURTESY_MS],
  })
  const [row] = rows
  if (!row) throw new Error('search_pace has no row')
  const nextMs = row.next ? Math.max(0, row.next.getTime() - row.now.getTime()) : 0
  return { granted: row.granted, now: row.now, nextMs, parkedUntil: row.parked }
}

/** Until when requests are paused; null if they are not. */
export async function parkedUntil(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ parked: Date }>({
    name: 'search_pace_parked',
    text: 'select parked_until as parked from search_pace where parked_until > ledger_now()',
    values: [],
  })
  return rows[0]?.parked ?? null
}

/** After a rate-limit page, further requests would make it worse. */
export async function park(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ parked: Date }>({
    name: 'search_pace_park',
    text: `update search_pace set parked_until = greatest(parked_until, ledger_now() + $1 * interval '1 millisecond')
      returning parked_until as parked`,
    values: [PARKED_MS],
  })
  const [row] = rows
  if (!row) throw new Error('search_pace has no row')
  return row.parked
}

/** The page was not requested. Uses the failure kind that does not open the engine's circuit breaker. */
export class NoTurn extends SourceFailure {
  readonly parkedUntil: Date | null

  constructor(parked: Date | null) {
    super('not_found', parked ? 'the search engine is parked' : 'no turn came in time')
    this.name = 'NoTurn'
    this.parkedUntil = parked
  }
}

/** The same call, with every request waiting for its turn. */
export function paced(pool: Pool, call: Call, { patienceMs, urgent }: Patience): Call {
  const giveUpMs = performance.now() + patienceMs
  return {
    ...call,
    http: async (request) => {
      for (;;) {
        const turn = await takeTurn(pool, urgent)
        if (turn.granted) return call.http(request)
        const leftMs = giveUpMs - performance.now()
        if (turn.parkedUntil || leftMs <= 0) throw new NoTurn(turn.parkedUntil)
        await wait(Math.min(Math.max(10, turn.nextMs), LOOK_AGAIN_MS, leftMs))
      }
    },
  }
}
