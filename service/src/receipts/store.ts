import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib'
import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type KeptToken } from '../secrets/link-tokens.ts'
import type { Bodies } from '../sources/evidence/reading.ts'
import type { Receipt } from './receipt.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Half the time of the next better one, for a tenth more bytes. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A receipt as it is stored. */
export interface PackedReceipt {
  id: string
  document: Buffer
  bodies: readonly { sha256: Buffer; body: Buffer }[]
}

export async function packReceipt(receipt: Receipt, bodies: Bodies): Promise<PackedReceipt> {
  const packed = [...bodies].map(async ([sha256, body]) => ({
    sha256: Buffer.from(sha256, 'hex'),
    body: await compress(body, PACKING),
  }))
  return {
    id: receipt.id,
    document: await compress(JSON.stringify(receipt), PACKING),
    bodies: await Promise.all(packed),
  }
}

export async function insertReceipt(
  client: Client,
  account: number,
  { id, document, bodies }: PackedReceipt,
): Promise<void> {
  const bytes = bodies.reduce((sum, { body }) => sum + body.length, document.length)
  const sorted = bodies.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256))
  await client.query(
    'insert into receipts (id, account, made_at, document, bytes) values ($1, $2, ledger_now(), $3, $4)',
    [id, account, document, bytes],
  )
  // The update locks a body that is there already, so that it is not deleted before this receipt names it.
  await client.query(
    `insert into receipt_bodies (sha256, body, named_at)
     select sha256, body, ledger_now() from unnest($1::bytea[], $2::bytea[]) as n(sha256, body)
     on conflict (sha256) do update set named_at = excluded.named_at`,
    [sorted.map(({ sha256 }) => sha256), sorted.map(({ body }) => body)],
  )
  await client.query('insert into receipt_parts select $1, unnest($2::bytea[])', [
    id,
    sorted.map(({ sha256 }) => sha256),
  ])
}

/** Which receipt, and whose. */
export interface ReceiptKey {
  account: number
  id: string
}

export async function findReceipt(pool: Pool, { account, id }: ReceiptKey): Promise<Receipt | null> {
  const { rows } = await pool.query<{ document: Buffer }>(
    'select document from receipts where id = $1 and account = $2',
    [id, account],
  )
  const [row] = rows
  return row ? unpacked(row.document) : null
}

/** A receipt that somebody opens by its link. Unpacking it takes time. */
export interface SharedReceipt extends ReceiptKey {
  unpack(): Promise<Receipt>
}

export async function findShared(pool: Pool, tokenHash: Buffer): Promise<SharedReceipt | null> {
  const { rows } = await pool.query<ReceiptKey & { document: Buffer }>(
    'select id, account, document from receipts where token_hash = $1',
    [tokenHash],
  )
  const [row] = rows
  return row ? { id: row.id, account: row.account, unpack: () => unpacked(row.document) } : null
}

async function unpacked(document: Buffer): Promise<Receipt> {
  return JSON.parse((await decompress(document)).toString()) as Receipt
}

/** A receipt in the list of its account. */
export interface ListedReceipt {
  id: string
  receipt: Receipt
  isShared: boolean
}

/** Newest first, from the one after `before`. */
export async function listReceipts(
  pool: Pool,
  account: number,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedReceipt[]> {
  const { rows } = await pool.query<{ id: string; document: Buffer; isShared: boolean }>(
    `select id, document, token_hash is not null as "isShared" from receipts
     where account = $1 and ($2::text is null
       or (made_at, id) < (select b.made_at, b.id from receipts b where b.account = $1 and b.id = $2))
     order by made_at desc, id desc limit $3`,
    [account, before, limit],
  )
  return Promise.all(
    rows.map(async ({ id, document, isShared }) => ({ id, isShared, receipt: await unpacked(document) })),
  )
}

export interface KeptBody {
  sha256: string
  base64: string
}

export interface PackedBody {
  sha256: Buffer
  body: Buffer
}

/** In the order of their hashes. */
export async function packedBodies(pool: Pool, { account, id }: ReceiptKey): Promise<PackedBody[]> {
  const { rows } = await pool.query<PackedBody>(
    `select b.sha256, b.body from receipts r join receipt_parts p on p.receipt = r.id
     join receipt_bodies b on b.sha256 = p.sha256 where r.id = $1 and r.account = $2 order by b.sha256`,
    [id, account],
  )
  return rows
}

/** A body as base64, in pieces: somebody who reads slowly must not have all of it held for them. */
export async function* unpackInPieces({ body }: PackedBody): AsyncGenerator<string> {
  const unpacking = Readable.from([body], { objectMode: false }).pipe(
    createBrotliDecompress({ chunkSize: PIECE }),
  )
  let rest = Buffer.alloc(0)
  for await (const chunk of unpacking) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % BASE64_STEP)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}

const PIECE = 256 * 1024
/** So many bytes become base64 without padding. */
const BASE64_STEP = 3

export async function unpackBody({ sha256, body }: PackedBody): Promise<KeptBody> {
  return { sha256: sha256.toString('hex'), base64: (await decompress(body)).toString('base64') }
}

/** `token` is sealed; null: there is none, or it is of an earlier version, or its key was lost. */
export interface Link {
  isShared: boolean
  token: Buffer | null
}

/** Undefined if there is no such receipt. */
export async function findLink(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Link | undefined> {
  const { rows } = await database.query<Link>(
    'select token_hash is not null as "isShared", token from receipts where id = $1 and account = $2',
    [id, account],
  )
  return rows[0]
}

/** The receipt stays locked, so that of two calls that share it the second finds the link of the first. */
export async function lockLink(client: Client, account: number, id: string): Promise<Link | undefined> {
  await client.query('select 1 from receipts where id = $1 and account = $2 for no key update', [id, account])
  return findLink(client, account, id)
}

/** Null ends it. Returns whether there is such a receipt. */
export async function setLink(
  client: Client,
  account: number,
  id: string,
  token: KeptToken | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update receipts set token_hash = $3, token = $4 where id = $1 and account = $2',
    [id, account, token?.hash ?? null, token?.sealed ?? null],
  )
  return rowCount === 1
}

/** All links to receipts of an account. Returns how many there were. */
export async function endLinksOf(client: Client, account: number): Promise<number> {
  const { rowCount } = await client.query(
    'update receipts set token_hash = null, token = null where account = $1 and token_hash is not null',
    [account],
  )
  return rowCount ?? 0
}

/** Adding up what a full server keeps takes a tenth of a second. */
const ROOM_OF_SERVER_MS = 30_000

/**
 * What the receipts of all accounts take, looked up now and then. The size of the tables would not do: it never shrinks, so a server
 * that was full once would refuse receipts until its tables are rewritten.
 */
export function createRoomOfServer(pool: Pool): () => Promise<number> {
  let held: { bytes: Promise<number>; untilMs: number } | null = null
  return async () => {
    if (!held || performance.now() >= held.untilMs) {
      const bytes = readBytesOfServer(pool)
      held = { bytes, untilMs: performance.now() + ROOM_OF_SERVER_MS }
      bytes.catch(() => {
        held = null
      })
    }
    return held.bytes
  }
}

/** `pg_column_size` does not read a long value. */
async function readBytesOfServer(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select ((select coalesce(sum(pg_column_size(document)), 0) from receipts)
       + (select coalesce(sum(pg_column_size(body)), 0) from receipt_bodies))::bigint as bytes`,
  )
  return one(rows).bytes
}

/** What is kept of the account. */
export async function readRoom(pool: Pool, account: number): Promise<{ receipts: number; bytes: number }> {
  const { rows } = await pool.query<{ receipts: number; bytes: number }>(
    'select count(*) as receipts, coalesce(sum(bytes), 0)::bigint as bytes from receipts where account = $1',
    [account],
  )
  return one(rows)
}

/** Deletes receipts that are too old, then bodies that no receipt names. Returns how many receipts. */
export async function forgetOldReceipts(pool: Pool, days: number): Promise<number> {
  const forgotten = await forget(pool, 'receipts', `made_at < ledger_now() - $1 * interval '1 day'`, [days])
  await forget(
    pool,
    'receipt_bodies',
    `named_at < ledger_now() - interval '1 hour'
       and not exists (select 1 from receipt_parts p where p.sha256 = receipt_bodies.sha256)`,
  )
  return forgotten
}
