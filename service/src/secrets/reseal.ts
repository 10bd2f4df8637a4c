import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { fingerprintOf } from '../ops/master-key.ts'
import { type Vault, VaultError } from '../ops/vault.ts'
import type { SealedRow, SealedValues } from './sealed-values.ts'

const BATCH = 200

export interface Resealed {
  name: string
  checked: number
  changed: number
}

export type OnBatch = (progress: Resealed) => void

/** Changes a batch of rows. Returns how many. */
type Change = (
  client: Client,
  vault: Vault,
  values: SealedValues,
  rows: readonly SealedRow[],
) => Promise<number>

/**
 * Encrypts every value with the current key, in batches of one transaction each. Values that already have it stay as they are,
 * so a run that was interrupted can simply be repeated.
 */
export function resealAll(
  pool: Pool,
  vault: Vault,
  sealed: readonly SealedValues[],
  onBatch: OnBatch = () => {},
): Promise<Resealed[]> {
  return inBatches(pool, vault, sealed, reseal, onBatch)
}

/** Replaces every value that the vault cannot decrypt, because its key is lost. */
export function resetAll(pool: Pool, vault: Vault, sealed: readonly SealedValues[]): Promise<Resealed[]> {
  return inBatches(pool, vault, sealed, reset, () => {})
}

async function inBatches(
  pool: Pool,
  vault: Vault,
  sealed: readonly SealedValues[],
  change: Change,
  onBatch: OnBatch,
): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const values of sealed) {
    const progress = { name: values.name, checked: 0, changed: 0 }
    let after: string | null = null
    do {
      const batch: Batch = await inTransaction(pool, async (client) => {
        const rows = await values.read(client, after, BATCH)
        return { rows, changed: await change(client, vault, values, rows) }
      })
      after = batch.rows.at(-1)?.key ?? null
      progress.checked += batch.rows.length
      progress.changed += batch.changed
      onBatch(progress)
    } while (after !== null)
    done.push(progress)
  }
  return done
}

interface Batch {
  rows: readonly SealedRow[]
  changed: number
}

async function reseal(
  client: Client,
  vault: Vault,
  values: SealedValues,
  rows: readonly SealedRow[],
): Promise<number> {
  const outdated = rows.filter((row) => !every(row, (value) => vault.isCurrent(value, row.purpose)))
  const renewed = outdated.map(({ key, purpose, values: sealed }) => ({
    key,
    purpose,
    values: sealed.map((value) => value && vault.seal(vault.open(value, purpose), purpose)),
  }))
  if (renewed.length > 0) await values.write(client, renewed)
  return renewed.length
}

async function reset(
  client: Client,
  vault: Vault,
  values: SealedValues,
  rows: readonly SealedRow[],
): Promise<number> {
  const lost = rows.filter((row) => !every(row, (value) => opens(vault, value, row.purpose)))
  const renewed = lost.map((row) => values.renew(vault, row)).filter((row) => row !== null)
  const kept = new Set(renewed.map(({ key }) => key))
  if (renewed.length > 0) await values.write(client, renewed)
  await values.remove?.(
    client,
    lost.map(({ key }) => key).filter((key) => !kept.has(key)),
  )
  return lost.length
}

function every({ values }: SealedRow, holds: (value: Buffer) => boolean): boolean {
  return values.every((value) => value === null || holds(value))
}

function opens(vault: Vault, sealed: Buffer, purpose: string): boolean {
  try {
    vault.open(sealed, purpose)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}

/** After everything has the current key: processes no longer need another one. */
export async function keepOnlyKey(pool: Pool, key: Buffer): Promise<void> {
  await pool.query(
    `with known as (insert into secret_keys (fingerprint) values ($1) on conflict do nothing)
     delete from secret_keys where fingerprint <> $1`,
    [fingerprintOf(key)],
  )
}
