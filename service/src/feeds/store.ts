import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { KeptToken } from '../secrets/link-tokens.ts'
import type { Feed } from './feed.ts'

const FEED = `select f.id as no, f.public_id as id, f.account, f.name, f.schedule, s.public_id as "scheduleId", f.board, b.public_id as "boardId", f.job, f.format, f.columns,
  f.token, f.created_at as "createdAt", f.last_read_at as "lastReadAt" from feeds f
  left join schedules s on s.id = f.schedule and s.deleted_at is null left join boards b on b.id = f.board`

async function read(database: Pool | Client, where: string, values: unknown[]): Promise<Feed[]> {
  const { rows } = await database.query<Feed>(`${FEED} where ${where}`, values)
  return rows
}

export async function findFeed(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Feed | undefined> {
  return (await read(database, 'f.account = $1 and f.public_id = $2', [account, id]))[0]
}

export async function findByToken(pool: Pool, tokenHash: Buffer): Promise<Feed | undefined> {
  return (await read(pool, 'f.token_hash = $1', [tokenHash]))[0]
}

/** Newest first. */
export async function listFeeds(pool: Pool, account: number): Promise<Feed[]> {
  return read(pool, 'f.account = $1 order by f.id desc', [account])
}

/** Counts under a lock on the account, so that two creations at the same moment cannot both be the last one allowed. */
export async function countFeeds(client: Client, account: number): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from feeds where account = $1',
    [account],
  )
  return one(rows).count
}

export type NewFeed = Pick<
  Feed,
  'id' | 'account' | 'name' | 'schedule' | 'board' | 'job' | 'format' | 'columns'
>

export async function insertFeed(client: Client, feed: NewFeed, token: KeptToken): Promise<void> {
  await client.query(
    `insert into feeds (public_id, account, name, schedule, board, job, format, columns, token_hash, token, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ledger_now())`,
    [
      feed.id,
      feed.account,
      feed.name,
      feed.schedule,
      feed.board,
      feed.job,
      feed.format,
      feed.columns,
      token.hash,
      token.sealed,
    ],
  )
}

export async function updateFeed(
  client: Client | Pool,
  { no, name, format, columns }: Pick<Feed, 'no' | 'name' | 'format' | 'columns'>,
): Promise<void> {
  await client.query('update feeds set name = $2, format = $3, columns = $4 where id = $1', [
    no,
    name,
    format,
    columns,
  ])
}

export async function replaceToken(client: Client | Pool, no: number, token: KeptToken): Promise<void> {
  await client.query('update feeds set token_hash = $2, token = $3 where id = $1', [
    no,
    token.hash,
    token.sealed,
  ])
}

/** Every feed of an account gets another link. Returns how many there are. */
export async function replaceTokensOf(
  client: Client,
  account: number,
  create: (id: string) => KeptToken,
): Promise<number> {
  const feeds = await read(client, 'f.account = $1', [account])
  for (const { no, id } of feeds) await replaceToken(client, no, create(id))
  return feeds.length
}

export async function deleteFeed(client: Client, no: number): Promise<void> {
  await client.query('delete from feeds where id = $1', [no])
}

/** To the minute, so that a link which is read all the time is not written all the time. */
export async function markRead(pool: Pool, no: number): Promise<void> {
  await pool.query(
    `update feeds set last_read_at = ledger_now()
     where id = $1 and (last_read_at is null or last_read_at < ledger_now() - interval '1 minute')`,
    [no],
  )
}
