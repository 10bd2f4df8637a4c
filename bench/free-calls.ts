import { inTransaction, type Pool } from '../service/src/db/pool.ts'
import { newId } from '../service/src/kernel/ids.ts'
import { currencyNo } from '../service/src/kernel/money.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../service/src/kernel/occupancy.ts'
import { createHook } from '../service/src/webhooks/hooks.ts'
import { CODES, fillStore, NIGHTS, nightAt } from './grids-rig.ts'
import { inDays } from './market.ts'
import type { BenchAccount } from './postgres.ts'
import { VAULT } from './processes.ts'

const CHAINS = ['aurelia', 'brightwater', 'castellan', 'dunmore', 'evergrand']
const TRIP_HOTELS = CHAINS.flatMap((chain) =>
  Array.from({ length: 10 }, (_, hotel) => ({ chain, hotel_code: `TRIP${hotel}` })),
)

/** The largest trip: every combination of its nights is known. */
export const TRIP = JSON.stringify({
  hotels: TRIP_HOTELS,
  checkin: inDays(30),
  los: 14,
  max_moves: 2,
  fill: 'none',
  dry_run: true,
  wallet: {
    points: Object.fromEntries(CHAINS.map((chain) => [chain, 300_000])),
    certificates: [
      { chain: 'aurelia', id: '40k', count: 3 },
      { chain: 'brightwater', id: '40k', count: 3 },
    ],
  },
})

export const PAST_GRID = JSON.stringify({
  chain: 'aurelia',
  hotel_codes: CODES,
  nights: { from: nightAt(0), to: nightAt(NIGHTS - 1) },
  as_of: new Date().toISOString(),
  dry_run: true,
})

/** What the largest free calls read: cells and their history, a trip, and a long list of events of one account. */
export async function fillFreeCalls(pool: Pool, events: BenchAccount): Promise<void> {
  await fillStore(pool)
  await pool.query(HISTORY)
  await pool.query(
    'insert into hotels (source, code, name) select s, c, c from unnest($1::text[], $2::text[]) h(s, c)',
    [TRIP_HOTELS.map(({ chain }) => chain), TRIP_HOTELS.map(({ hotel_code: code }) => code)],
  )
  await pool.query(TRIP_CELLS, [inDays(30), Date.now(), occupancyNo(DEFAULT_OCCUPANCY), currencyNo('USD')])
  await pool.query('vacuum analyze cells, cell_history')
  await fillEvents(pool, events.no)
}

/** A job of 4,900 cells that are all cached. */
export async function makeJob(port: number, key: string): Promise<string> {
  const body = JSON.stringify({
    chain: 'aurelia',
    hotel_codes: CODES.slice(0, 49),
    nights: { from: nightAt(0), to: nightAt(NIGHTS - 1) },
    max_age: 86_400,
    as_job: true,
  })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/matrix`, { method: 'POST', headers, body })
  if (answer.status !== 202) throw new Error(`a job was refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { job: { id: string } }).job.id
}

/** 250 events to 20 endpoints each, all of which failed 20 times and answered half a kilobyte. */
async function fillEvents(pool: Pool, account: number): Promise<void> {
  const ids = Array.from({ length: 250 }, () => newId('evt'))
  await inTransaction(pool, async (client) => {
    for (let n = 1; n <= 20; n += 1)
      await createHook(client, VAULT, { account, url: `https://receiver.example/${n}` })
  })
  await pool.query(
    `insert into events (public_id, account, type, created_at, body)
     select id, $1, 'watch.changed', now(), convert_to(json_build_object('id', id, 'type', 'watch.changed', 'filler', repeat('x', 1000))::text, 'utf8')
     from unnest($2::text[]) e(id)`,
    [account, ids],
  )
  await pool.query(
    `insert into deliveries (event, account, hook, lane, state, due_at, attempts, last_status, once)
     select e.no, $1, h.id, h.lane, 'f', now(), 20, 500, false from events e join hooks h on h.account = e.account where e.account = $1`,
    [account],
  )
  await pool.query(
    `insert into delivery_attempts (delivery, no, at, status, error, duration_ms, answer)
     select d.id, n, now(), 500, null, 12, repeat('y', 500) from deliveries d cross join generate_series(1, 20) n where d.account = $1`,
    [account],
  )
  await pool.query('vacuum analyze events, deliveries, delivery_attempts')
}

const HISTORY = `
insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, premium)
select hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, premium from cells`

/** Some chains are asked in the guest's currency, others quote their own. */
const TRIP_CELLS = `
insert into cells (hotel, kind, los, occ, currency, night, seen, status, quoted, tax, bar, bar_after_tax, member_known, points,
  points_cash, copay, premium, points_known, cpp)
select h.id, k.kind, 1, $3, k.currency, $1::date + n, $2::bigint, 'a', $4, false, 9000 + (h.id * 37 + n * 101) % 20000,
  10000 + (h.id * 37 + n * 101) % 20000, false, 10000 + 500 * ((h.id * 7 + n * 13) % 80), 5000 + 250 * ((h.id * 7 + n * 13) % 80),
  4000 + (h.id * 3 + n * 11) % 3000, false, true, 70
from hotels h cross join generate_series(0, 13) n
  cross join (values ('c'::"char", -1), ('c'::"char", $4::int), ('a'::"char", -1)) k(kind, currency)
where h.code like 'TRIP%'
on conflict do nothing`
