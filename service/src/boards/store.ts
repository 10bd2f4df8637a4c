import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { newId } from '../kernel/ids.ts'
import type { KeptToken } from '../secrets/link-tokens.ts'
import type { Board, BoardKind, BoardNights } from './board.ts'

/** A link that has ended is none. */
const SHARED = 'b.token_hash is not null and (b.link_ends_at is null or b.link_ends_at > ledger_now())'

const BOARD = `select b.id as no, b.public_id as id, b.account, b.set, b.kind, b.nights, b.created_at as "createdAt", b.token,
  ${SHARED} as "isShared", b.link_ends_at as "linkEndsAt" from boards b`

async function read(database: Pool | Client, where: string, values: unknown[]): Promise<Board[]> {
  const { rows } = await database.query<Board>(`${BOARD} where ${where}`, values)
  return rows
}

export async function findBoard(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Board | undefined> {
  return (await read(database, 'b.account = $1 and b.public_id = $2', [account, id]))[0]
}

/** By its number; undefined if it was deleted. */
export async function findBoardNo(pool: Pool, no: number): Promise<Board | undefined> {
  return (await read(pool, 'b.id = $1', [no]))[0]
}

export async function findShared(pool: Pool, tokenHash: Buffer): Promise<Board | undefined> {
  return (await read(pool, `b.token_hash = $1 and ${SHARED}`, [tokenHash]))[0]
}

/** Newest first. `set`: only those of a set. */
export async function listBoards(
  pool: Pool,
  account: number,
  { set, before, limit }: { set: string | null; before: number | null; limit: number },
): Promise<Board[]> {
  return read(
    pool,
    'b.account = $1 and ($2::text is null or b.set = $2) and ($3::bigint is null or b.id < $3) order by b.id desc limit $4',
    [account, set, before, limit],
  )
}

/** The board for these hotels and nights: the one there is, or a new one. */
export async function upsertBoard(
  client: Client,
  account: number,
  { set, kind, nights }: { set: string; kind: BoardKind; nights: BoardNights },
): Promise<Board> {
  await client.query(
    `insert into boards (public_id, account, set, kind, nights, created_at) values ($1, $2, $3, $4, $5, ledger_now())
     on conflict (account, set, kind, nights) do nothing`,
    [newId('brd'), account, set, kind, JSON.stringify(nights)],
  )
  return one(
    await read(client, 'b.account = $1 and b.set = $2 and b.kind = $3 and b.nights = $4::jsonb', [
      account,
      set,
      kind,
      JSON.stringify(nights),
    ]),
  )
}

/** Counts under a lock on the account, so that two creations at the same moment cannot both be the last one allowed. */
export async function countBoards(client: Client, account: number): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from boards where account = $1',
    [account],
  )
  return one(rows).count
}

export async function noteRun(client: Client, { no, account }: Board, job: string): Promise<void> {
  await client.query(
    'insert into board_runs (board, job, account, created_at) values ($1, $2, $3, ledger_now())',
    [no, job, account],
  )
}

/** Its jobs stay, as those of any other call. */
export async function deleteBoard(client: Client, no: number): Promise<void> {
  await client.query('delete from board_runs where board = $1', [no])
  await client.query('delete from boards where id = $1', [no])
}

export async function setLink(client: Client, no: number, token: KeptToken, endsAt: Date | null) {
  await client.query('update boards set token_hash = $2, token = $3, link_ends_at = $4 where id = $1', [
    no,
    token.hash,
    token.sealed,
    endsAt,
  ])
}

export async function endLink(client: Client, no: number): Promise<void> {
  await client.query('update boards set token_hash = null, token = null, link_ends_at = null where id = $1', [
    no,
  ])
}

/** All links to boards of an account. Returns how many there were. */
export async function endLinksOf(client: Client, account: number): Promise<number> {
  const { rowCount } = await client.query(
    `update boards set token_hash = null, token = null, link_ends_at = null
     where account = $1 and token_hash is not null`,
    [account],
  )
  return rowCount ?? 0
}

/** Runs whose jobs are gone. */
export async function forgetBoardRuns(pool: Pool): Promise<number> {
  return forget(
    pool,
    'board_runs',
    `created_at < ledger_now() - interval '1 day' and not exists (select 1 from jobs j where j.public_id = board_runs.job)`,
  )
}
