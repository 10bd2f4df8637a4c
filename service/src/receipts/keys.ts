import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { Vault } from '../ops/vault.ts'
import type { SealedValues } from '../secrets/sealed-values.ts'

/** A key that signs receipts. */
export interface SigningKey {
  id: string
  privateKey: KeyObject
}

/** A public key in the form of RFC 8037, and when it signed. */
export interface PublicKey {
  kty: 'OKP'
  crv: 'Ed25519'
  alg: 'EdDSA'
  use: 'sig'
  kid: string
  x: string
  created_at: string
  /** Null: it signs new receipts. */
  retired_at: string | null
}

/** After a rotation in another process, this one may sign with the old key for so long. */
const TRUSTED_MS = 10_000

export type CurrentKey = () => Promise<SigningKey>

/** The key that signs now. The first receipt makes it. */
export function createCurrentKey(pool: Pool, vault: Vault): CurrentKey {
  let held: { key: SigningKey; untilMs: number } | null = null
  return async () => {
    if (held && performance.now() < held.untilMs) return held.key
    const key =
      (await readCurrent(pool, vault)) ??
      (await inTransaction(pool, async (client) => {
        await lockKeys(client)
        return (await readCurrent(client, vault)) ?? makeKey(client, vault)
      }))
    held = { key, untilMs: performance.now() + TRUSTED_MS }
    return key
  }
}

/** Retires the key and makes another. Receipts that it signed stay good: its public part is listed forever. */
export async function rotateKey(pool: Pool, vault: Vault): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockKeys(client)
    await client.query(
      'update receipt_keys set private_key = null, retired_at = ledger_now() where retired_at is null',
    )
    return (await makeKey(client, vault)).id
  })
}

/** Oldest first. */
export async function listKeys(pool: Pool): Promise<PublicKey[]> {
  const { rows } = await pool.query<{
    id: string
    public_key: Buffer
    created_at: Date
    retired_at: Date | null
  }>('select id, public_key, created_at, retired_at from receipt_keys order by created_at, id')
  return rows.map(({ id, public_key: key, created_at: created, retired_at: retired }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid: id,
    x: key.toString('base64url'),
    created_at: created.toISOString(),
    retired_at: retired?.toISOString() ?? null,
  }))
}

async function lockKeys(client: Client): Promise<void> {
  await client.query('lock table receipt_keys in exclusive mode')
}

async function readCurrent(database: Client | Pool, vault: Vault): Promise<SigningKey | null> {
  const { rows } = await database.query<{ id: string; private_key: Buffer }>(
    'select id, private_key from receipt_keys where retired_at is null',
  )
  const [row] = rows
  if (!row) return null
  const pem = vault.open(row.private_key, purposeOf(row.id))
  return { id: row.id, privateKey: createPrivateKey(pem) }
}

async function makeKey(client: Client, vault: Vault): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const id = `rck_${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await client.query(
    'insert into receipt_keys (id, public_key, private_key, created_at) values ($1, $2, $3, ledger_now())',
    [id, raw, vault.seal(pem, purposeOf(id))],
  )
  return { id, privateKey }
}

function purposeOf(id: string): string {
  return `receipt key ${id}`
}

/** The private part of the key that signs. If no key decrypts it any more, it is retired, and the next receipt makes another. */
export const receiptKeys: SealedValues = {
  name: 'keys of receipts',
  read: async (client, after, most) => {
    const { rows } = await client.query<{ id: string; private_key: Buffer }>(
      `select id, private_key from receipt_keys where private_key is not null and ($1::text is null or id > $1)
       order by id limit $2 for update`,
      [after, most],
    )
    return rows.map(({ id, private_key: key }) => ({ key: id, purpose: purposeOf(id), values: [key] }))
  },
  write: async (client, rows) => {
    await client.query(
      `update receipt_keys k set private_key = n.sealed
       from unnest($1::text[], $2::bytea[]) as n(id, sealed) where k.id = n.id`,
      [rows.map(({ key }) => key), rows.map(({ values }) => values[0])],
    )
  },
  renew: () => null,
  remove: async (client, ids) => {
    await client.query(
      'update receipt_keys set private_key = null, retired_at = ledger_now() where id = any($1::text[])',
      [ids],
    )
  },
}
