import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import {
  fingerprintOf,
  type KeySettings,
  keyFileOf,
  makeMasterKey,
  readMasterKey,
} from '../ops/master-key.ts'
import { createVault, type Vault, VaultError } from '../ops/vault.ts'
import type { SealedValues } from './sealed-values.ts'

/** The master key is not the one that this database needs. The operator sees only the message. */
export class SecretKeyError extends Error {
  override name = 'SecretKeyError'
}

export interface SecretSettings extends KeySettings {
  secretKeyOld: string
}

export interface OpenedVault {
  vault: Vault
  /** The master key that encrypts. */
  key: Buffer
  /** Fails if the keys of this process no longer fit the database. */
  recheck(): Promise<void>
}

/**
 * The vault, after a check that the keys of this process decrypt everything in the database. The database knows a fingerprint of
 * each key that may have encrypted something; a process that lacks one of them does not start.
 */
export async function openVault(
  settings: SecretSettings,
  pool: Pool,
  sealed: readonly SealedValues[],
): Promise<OpenedVault> {
  const old = settings.secretKeyOld === '' ? [] : [Buffer.from(settings.secretKeyOld, 'hex')]
  const inUse = await isInUse(pool, sealed)
  // Afterwards: of several processes that start at once, another may just have made the key and used it.
  const found = readMasterKey(settings)
  if (inUse) {
    if (found === null) throw missing(settings)
    await requireAll(pool, [found, ...old], settings)
  }
  const key = found ?? makeMasterKey(settings.home)
  const vault = createVault(key, old)
  await inTransaction(pool, async (client) => {
    // Of several first starts with different keys, one wins and the others are refused.
    await client.query('lock table secret_keys in exclusive mode')
    await requireAll(client, [key, ...old], settings)
    await requireOpen(client, vault, sealed, settings)
    await client.query('insert into secret_keys (fingerprint) values ($1) on conflict do nothing', [
      fingerprintOf(key),
    ])
  })
  return {
    vault,
    key,
    recheck: async () => {
      const known = await readFingerprints(pool)
      if (!known.some((each) => each.equals(fingerprintOf(key)))) throw wrong(settings)
    },
  }
}

export async function readFingerprints(database: Client | Pool): Promise<Buffer[]> {
  const { rows } = await database.query<{ fingerprint: Buffer }>(
    'select fingerprint from secret_keys order by added_at, fingerprint',
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Whether a new key would lock something away. Databases of earlier versions have no fingerprint. */
async function isInUse(pool: Pool, sealed: readonly SealedValues[]): Promise<boolean> {
  if ((await readFingerprints(pool)).length > 0) return true
  for (const values of sealed) if ((await values.read(pool, null, 1)).length > 0) return true
  return false
}

async function requireAll(
  database: Client | Pool,
  keys: readonly Buffer[],
  settings: SecretSettings,
): Promise<void> {
  const held = keys.map(fingerprintOf)
  const known = await readFingerprints(database)
  const lacking = known.filter((fingerprint) => !held.some((each) => each.equals(fingerprint)))
  if (lacking.length === 0) return
  throw lacking.length < known.length ? halfWay() : wrong(settings)
}

/** A value of each kind proves the key if the database knows no fingerprint yet. */
async function requireOpen(
  client: Client,
  vault: Vault,
  sealed: readonly SealedValues[],
  settings: SecretSettings,
): Promise<void> {
  if ((await readFingerprints(client)).length > 0) return
  for (const { read } of sealed) {
    const [row] = await read(client, null, 1)
    try {
      for (const value of row?.values ?? []) if (value && row) vault.open(value, row.purpose)
    } catch (error) {
      throw error instanceof VaultError ? wrong(settings) : error
    }
  }
}

const LOST = 'If it is lost, run `vacancy secrets reset`.'

function missing({ home }: KeySettings): SecretKeyError {
  return new SecretKeyError(
    `SECRET_KEY is missing, and this database holds secrets that were encrypted with it. Set SECRET_KEY, or put the key back into ${keyFileOf(home)}. ${LOST}`,
  )
}

function wrong({ secretKey, home }: KeySettings): SecretKeyError {
  const held = secretKey === '' ? `The key in ${keyFileOf(home)}` : 'SECRET_KEY'
  return new SecretKeyError(
    `${held} is not the key that encrypted the secrets in this database. Set SECRET_KEY to that key, or SECRET_KEY_OLD if you want to replace it. ${LOST}`,
  )
}

function halfWay(): SecretKeyError {
  return new SecretKeyError(
    'The secrets in this database are moving to another SECRET_KEY. Set SECRET_KEY to the new key and SECRET_KEY_OLD to the old one, until `vacancy secrets rotate` has finished.',
  )
}
