import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Vault } from '../../ops/vault.ts'
import type { SealedValues } from '../../secrets/sealed-values.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { findStep, newSecret, stepAt } from './totp.ts'

const purposeOf = (userId: string) => `one-time codes ${userId}`

export interface Enrolment {
  secret: string
  recoveryCodes: string[]
}

/** Makes a secret and recovery codes. They count for nothing until a code is confirmed. */
export async function beginTotp(pool: Pool, vault: Vault, userId: string): Promise<Enrolment> {
  const secret = newSecret()
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into second_factors as f (user_id, secret, created_at) values ($1, $2, ledger_now())
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
         where f.confirmed_at is null`,
      [userId, vault.seal(secret, purposeOf(userId))],
    )
    if (rowCount === 0)
      throw invalid('You have one-time codes already. Remove them first to set them up again.')
    return { secret, recoveryCodes: await renewRecoveryCodes(client, userId) }
  })
}

/** Whether it is a code of now that nobody has used. It is used now, once, however many try at the same moment. */
export async function spendTotp(
  database: Pool | Client,
  vault: Vault,
  userId: string,
  code: string,
  state: 'confirmed' | 'unconfirmed',
): Promise<boolean> {
  const { rows } = await database.query<{ secret: Buffer | null; now: number }>(
    `select secret, extract(epoch from ledger_now())::float8 as now from second_factors
     where user_id = $1 and (confirmed_at is not null) = $2`,
    [userId, state === 'confirmed'],
  )
  const [factor] = rows
  if (!factor?.secret) return false
  const step = findStep(vault.open(factor.secret, purposeOf(userId)), code, stepAt(factor.now))
  if (step === null) return false
  const { rowCount } = await database.query(
    `update second_factors set last_step = $2, confirmed_at = coalesce(confirmed_at, ledger_now())
     where user_id = $1 and last_step < $2 and secret = $3`,
    [userId, step, factor.secret],
  )
  return rowCount === 1
}

/** What somebody has beside a password. */
export interface Factors {
  /** When one-time codes were confirmed. */
  totpSince: Date | null
  passkeys: number
  isRequired: boolean
}

export async function readFactors(database: Pool | Client, userId: string): Promise<Factors> {
  const { rows } = await database.query<Factors>(
    `select f.confirmed_at as "totpSince", coalesce(a.require_second_factor, false) as "isRequired",
       (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
     from users u left join second_factors f on f.user_id = u.id left join accounts a on a.id = u.account
     where u.id = $1`,
    [userId],
  )
  return one(rows)
}

/** Whether there were any. Recovery codes go with them. */
export async function dropTotp(client: Client, userId: string): Promise<boolean> {
  await client.query('delete from recovery_codes where user_id = $1', [userId])
  const { rowCount } = await client.query('delete from second_factors where user_id = $1', [userId])
  return rowCount === 1
}

export const totpSecrets: SealedValues = {
  name: 'secrets of one-time codes',
  read: async (client, after, most) => {
    const { rows } = await client.query<{ id: string; secret: Buffer }>(
      `select user_id as id, secret from second_factors where secret is not null and ($1::text is null or user_id > $1)
       order by user_id limit $2 for update`,
      [after, most],
    )
    return rows.map(({ id, secret }) => ({ key: id, purpose: purposeOf(id), values: [secret] }))
  },
  write: async (client, rows) => {
    await client.query(
      `update second_factors f set secret = n.secret
       from unnest($1::text[], $2::bytea[]) as n (id, secret) where f.user_id = n.id`,
      [rows.map(({ key }) => key), rows.map(({ values }) => values[0] ?? null)],
    )
  },
  // Nobody can make these codes any more. The recovery codes still work, and the operator can reset the factor.
  renew: (_vault, { key, purpose }) => ({ key, purpose, values: [null] }),
}
