import { hash, randomInt } from 'node:crypto'
import type { Client, Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'

const CODES = 10
/** Without letters and digits that are easily confused: they are written down. 16 of them are 79 bits. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Replaces the codes of a person. Only their hashes are stored. */
export async function renewRecoveryCodes(client: Client, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await client.query('delete from recovery_codes where user_id = $1', [userId])
  await client.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map(hashOf),
  ])
  return codes
}

/** Whether it was a code that nobody had used, of one-time codes that are set up. It is used now. */
export async function spendRecoveryCode(
  database: Pool | Client,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update recovery_codes set used_at = ledger_now() where user_id = $1 and code_hash = $2 and used_at is null
       and exists (select 1 from second_factors f where f.user_id = $1 and f.confirmed_at is not null)`,
    [userId, hashOf(code)],
  )
  return rowCount === 1
}

export async function countRecoveryCodes(pool: Pool, userId: string): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    'select count(*)::int as left from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  )
  return one(rows).left
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replaceAll(/.{4}(?!$)/g, '$&-')
}

/** However it is written. */
function hashOf(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), 'buffer')
}
