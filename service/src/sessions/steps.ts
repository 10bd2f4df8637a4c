import { hash, randomBytes } from 'node:crypto'
import type { Client, Pool } from '../db/pool.ts'

/** What was begun and must be finished: a code after a password, an answer of the provider, or an answer of a passkey. */
export type StepKind = 'second_factor' | 'provider' | 'passkey' | 'new_passkey'

export interface Step<Detail> {
  kind: StepKind
  userId: string | null
  detail: Detail
}

/** What finds a step: 256 random bits, of which only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Keeps the first half of a sign-in. Returns its token. */
export async function keepStep<Detail extends object>(
  pool: Pool,
  { kind, userId, detail }: Step<Detail>,
  seconds: number,
  token = newToken(),
): Promise<string> {
  await pool.query(
    `insert into sign_in_steps (token_hash, kind, user_id, detail, expires_at)
     values ($1, $2, $3, $4, ledger_now() + make_interval(secs => $5))`,
    [hashOf(token), kind, userId, JSON.stringify(detail), seconds],
  )
  return token
}

export async function readStep<Detail>(
  pool: Pool,
  kind: StepKind,
  token: string,
): Promise<Step<Detail> | null> {
  const { rows } = await pool.query<Step<Detail>>(
    `select kind, user_id as "userId", detail from sign_in_steps
     where token_hash = $1 and kind = $2 and expires_at > ledger_now()`,
    [hashOf(token), kind],
  )
  return rows[0] ?? null
}

/** Ends it. Only one caller gets it, so nothing is finished twice. */
export async function takeStep<Detail>(
  database: Pool | Client,
  kind: StepKind,
  token: string,
): Promise<Step<Detail> | null> {
  const { rows } = await database.query<Step<Detail> & { good: boolean }>(
    `delete from sign_in_steps where token_hash = $1 and kind = $2
     returning kind, user_id as "userId", detail, expires_at > ledger_now() as good`,
    [hashOf(token), kind],
  )
  const [step] = rows
  return step?.good ? step : null
}

export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
