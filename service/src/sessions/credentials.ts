import type { Pool } from '../db/pool.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { hashPassword, verifyPassword } from './password.ts'

interface Credential {
  userId: string
  /** The hash. */
  password: string
}

const READ = `select u.id as "userId", c.password from users u
  join user_credentials c on c.user_id = u.id and c.provider_id = 'credential' where c.password is not null`

let nobodys: Promise<string> | undefined

/** Whose e-mail and password these are. A refusal takes as long for an e-mail that nobody has: a password is hashed for it too. */
export async function findByPassword(pool: Pool, email: string, password: string): Promise<string | null> {
  const { rows } = await pool.query<Credential>(`${READ} and lower(u.email) = lower($1)`, [email])
  const [found] = rows
  nobodys ??= hashPassword('nobody has this password')
  const isRight = await verifyPassword(found?.password ?? (await nobodys), password)
  return found && isRight ? found.userId : null
}

/** The hash of the password that somebody gave to confirm a change, if it is theirs. */
export async function requirePassword(
  pool: Pool,
  userId: string,
  password: string,
  refusal: string,
): Promise<string> {
  const { rows } = await pool.query<Credential>(`${READ} and u.id = $1`, [userId])
  const [found] = rows
  if (!found) throw hasNone()
  if (!(await verifyPassword(found.password, password))) throw invalid(refusal)
  return found.password
}

export async function hasPassword(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(`${READ} and u.id = $1`, [userId])
  return rows.length > 0
}

function hasNone(): ApiError {
  return invalid('You have no password on this server: you sign in elsewhere. Change this there.')
}
