import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { randomBase62 } from '../kernel/ids.ts'
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

/** Who asks for a receipt: its account, or somebody with the secret of its link. */
export type Reader = { account: number; id: string } | { link: string }

const READABLE = (reader: Reader) =>
  'link' in reader
    ? { where: 'r.link = $1', values: [reader.link] }
    : { where: 'r.id = $1 and r.account = $2', values: [reader.id, reader.account] }

export async function findReceipt(pool: Pool, reader: Reader): Promise<Receipt | null> {
  const { where, values } = READABLE(reader)
  const { rows } = await pool.query<{ document: Buffer }>(
    `select r.document from receipts r where ${where}`,
    values,
  )
  const [row] = rows
  return row ? unpacked(row.document) : null
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
    `select id, document, link is not null as "isShared" from receipts
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

/** In the order of their hashes. */
export async function readBodies(pool: Pool, reader: Reader): Promise<KeptBody[]> {
  const { where, values } = READABLE(reader)
  const { rows } = await pool.query<{ sha256: Buffer; body: Buffer }>(
    `select b.sha256, b.body from receipts r join receipt_parts p on p.receipt = r.id
     join receipt_bodies b on b.sha256 = p.sha256 where ${where} order by b.sha256`,
    values,
  )
  return Promise.all(
    rows.map(async ({ sha256, body }) => ({
      sha256: sha256.toString('hex'),
      base64: (await decompress(body)).toString('base64'),
    })),
  )
}

/** The secret of its link: a new one, or the one that it has. Undefined if there is no such receipt. */
export async function shareReceipt(client: Client, account: number, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ link: string }>(
    'update receipts set link = coalesce(link, $3) where id = $1 and account = $2 returning link',
    [id, account, randomBase62(32)],
  )
  return rows[0]?.link
}

/** The secret of its link, or null; undefined if there is no such receipt. */
export async function findLink(pool: Pool, account: number, id: string): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ link: string | null }>(
    'select link from receipts where id = $1 and account = $2',
    [id, account],
  )
  return rows[0]?.link
}

/** Returns whether there is such a receipt. */
export async function endLink(client: Client, account: number, id: string): Promise<boolean> {
  const { rowCount } = await client.query('update receipts set link = null where id = $1 and account = $2', [
    id,
    account,
  ])
  return rowCount === 1
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
