import { hash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { internalFault, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { KeptAnswer } from './entry.ts'

/** A request that its client may retry. */
export interface Repeatable {
  account: number
  endpoint: string
  key: string
  bodyText: string
}

export interface Remembered {
  claim: string
  status: number
  headers: Record<string, string>
  body: string
}

/** Either the stored answer of the first request, or a claim that makes this request the first. */
export type Claimed = { remembered: Remembered } | { claim: string }

/** Longer than any request takes, so only a dead process can lose its claim. */
const CLAIM_MS = 45_000
const POLL_MS = 60

export interface Idempotency {
  claim(request: Repeatable): Promise<Claimed>
  /** Called after an error: the next request with this key runs again. */
  abandon(account: number, claim: string): Promise<void>
  forgetOld(): Promise<number>
}

export function createIdempotency(pool: Pool): Idempotency {
  async function tryClaim(request: Repeatable, bodyHash: string): Promise<Claimed | null> {
    const claim = randomUUID()
    const { rows } = await pool.query<AnswerRow>({
      name: 'idempotency_claim',
      text: CLAIM,
      values: [
        request.account,
        request.endpoint,
        request.key,
        bodyHash,
        claim,
        CLAIM_MS,
        LIMITS.idempotencyHours,
      ],
    })
    const [row] = rows
    if (!row) return null
    if (row.claim === claim) return { claim }
    if (row.body_hash !== bodyHash) {
      throw invalid(
        'This Idempotency-Key was already used with another body. Use a new key for a new request.',
      )
    }
    if (row.status === null || row.body === null) return null
    return {
      remembered: { claim: row.claim, status: row.status, headers: row.headers ?? {}, body: row.body },
    }
  }

  return {
    claim: async (request) => {
      const bodyHash = hash('sha256', request.bodyText, 'hex')
      const until = performance.now() + LIMITS.requestMs
      while (performance.now() < until) {
        const claimed = await tryClaim(request, bodyHash)
        if (claimed) return claimed
        await wait(POLL_MS)
      }
      throw internalFault(new Error('the first request with this Idempotency-Key is still under way'))
    },
    abandon: async (account, claim) => {
      await pool.query(
        'delete from idempotent_answers where account = $1 and claim = $2 and status is null',
        [account, claim],
      )
    },
    forgetOld: () =>
      forget(pool, 'idempotent_answers', "created_at < ledger_now() - $1 * interval '1 hour'", [
        LIMITS.idempotencyHours,
      ]),
  }
}

/** A request that lost its claim to a retry must not create anything. */
export async function keepAnswer(
  client: Client,
  account: number,
  kept: KeptAnswer | undefined,
): Promise<void> {
  if (!kept) return
  const { rowCount } = await client.query(
    `update idempotent_answers set status = $3, headers = $4, body = $5
     where account = $1 and claim = $2 and status is null`,
    [account, kept.claim, kept.status, JSON.stringify(kept.headers), kept.body],
  )
  if (rowCount !== 1) throw internalFault(new Error('the claim on an Idempotency-Key was lost'))
}

interface AnswerRow {
  claim: string
  body_hash: string
  status: number | null
  headers: Record<string, string> | null
  body: string | null
}

/**
 * Claims the key if it is free, its answer has expired, or its first request died; otherwise returns the current row. Returns
 * nothing if another transaction is writing the row: the caller tries again.
 */
const CLAIM = `
with mine as (
  insert into idempotent_answers as i (account, endpoint, key, body_hash, claim, claimed_until, created_at)
  values ($1, $2, $3, decode($4, 'hex'), $5, ledger_now() + $6 * interval '1 ms', ledger_now())
  on conflict (account, endpoint, key) do update
    set body_hash = excluded.body_hash, claim = excluded.claim, claimed_until = excluded.claimed_until,
      created_at = excluded.created_at, status = null, headers = null, body = null
    where i.created_at < ledger_now() - $7 * interval '1 hour' or (i.status is null and i.claimed_until < ledger_now())
  returning claim, encode(body_hash, 'hex') as body_hash, status, headers, body
)
select * from mine
union all
select claim, encode(body_hash, 'hex'), status, headers, body from idempotent_answers
where account = $1 and endpoint = $2 and key = $3 and not exists (select 1 from mine)`
