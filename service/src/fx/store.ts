import { createHash } from 'node:crypto'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { Night } from '../kernel/dates.ts'
import { type Decimal, decimalText, parseDecimal } from './decimal.ts'
import type { Feed, FeedName } from './feeds.ts'
import type { RateTable } from './rate-table.ts'

/** Announces stored tables to every process. */
export const FX_CHANNEL = 'fx_stored'

/** A table as stored: rates as decimal texts, read on use. */
export interface StoredTable {
  feed: FeedName
  day: Night
  publisher: string
  base: string
  rates: Readonly<Record<string, string>>
}

/** While a worker reads a feed, no other one does; if it dies, another one follows after this. */
const CLAIM_SEC = 120
const EVERY_SEC = 6 * 3600
const RETRY_SEC = 60
const LONGEST_RETRY_SEC = 3600
/** A worker that starts reads the feeds, unless one did so a moment ago. */
const JUST_READ_SEC = 600

/** Makes feeds due that are new, have another address, failed, or were not read recently. */
export async function makeFeedsDue(pool: Pool, feeds: readonly Feed[]): Promise<void> {
  await pool.query(
    `insert into fx_feeds as f (feed, address, due_at)
     select feed, address, now() from unnest($1::text[], $2::bytea[]) as n(feed, address) order by feed
     on conflict (feed) do update set address = excluded.address, due_at = now(), failures = 0
       where f.address <> excluded.address or f.failures > 0 or f.read_at < now() - make_interval(secs => $3)`,
    [feeds.map(({ name }) => name), feeds.map(({ url }) => digestOf(url)), JUST_READ_SEC],
  )
}

/** An address may contain a key, so only its digest is stored. */
function digestOf(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}

/** Null if the feed is not due or another worker has it. */
export async function claimFeed(pool: Pool, feed: FeedName): Promise<{ failures: number } | null> {
  const { rows } = await pool.query<{ failures: number }>(
    `update fx_feeds set due_at = now() + make_interval(secs => $2) where feed = $1 and due_at <= now() returning failures`,
    [feed, CLAIM_SEC],
  )
  return rows[0] ?? null
}

export async function retryFeed(pool: Pool, feed: FeedName, failures: number): Promise<void> {
  const afterSec = Math.min(RETRY_SEC * 2 ** failures, LONGEST_RETRY_SEC)
  await pool.query(
    'update fx_feeds set failures = failures + 1, due_at = now() + make_interval(secs => $2) where feed = $1',
    [feed, afterSec],
  )
}

/**
 * Stores new tables. What a stored table says about a currency stays: the same comparison gives the same figures forever,
 * and rankings can rely on it (value/worth.ts). Currencies that it lacked are added.
 */
export async function storeTables(pool: Pool, feed: FeedName, tables: readonly RateTable[]): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into fx_tables as t (feed, day, publisher, base, rates)
       select $1, n.* from unnest($2::date[], $3::text[], $4::text[], $5::jsonb[]) as n(day, publisher, base, rates)
       on conflict (feed, day) do update set rates = excluded.rates || t.rates, stored_at = clock_timestamp()
         where t.base = excluded.base and excluded.rates || t.rates <> t.rates`,
      [
        feed,
        tables.map(({ day }) => day),
        tables.map(({ publisher }) => publisher),
        tables.map(({ base }) => base),
        tables.map(({ rates }) => JSON.stringify(textsOf(rates))),
      ],
    )
    await client.query(
      'update fx_feeds set read_at = now(), failures = 0, due_at = now() + make_interval(secs => $2) where feed = $1',
      [feed, EVERY_SEC],
    )
    if (rowCount) await client.query(`notify ${FX_CHANNEL}`)
    return rowCount ?? 0
  })
}

function textsOf(rates: ReadonlyMap<string, Decimal>): Record<string, string> {
  return Object.fromEntries(rates.entries().map(([currency, rate]) => [currency, decimalText(rate)]))
}

/** Tables stored since then, with the time of the newest. */
export async function readTables(
  database: Pool | Client,
  sinceMs: number,
): Promise<{ tables: StoredTable[]; newestMs: number }> {
  const { rows } = await database.query<StoredTable & { storedMs: number }>(
    `select feed, day::text, publisher, base, rates, floor(extract(epoch from stored_at) * 1000)::bigint as "storedMs"
     from fx_tables where stored_at >= to_timestamp($1 / 1000.0)`,
    [sinceMs],
  )
  return {
    tables: rows,
    newestMs: rows.reduce((newest, { storedMs }) => Math.max(newest, storedMs), sinceMs),
  }
}

/** The newest table of a feed: what a further one is checked against. */
export async function readNewest(pool: Pool, feed: FeedName): Promise<RateTable | null> {
  const { rows } = await pool.query<StoredTable>(
    'select feed, day::text, publisher, base, rates from fx_tables where feed = $1 order by day desc limit 1',
    [feed],
  )
  const [row] = rows
  if (!row) return null
  const rates = Object.entries(row.rates).flatMap(([currency, text]): [string, Decimal][] => {
    const rate = parseDecimal(text)
    return rate ? [[currency, rate]] : []
  })
  return { ...row, rates: new Map(rates) }
}

/** Kept as long as the history that they may convert. */
export async function forgetOldTables(pool: Pool, before: Night): Promise<number> {
  const { rowCount } = await pool.query('delete from fx_tables where day < $1', [before])
  return rowCount ?? 0
}
