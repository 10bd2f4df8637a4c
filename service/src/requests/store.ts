import type { Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { Milli } from '../kernel/credits.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Logged } from './logged.ts'

/** Smallest ring, for accounts with an unusually low rate. */
const LEAST_ROWS = 200

/**
 * Takes places in the rings of the accounts and writes the rows there, over the oldest ones. Accounts are locked in order, so that
 * two processes never wait for each other. The commit does not wait for the disk: a crash may cost the last lines of the log, and
 * paid answers would wait behind it.
 */
const WRITE = `
with lazily as materialized (
  select set_config('synchronous_commit', 'off', true)
), given as (
  select g.* from lazily cross join unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::int[],
    $9::int[], $10::boolean[], $11::text[], $12::text[], $13::text[], $14::text[])
    as g(account, id, key, method, path, status, credits, took_ms, unlisted, from_page, request_id, error, body, answer)
), rings as (
  insert into request_rings as r (account, next, swept_at)
  select account, count(*), ledger_now() from given group by account order by account
  on conflict (account) do update set next = r.next + excluded.next
  returning account, next
), placed as (
  select g.*, r.next - row_number() over (partition by g.account order by g.id desc) as place,
    greatest(${LIMITS.loggedPerRps} * 1000000 / m.emit_us, ${LEAST_ROWS}) as rows
  from given g join rings r using (account) join meters m using (account)
)
insert into logged_requests as l (account, slot, status, id, at, key, credits, took_ms, unlisted, from_page, method, path,
  request_id, error, body, answer)
select account, place % rows, status, id, ledger_now(), key, credits, took_ms, unlisted, from_page, method, path,
  request_id, error, body, answer from placed
on conflict (account, slot) do update set status = excluded.status, id = excluded.id, at = excluded.at, key = excluded.key,
  credits = excluded.credits, took_ms = excluded.took_ms, unlisted = excluded.unlisted, from_page = excluded.from_page,
  method = excluded.method, path = excluded.path, request_id = excluded.request_id, error = excluded.error,
  body = excluded.body, answer = excluded.answer`

export async function writeLogged(pool: Pool, batch: readonly Logged[]): Promise<void> {
  const column = <T>(read: (logged: Logged) => T) => batch.map(read)
  await pool.query({
    name: 'requests_write',
    text: WRITE,
    values: [
      column(({ account }) => account),
      column(({ id }) => id),
      column(({ key }) => key),
      column(({ method }) => method),
      column(({ path }) => path),
      column(({ status }) => status),
      column(({ credits }) => credits),
      column(({ tookMs }) => tookMs),
      column(({ unlisted }) => unlisted),
      column(({ fromPage }) => fromPage),
      column(({ requestId }) => requestId),
      column(({ error }) => error),
      column(({ body }) => body),
      column(({ answer }) => answer),
    ],
  })
}

export interface RequestRow {
  id: string
  at: Date
  method: string
  path: string
  status: number
  error: string | null
  credits: Milli
  tookMs: number
  unlisted: number
  fromPage: boolean
  requestId: string
  keyId: string
  body: string | null
}

export interface RequestsQuery {
  /** The id of the last request on the previous page. */
  before: string | null
  failed: boolean | null
  keyId: string | null
  /** Part of the path or of the body, or a whole request id. */
  text: string | null
  status: number | null
  /** Epoch milliseconds; the end is not included. */
  from: number | null
  to: number | null
  limit: number
}

const COLUMNS = `l.id, l.at, l.method, l.path, l.status, l.error, l.credits, l.took_ms as "tookMs", l.unlisted,
  l.from_page as "fromPage", l.request_id as "requestId", k.public_id as "keyId"`
const FROM = `from logged_requests l join keys k on k.id = l.key
  where l.account = $1 and l.at > ledger_now() - interval '${LIMITS.loggedDays} days'`

/** Newest first. */
export async function readRequests(
  reads: Reads,
  account: number,
  { before, failed, keyId, text, status, from, to, limit }: RequestsQuery,
): Promise<RequestRow[]> {
  const { rows } = await reads.query<RequestRow>({
    name: 'requests_read',
    text: `select ${COLUMNS}, l.body ${FROM}
        and ($2::uuid is null or l.id < $2) and ($3::boolean is null or (l.status >= 400) = $3)
        and ($4::text is null or k.public_id = $4)
        and ($5::text is null or l.request_id = $5 or strpos(lower(l.path), lower($5)) > 0
          or strpos(lower(l.body), lower($5)) > 0)
        and ($7::int is null or l.status = $7) and ($8::float8 is null or l.at >= to_timestamp($8 / 1000))
        and ($9::float8 is null or l.at < to_timestamp($9 / 1000))
      order by l.id desc limit $6`,
    values: [account, before, failed, keyId, text, limit, status, from, to],
  })
  return rows
}

export interface RequestDetail extends RequestRow {
  answer: string | null
}

export async function readRequest(reads: Reads, account: number, id: string): Promise<RequestDetail | null> {
  const { rows } = await reads.query<RequestDetail>(
    `select ${COLUMNS}, l.body, l.answer ${FROM} and (l.id::text = $2 or l.request_id = $2) order by l.id desc limit 1`,
    [account, id],
  )
  return rows[0] ?? null
}

/** Rings are looked at once a day; reads leave out what is too old meanwhile. */
const SWEEP = `
with due as (
  select account from request_rings where swept_at < ledger_now() - interval '1 day'
  order by swept_at limit 200 for update skip locked
), swept as (
  update request_rings r set swept_at = ledger_now() from due where r.account = due.account
), gone as (
  delete from logged_requests l using due
  where l.account = due.account and l.at < ledger_now() - interval '${LIMITS.loggedDays} days' returning 1
)
select (select count(*) from due)::int as rings, (select count(*) from gone)::int as gone`

/** Deletes requests that are too old. Returns how many. */
export async function forgetOldRequests(pool: Pool): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { rows } = await pool.query<{ rings: number; gone: number }>(SWEEP)
    const [{ rings, gone } = { rings: 0, gone: 0 }] = rows
    forgotten += gone
    if (rings === 0) return forgotten
  }
}
