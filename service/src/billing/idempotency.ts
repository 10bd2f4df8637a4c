import { hash, randomUUID } from 'node:crypto'
import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { type ApiError, internalFault, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { ClaimNotices } from './claim-notices.ts'
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

/** How often the table is read while another process has the claim, in case its notice is lost: soon, then rarely. */
const FIRST_LOOK_MS = 100
const LONGEST_LOOK_MS = 1000

export interface Idempotency {
  /** Waits while another process has the claim. If that one fails, throws its error. */
  claim(request: Repeatable): Promise<Claimed>
  /** The answer is stored: requests that wait in other processes can read it. */
  finish(claim: string): Promise<void>
  /** Called after an error: the next request with this key runs again. */
  abandon(account: number, claim: string, error: ApiError): Promise<void>
}

export function createIdempotency(pool: Pool, notices: ClaimNotices): Idempotency {
  async function tryClaim(
    request: Repeatable,
    bodyHash: string,
  ): Promise<Claimed | { taken: string | null }> {
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
        LIMITS.holdMs,
        LIMITS.idempotencyHours,
      ],
    })
    const [row] = rows
    if (!row) return { taken: null }
    if (row.claim === claim) return { claim }
    if (row.body_hash !== bodyHash) throw otherBody()
    if (row.status === null || row.body === null) return { taken: row.claim }
    return {
      remembered: { claim: row.claim, status: row.status, headers: row.headers ?? {}, body: row.body },
    }
  }

  return {
    claim: async (request) => {
      const bodyHash = hash('sha256', request.bodyText, 'hex')
      const until = performance.now() + LIMITS.requestMs
      let lookMs = FIRST_LOOK_MS
      while (performance.now() < until) {
        const claimed = await tryClaim(request, bodyHash)
        if (!('taken' in claimed)) return claimed
        const ending = await notices.wait(claimed.taken ?? '', lookMs)
        if (ending?.error) throw ending.error
        lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)
      }
      throw internalFault(new Error('the first request with this Idempotency-Key is still running'))
    },
    finish: (claim) => notices.tell(claim, { error: null }),
    abandon: async (account, claim, error) => {
      await pool.query(
        'delete from idempotent_answers where account = $1 and claim = $2 and status is null',
        [account, claim],
      )
      await notices.tell(claim, { error })
    },
  }
}

/** Returns how many answers were deleted. */
export function forgetOldAnswers(pool: Pool): Promise<number> {
  return forget(pool, 'idempotent_answers', "created_at < ledger_now() - $1 * interval '1 hour'", [
    LIMITS.idempotencyHours,
  ])
}

/** The stored answer to an earlier request, without claiming its key: nothing runs and nothing is charged. */
export async function findAnswer(
  pool: Pool,
  account: number,
  endpoint: string,
  key: string,
): Promise<Remembered | undefined> {
  const { rows } = await pool.query<Remembered>({
    name: 'idempotency_find',
    text: `select claim, status, headers, body from idempotent_answers
      where account = $1 and endpoint = $2 and key = $3 and status is not null
        and created_at >= ledger_now() - $4 * interval '1 hour'`,
    values: [account, endpoint, key, LIMITS.idempotencyHours],
  })
  return rows[0]
}

export function otherBody(): ApiError {
  return invalid('This Idempotency-Key was already used with another body. Use a new key for a new request.')
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
