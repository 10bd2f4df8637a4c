import { personOf } from '../../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { invalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { recordPersonAct } from '../store.ts'

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  /** How often it was used, as it counts itself; 0 if it does not count. */
  counter: number
  transports: string[]
  name: string
}

export interface Passkey extends NewPasskey {
  id: string
  userId: string
  createdAt: Date
  usedAt: Date | null
}

const READ = `select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  name, created_at as "createdAt", used_at as "usedAt" from passkeys`

export async function listPasskeys(pool: Pool, userId: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Passkey>(`${READ} where user_id = $1 order by created_at, id`, [userId])
  return rows
}

export async function findPasskey(pool: Pool, credentialId: string): Promise<Passkey | null> {
  const { rows } = await pool.query<Passkey>(`${READ} where credential_id = $1`, [credentialId])
  return rows[0] ?? null
}

export async function insertPasskey(pool: Pool, userId: string, passkey: NewPasskey): Promise<string> {
  const { credentialId, publicKey, counter, transports, name } = passkey
  return inTransaction(pool, async (client) => {
    // Takes turns, so that the limit holds.
    const { rows: people } = await client.query<{ email: string }>(
      'select email from users where id = $1 for update',
      [userId],
    )
    const { email } = one(people)
    const { rows: before } = await client.query('select 1 from passkeys where user_id = $1', [userId])
    if (before.length >= LIMITS.passkeys)
      throw invalid(`You can have ${LIMITS.passkeys} passkeys. Remove one first.`)
    const id = newId('psk')
    const { rowCount } = await client.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, ledger_now()) on conflict (credential_id) do nothing`,
      [id, userId, credentialId, publicKey, counter, transports, name],
    )
    if (rowCount === 0) throw invalid('This passkey is known already.')
    const detail = { email, name }
    await recordPersonAct(client, userId, { by: personOf(email), action: 'person.add_passkey', detail })
    return id
  })
}

/** Whether it was newer than the last use. Keys without a counter always say 0. */
export async function notePasskeyUse(
  pool: Pool,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update passkeys set counter = $3, used_at = ledger_now()
     where id = $1 and counter = $2 and ($3::bigint > counter or $3::bigint = 0)`,
    [id, counter, newCounter],
  )
  return rowCount === 1
}

/** Its name, or null if the person has no such passkey. */
export async function deletePasskey(client: Client, userId: string, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'delete from passkeys where user_id = $1 and id = $2 returning name',
    [userId, id],
  )
  return rows[0]?.name ?? null
}
