import { hashKey, keyPrefix, newSecret } from '../service/src/accounts/api-key.ts'
import { inTransaction, type Pool } from '../service/src/db/pool.ts'
import { createHook } from '../service/src/webhooks/hooks.ts'
import type { BenchAccount } from './postgres.ts'
import { VAULT } from './processes.ts'

/** Rows that every account has after its first weeks, by the names of their tables. Ids start with the time, as in use. */
const ROWS = {
  accounts: `insert into accounts (public_id, email, plan, created_at)
    select 'acc_' || left(md5(n::text), 22), 'bench-' || n || '@example.com', 'scale', ledger_now()
    from generate_series(1, $1::int) n`,
  keys: `insert into keys (public_id, account, name, prefix, hash, created_at)
    select 'key_' || left(md5('key ' || id), 22), id, 'bench', 'vk_bench', sha256(convert_to('key ' || id, 'UTF8')), ledger_now()
    from accounts`,
  // Without effective limits, as in all measures. Two calls were charged.
  meters: `insert into meters (account, period, allowance, emit_us, burst, used, owners, spend)
    select account, ledger_period(ledger_now()), 1000000000000, 1, 1000000, 500, array[id, 0, 0, 0, 0], '{500,0,0,0,0}' from keys`,
  users: `insert into users (id, email, name, email_verified, created_at, updated_at, account, role)
    select md5('user ' || id), email, '', true, created_at, created_at, id, 'owner' from accounts`,
  user_credentials: `insert into user_credentials (id, user_id, provider_id, account_id, password, created_at, updated_at)
    select md5('credential ' || account), id, 'credential', id, repeat('x', 97), created_at, created_at from users`,
  acts: `insert into acts (account, id, at, actor, action, subject, detail)
    select a.id, ${orderedId('2 * a.id + n')}, a.created_at, 'operator', (array['account.create', 'key.create'])[n + 1],
      a.public_id, '{"name": "bench"}'
    from accounts a cross join generate_series(0, 1) n`,
  usage_lines: `insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
    select account, ${orderedId('2 * k.id + n')}, ledger_now(), ledger_period(ledger_now()), k.id, 'shop', 'req_bench', 250, 0, 1, 0
    from keys k cross join generate_series(0, 1) n`,
  request_rings: `insert into request_rings (account, next, swept_at) select id, 1, ledger_now() from accounts`,
  logged_requests: `insert into logged_requests (account, slot, status, id, at, key, credits, took_ms, unlisted, from_page, method,
      path, request_id)
    select account, 0, 200, ${orderedId('id')}, ledger_now(), id, 250, 2, 0, false, 'POST', '/v1/shop', 'req_bench' from keys`,
  // Nothing is sent to these, so all have the secret of the first.
  hooks: `insert into hooks (account, address, lane, secret, created_at, public_id)
    select a.id, 'https://hooks.example.com/' || a.id, -a.id, h.secret, ledger_now(), 'end_' || left(md5('end ' || a.id), 22)
    from accounts a, hooks h where a.id <> h.account`,
  events: `insert into events (public_id, account, type, hook, watch, created_at, body)
    select 'evt_' || left(md5('evt ' || id), 22), account, 'watch.changed', null, 'wat_bench', ledger_now(),
      convert_to(repeat('x', 400), 'UTF8')
    from hooks`,
  deliveries: `insert into deliveries (event, account, hook, lane, state, due_at, attempt, attempts, step, last_status, once)
    select e.no, e.account, h.id, h.lane, 'd', ledger_now(), 1, 1, 1, 200, false from events e join hooks h using (account)`,
  delivery_attempts: `insert into delivery_attempts (delivery, no, at, status, duration_ms)
    select id, 1, ledger_now(), 200, 12 from deliveries`,
} as const

/** A version 7 UUID of this moment. */
function orderedId(number: string): string {
  const time = `lpad(to_hex((extract(epoch from ledger_now()) * 1000)::bigint), 12, '0')`
  return `(overlay(${time} placing '-' from 9 for 0) || '-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}

/** Fills a new database with accounts. Some of them, evenly spread among all, get keys to call with. */
export async function fillAccounts(pool: Pool, count: number, callers: number): Promise<BenchAccount[]> {
  await inTransaction(pool, async (client) => {
    // Checking a foreign key for each of these rows would take most of the time.
    await client.query('set local session_replication_role = replica')
    for (const [table, insert] of Object.entries(ROWS)) {
      if (table === 'hooks')
        await createHook(client, VAULT, { account: 1, url: 'https://hooks.example.com/1' })
      await client.query(insert, insert.includes('$1') ? [count] : [])
    }
  })
  await pool.query(`vacuum analyze ${Object.keys(ROWS).join(', ')}`)
  const chosen = Array.from({ length: callers }, (_, caller) => ({
    no: 1 + Math.floor((caller * count) / callers),
    key: newSecret('vk'),
  }))
  const { rows } = await pool.query<BenchAccount>(
    `update keys k set hash = decode(c.hash, 'hex'), prefix = c.prefix
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as c(account, key, hash, prefix) where k.account = c.account
     returning k.account as no, k.id as "keyNo", c.key`,
    [
      chosen.map(({ no }) => no),
      chosen.map(({ key }) => key),
      chosen.map(({ key }) => hashKey(key)),
      chosen.map(({ key }) => keyPrefix(key)),
    ],
  )
  if (rows.length !== callers) throw new Error(`${rows.length} of ${callers} accounts got a key`)
  return rows
}
