import { hash } from 'node:crypto'
import { randomBase62 } from '../kernel/ids.ts'
import type { Vault } from '../ops/vault.ts'
import type { SealedValues } from './sealed-values.ts'

/** 190 random bits. */
const TOKEN_LENGTH = 32

/** How the token of a link is stored: a hash that finds its row, and itself, encrypted, to show it to its owner. */
export interface KeptToken {
  hash: Buffer
  sealed: Buffer
}

export interface LinkTokens {
  create(vault: Vault, id: string): KeptToken
  open(vault: Vault, id: string, sealed: Buffer): string
  values: SealedValues
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Of a table with the columns `token_hash` and `token`. */
export function linkTokens({
  name,
  table,
  idColumn = 'public_id',
  thing,
}: {
  name: string
  table: 'feeds' | 'boards' | 'receipts'
  /** The column of the ids that people see. */
  idColumn?: 'public_id' | 'id'
  thing: string
}): LinkTokens {
  const purposeOf = (id: string) => `${thing} ${id}`
  return {
    create: (vault, id) => {
      const token = randomBase62(TOKEN_LENGTH)
      return { hash: hashOfToken(token), sealed: vault.seal(token, purposeOf(id)) }
    },
    open: (vault, id, sealed) => vault.open(sealed, purposeOf(id)),
    values: {
      name,
      read: async (client, after, most) => {
        const { rows } = await client.query<{ id: string; token: Buffer }>(
          `select ${idColumn} as id, token from ${table} where token is not null and ($1::text is null or ${idColumn} > $1)
           order by ${idColumn} limit $2 for update`,
          [after, most],
        )
        return rows.map(({ id, token }) => ({ key: id, purpose: purposeOf(id), values: [token] }))
      },
      write: async (client, rows) => {
        await client.query(
          `update ${table} f set token = n.token from unnest($1::text[], $2::bytea[]) as n(id, token) where f.${idColumn} = n.id`,
          [rows.map(({ key }) => key), rows.map(({ values }) => values[0])],
        )
      },
      // The link still works by its hash. Its owner sees that it has to be replaced to be shown again.
      renew: (_vault, { key, purpose }) => ({ key, purpose, values: [null] }),
    },
  }
}
