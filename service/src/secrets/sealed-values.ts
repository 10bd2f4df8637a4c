import type { Client, Pool } from '../db/pool.ts'
import type { Vault } from '../ops/vault.ts'

/** The encrypted values of one table. The room that owns the table describes them. */
export interface SealedValues {
  /** What they are, as an operator reads it. */
  name: string
  /** The rows after a key, in the order of keys, locked until the end of the transaction. Null: from the first one. */
  read(client: Client | Pool, after: string | null, most: number): Promise<SealedRow[]>
  /** Replaces the values of rows. */
  write(client: Client, rows: readonly SealedRow[]): Promise<void>
  /** The row with new values, if no key decrypts its own any more. Null: the row is of no use without them. */
  renew(vault: Vault, row: SealedRow): SealedRow | null
  remove?(client: Client, keys: readonly string[]): Promise<void>
}

export interface SealedRow {
  key: string
  purpose: string
  values: readonly (Buffer | null)[]
}
