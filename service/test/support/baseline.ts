import { hashKey, keyPrefix, newSecret } from '../../src/accounts/api-key.ts'
import type { Pool } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import { cellPrice } from '../../src/grids/prices.ts'
import { newId } from '../../src/kernel/ids.ts'
import { keptCurrency } from '../../src/observations/key.ts'
import type { Vault } from '../../src/ops/vault.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import type { TestAccount } from './accounts.ts'

/** An account with one key, written as the first release wrote it: today's code needs tables that came later. */
export async function baselineAccount(pool: Pool): Promise<TestAccount> {
  const [id, keyId, key] = [newId('acc'), newId('key'), newSecret('vk')]
  const { rows } = await pool.query<{ no: number; keyNo: number }>(
    `with account as (
       insert into accounts (public_id, email, plan, created_at) values ($1, $1 || '@example.com', 'pro', now()) returning id
     ), made as (
       insert into keys (public_id, account, name, prefix, hash, created_at)
       select $2, id, 'first', $3, decode($4, 'hex'), now() from account returning id, account
     ), meter as (
       insert into meters (account, period, allowance, emit_us, burst, owners)
       select account, ledger_period(ledger_now()), 50000000, 1000, 1000, array[id, 0, 0, 0, 0] from made
     )
     select account as no, id as "keyNo" from made`,
    [id, keyId, keyPrefix(key), hashKey(key)],
  )
  return { id, keyId, key, ...one(rows) }
}

/** A sealed secret and an address that events are sent to. */
async function baselineHook(pool: Pool, vault: Vault, account: number, url: string) {
  const { rows } = await pool.query<{ no: number }>(
    "select nextval(pg_get_serial_sequence('hooks', 'id')) as no",
  )
  const { no } = one(rows)
  const secret = `whsec_${'A'.repeat(32)}`
  await pool.query(
    `insert into hooks (id, account, url, lane, secret, created_at) overriding system value
     values ($1, $2, $3, 1, $4, ledger_now())`,
    [no, account, url, vault.seal(secret, `webhook ${no}`)],
  )
  return { no, secret }
}

export interface BaselineWork {
  jobId: string
  watchId: string
  /** The event that waits for delivery. */
  eventId: string
  secret: string
}

export interface BaselineStay {
  hotelCode: string
  night: string
}

/** Work of the first release: a running job with a task each waiting and running, a watch whose refresh is due, and an event to deliver. */
export async function baselineWork(
  pool: Pool,
  vault: Vault,
  { no: account, keyNo: key }: TestAccount,
  { source, stays, url }: { source: Source; stays: readonly [BaselineStay, BaselineStay]; url: string },
): Promise<BaselineWork> {
  const [first, second] = stays
  const [jobId, watchId, eventId] = [newId('job'), newId('wat'), newId('evt')]
  const party = { adults: 2, children: 0, rooms: 1 }
  const ask = ({ hotelCode, night }: BaselineStay) => ({
    shape: 'stay',
    hotelCodes: [hotelCode],
    nights: [night],
    los: 1,
    kind: 'cash',
    occupancy: party,
    currency: 'USD',
    live: false,
  })
  const request = {
    hotels: stays.map(({ hotelCode }) => ['aurelia', hotelCode]),
    from: first.night,
    to: second.night,
    lengths: [1],
    kind: 'cash',
    occupancy: party,
    currency: 'USD',
    notBeforeMs: 0,
  }
  const price = cellPrice(source, 'cash')
  const held = 2 * price
  await pool.query('update meters set held = held + $2 where account = $1', [account, held])
  const { rows: jobs } = await pool.query<{ no: number }>(
    `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, tasks_total, reserved,
       held, created_at, started_at)
     values ($1, $2, $3, 'matrix', 'matrix', $4, 'running', $5, 2, 2, $6, $6, now(), now()) returning id as no`,
    [jobId, account, key, newId('req'), JSON.stringify(request), held],
  )
  // The worker of the second task is gone.
  await pool.query(
    `insert into tasks (kind, job, no, source, state, attempt, worker, first_cell, cells, worst, ask)
     values ('cells', $1, 1, 'aurelia', 'q', 0, null, 0, 1, $2, $3), ('cells', $1, 2, 'aurelia', 'r', 1, 7, 1, 1, $2, $4)`,
    [one(jobs).no, price, JSON.stringify(ask(first)), JSON.stringify(ask(second))],
  )

  const hook = await baselineHook(pool, vault, account, url)
  await pool.query(
    `with hotel as (
       insert into hotels (source, code) values ('aurelia', $1) returning id
     ), place as (
       insert into watched_places (hotel, kind, los, occ, currency, watchers) select id, 'a', 1, 201, $2, 1 from hotel returning id
     ), turn as (
       insert into place_turns (place) select id from place
     ), refresh as (
       insert into refreshes (source, code, kind, los, occ, currency, first, last, watchers, due_at)
       values ('aurelia', $1, 'award', 1, 201, 'USD', $3, $3, 1, ledger_now()) returning id
     )
     insert into watches (public_id, account, key, request_id, refresh, place, hook, condition, terms, refresh_sec,
       after_sighting, created_at)
     select $4, $5, $6, $7, refresh.id, place.id, $8, 'points_lte', '{"condition":"points_lte","points":9000000}', 3600, 0, now()
     from refresh, place`,
    [first.hotelCode, keptCurrency(source, 'USD'), first.night, watchId, account, key, newId('req'), hook.no],
  )
  const body = { id: eventId, type: 'watch.changed', created_at: new Date().toISOString(), watch_id: watchId }
  await pool.query(
    `with event as (
       insert into events (public_id, account, type, hook, watch, created_at, body)
       values ($1, $2, 'watch.changed', $3, $4, now(), $5) returning no
     )
     insert into deliveries (event, account, hook, lane, state, due_at, once) select no, $2, $3, 1, 'q', now(), false from event`,
    [eventId, account, hook.no, watchId, Buffer.from(JSON.stringify(body))],
  )
  return { jobId, watchId, eventId, secret: hook.secret }
}

type Payer = Pick<TestAccount, 'no' | 'keyNo'>

/** Charges as processes of the first release do, which still run while the next version migrates. False if it was refused. */
export async function baselineCharge(pool: Pool, id: string, payer: Payer, amount: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with taken as (
       update meters set used = used + $4, spend[1] = spend[1] + $4
       where account = $2 and owners[1] = $3 and used + held + $4 <= allowance returning account, period
     )
     insert into charged_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
     select account, $1, ledger_now(), period, $3, 'shop', 'req_of_baseline', $4, 0, 1, 0 from taken`,
    [id, payer.no, payer.keyNo, amount],
  )
  return rowCount === 1
}

/** Reserves for a request as the first release does. */
export async function baselineHold(pool: Pool, id: string, payer: Payer, amount: number): Promise<void> {
  await pool.query(
    `with taken as (update meters set held = held + $4 where account = $2 returning account)
     insert into holds (id, account, key, amount, expires_at)
     select $1, account, $3, $4, ledger_now() + interval '45 s' from taken`,
    [id, payer.no, payer.keyNo, amount],
  )
}
