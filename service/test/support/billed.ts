import type { Pool } from '../../src/db/pool.ts'
import { readBooks, type TestAccount } from './accounts.ts'
import { type Answer, post } from './client.ts'

/** What a request cost, as its header, its usage line and the account's balance tell, in credits. */
export interface Billed {
  answer: Answer
  header: number
  /** Null where none was written. */
  line: { endpoint: string; credits: number; live: number; cached: number; free: number } | null
  balance: number
}

/** Sends a request and reads all three ledgers. The account must have no other running request. */
export async function askBilled(
  pool: Pool,
  account: TestAccount,
  url: string,
  path: string,
  body: unknown,
): Promise<Billed> {
  const before = await readBooks(pool, account.no)
  const answer = await post(url, `/v1${path}`, account.key, body)
  const after = await readBooks(pool, account.no)
  return {
    answer,
    header: answer.charged,
    line: await readLine(pool, account, answer),
    balance: (after.used - before.used) / 1000,
  }
}

export async function readLine(pool: Pool, account: TestAccount, answer: Answer): Promise<Billed['line']> {
  const { rows } = await pool.query<NonNullable<Billed['line']>>(
    'select endpoint, credits, live, cached, free from usage_lines where account = $1 and request_id = $2',
    [account.no, answer.headers['x-request-id']],
  )
  if (rows.length > 1) throw new Error(`${rows.length} usage lines for one request`)
  const [line] = rows
  return line ? { ...line, credits: line.credits / 1000 } : null
}

/** Makes everything that is known of these nights older. Only a process that has not served them yet will notice. */
export async function growOlder(pool: Pool, night: string, seconds: number): Promise<void> {
  await pool.query('update stays set seen = seen - $2 where checkin = $1', [night, seconds * 1000])
  await pool.query('update cells set seen = seen - $2 where night = $1', [night, seconds * 1000])
}
