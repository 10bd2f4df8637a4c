import { openTaskTab } from '../billing/tab.ts'
import type { Pool } from '../db/pool.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { createHotelsMaster, type HotelName, hotelKey, numberOf } from '../hotels/master.ts'
import { chunks } from '../kernel/chunks.ts'
import { addNights, nightAt } from '../kernel/dates.ts'
import { DEFAULT_OCCUPANCY } from '../kernel/occupancy.ts'
import { figuresOf } from '../observations/figures.ts'
import { markMadePasts } from '../observations/made-pasts.ts'
import { stayRows } from '../observations/rows.ts'
import { createWriter } from '../observations/writer.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import type { Gateway } from '../sources/gateway.ts'

/** The market is looked at this often, at nights this many days ahead: at least one per bucket of lead time. */
const EVERY_DAYS = 3
const LEAD_DAYS = [0, 3, 6, 10, 20, 45, 90]
const AT_ONCE = 32
const DAY_MS = 86_400_000

export interface PastDeps {
  pool: Pool
  fx: ReferenceRates
  catalog: Catalog
  gateway: Gateway
  /** Moves the clock of the market and of the gateway. */
  moveTo(ms: number): Promise<void>
  onProgress(done: number, of: number): void
}

export interface MadePastResult {
  hotels: number
  observations: number
}

/**
 * Lives through the past of a simulated market, oldest day first, and records what its sources would have shown, by the
 * service's own way of recording. Nobody is charged. Hotels that have a made past already are left out.
 */
export async function makePast(
  deps: PastDeps,
  { days, hotels }: { days: number; hotels: number },
): Promise<MadePastResult> {
  const nowMs = Date.now()
  const sinceMs = nowMs - days * DAY_MS
  const chosen = await newHotels(deps, hotels, { sinceMs, untilMs: nowMs })
  await addMonths(deps.pool, sinceMs)
  const failures: unknown[] = []
  const writer = createWriter(deps.pool, createHotelsMaster(deps.pool), deps.fx, {
    failed: (error) => failures.push(error),
    rejected: (error) => failures.push(error),
  })
  let observations = 0
  for (let day = days; day >= 1; day -= EVERY_DAYS) {
    const atMs = nowMs - day * DAY_MS
    await deps.moveTo(atMs)
    // Night by night, so that those at once are spread over the sources, each of which has its own limits.
    const looks = LEAD_DAYS.flatMap((lead) =>
      chosen.map((hotel) => ({ hotel, night: addNights(nightAt(atMs), lead) })),
    )
    for (const some of chunks(looks, AT_ONCE)) {
      const seen = await Promise.all(some.map((look) => lookAt(deps, writer, look, atMs)))
      observations += seen.filter(Boolean).length
    }
    deps.onProgress(days - day, days)
  }
  await writer.close()
  if (failures.length > 0) throw failures[0]
  return { hotels: chosen.length, observations }
}

/** False if the source did not answer, which is no observation. */
async function lookAt(
  { catalog, gateway }: PastDeps,
  writer: ReturnType<typeof createWriter>,
  { hotel, night }: { hotel: HotelName; night: string },
  atMs: number,
): Promise<boolean> {
  const source = findSource(catalog, hotel.source)
  if (!source) return false
  const query = {
    hotelCode: hotel.hotelCode,
    checkin: night,
    los: 1,
    occupancy: DEFAULT_OCCUPANCY,
    currency: 'USD',
  }
  const shopped = await gateway.shop(source.id, query, { live: true }).catch(() => null)
  if (!shopped) return false
  const { answer } = shopped
  // The operator's own past costs nothing. Only the cells: a full answer of the past serves no question.
  const tab = openTaskTab()
  tab.nothing((paid) =>
    writer.write(paid, [{ ...hotel, record: answer.hotel }], (no) => [
      { ...stayRows(no(hotelKey(hotel)), { ...query, source }, answer, figuresOf(answer), atMs), stay: null },
    ]),
  )
  await tab.paid()
  return true
}

/** The examples of the chains, then other hotels of their directories. */
async function newHotels(
  { pool, catalog }: PastDeps,
  most: number,
  past: { sinceMs: number; untilMs: number },
): Promise<HotelName[]> {
  const chains = catalog.sources.filter(({ kind }) => kind === 'chain')
  const examples = chains.flatMap(({ id, examples: codes }) =>
    codes.map((hotelCode) => ({ source: id, hotelCode })),
  )
  const { rows } = await pool.query<{ source: string; hotelCode: string }>(
    `select source, code as "hotelCode" from hotels where source = any($1) and listed_at is not null order by id limit $2`,
    [chains.map(({ id }) => id), most],
  )
  const wanted = [...new Map([...examples, ...rows].map((hotel) => [hotelKey(hotel), hotel])).values()].slice(
    0,
    most,
  )
  const nos = await createHotelsMaster(pool).register(wanted.map((hotel) => ({ ...hotel, record: null })))
  const fresh = new Set(await markMadePasts(pool, [...nos.values()], past))
  return wanted.filter((hotel) => fresh.has(numberOf(nos, hotel)))
}

/** So that past nights are in the partition of their month. */
async function addMonths(pool: Pool, sinceMs: number): Promise<void> {
  for (const table of ['cell_history', 'cell_summaries', 'last_looks'])
    await pool.query(
      `select month_add($1, m::date) from generate_series(date_trunc('month', $2::date), now(), interval '1 month') m`,
      [table, nightAt(sinceMs)],
    )
}
