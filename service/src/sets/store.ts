import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { newId } from '../kernel/ids.ts'
import type { HotelsOfSet } from '../rates/request.ts'
import type { HotelSet, SetHotel } from './set.ts'

const COLUMNS = `s.id as no, s.public_id as id, s.name, s.hotels, s.subject, s.created_at as "createdAt", s.updated_at as "updatedAt"`
const SET = `select ${COLUMNS} from sets s`

const LIVE = 's.account = $1 and s.deleted_at is null'

/** What a set says, apart from its id and times. */
export interface SetContent {
  name: string
  hotels: readonly SetHotel[]
  subject: SetHotel | null
}

export async function findSet(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<HotelSet | undefined> {
  const { rows } = await database.query<HotelSet>(`${SET} where ${LIVE} and public_id = $2`, [account, id])
  return rows[0]
}

/** For the calls that take a set in place of a list. */
export function createHotelsOfSet(pool: Pool): HotelsOfSet {
  return (account, id) => findSet(pool, account, id)
}

/** The same, locked until the transaction ends. */
export async function lockSet(client: Client, account: number, id: string): Promise<HotelSet | undefined> {
  const { rows } = await client.query<HotelSet>(`${SET} where ${LIVE} and public_id = $2 for no key update`, [
    account,
    id,
  ])
  return rows[0]
}

/** Newest first. */
export async function listSets(
  pool: Pool,
  account: number,
  before: number | null,
  limit: number,
): Promise<HotelSet[]> {
  const { rows } = await pool.query<HotelSet>(
    `${SET} where ${LIVE} and ($2::bigint is null or s.id < $2) order by s.id desc limit $3`,
    [account, before, limit],
  )
  return rows
}

/**
 * Counts under a lock on the account, so that two creations at the same moment cannot both be the last one allowed. Sets deleted
 * within a day count too: otherwise an account could create and delete large ones all day, free of charge.
 */
export async function countSets(client: Client, account: number): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from sets
     where account = $1 and (deleted_at is null or deleted_at > ledger_now() - interval '1 day')`,
    [account],
  )
  return one(rows).count
}

export async function insertSet(
  client: Client,
  account: number,
  { name, hotels, subject }: SetContent,
): Promise<HotelSet> {
  const id = newId('set')
  await client.query(
    `insert into sets (public_id, account, name, hotels, subject, created_at, updated_at)
     values ($1, $2, $3, $4, $5, ledger_now(), ledger_now())`,
    [id, account, name, JSON.stringify(hotels), subject && JSON.stringify(subject)],
  )
  const made = await findSet(client, account, id)
  if (!made) throw new Error('a new set was not found')
  return made
}

/** The set must be locked. */
export async function updateSet(
  client: Client,
  no: number,
  { name, hotels, subject }: SetContent,
): Promise<void> {
  await client.query(
    'update sets set name = $2, hotels = $3, subject = $4, updated_at = ledger_now() where id = $1',
    [no, name, JSON.stringify(hotels), subject && JSON.stringify(subject)],
  )
}

/** Returns the set as it was. */
export async function deleteSet(pool: Pool, account: number, id: string): Promise<HotelSet | undefined> {
  return inTransaction(pool, async (client) => {
    const set = await lockSet(client, account, id)
    if (set)
      await client.query(
        "update sets set deleted_at = ledger_now(), hotels = '[]', subject = null where id = $1",
        [set.no],
      )
    return set
  })
}

/** Deletes what is no longer counted. */
export async function forgetDeletedSets(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query("delete from sets where deleted_at < ledger_now() - interval '1 day'")
  return rowCount ?? 0
}
