import type { Keep } from '../billing/tab.ts'
import { forget } from '../db/forget.ts'
import type { Pool } from '../db/pool.ts'
import { type Point, toKm } from '../kernel/great-circle.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Purpose } from '../kernel/purpose.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type HotelRecord, type NearQuery, SourceFailure } from '../sources/source.ts'
import { type HotelsMaster, hotelKey } from './master.ts'
import type { KnownHotel, ListedHotels } from './nearby.ts'
import type { Places } from './places.ts'

/** What a lookup of hotels around a place works with. */
export interface PlaceDeps {
  catalog: Catalog
  gateway: Gateway
  pool: Pool
  hotels: HotelsMaster
  places: Places
  log: { warn(fields: object, message: string): void }
}

/** The cache key of a lookup, in ten-thousandths of a degree: places a few metres apart share one. */
export interface Circle {
  lat: number
  lng: number
  radiusMi: number
}

const GRID = 10_000
/** A hotel at the edge of the radius must be listed for every place that shares the circle. */
const GRID_SLACK_KM = 0.02

export function circleAround({ lat, lng }: Point, radiusMi: number): Circle {
  const east = Math.round(lng * GRID)
  return {
    // Adding 0 turns -0 into 0.
    lat: Math.round(lat * GRID) + 0,
    lng: (east === -180 * GRID ? 180 * GRID : east) + 0,
    radiusMi,
  }
}

/** The listings of chains that any process asked within the last 24 hours, and whose answers were paid for. */
export async function findLookups(
  pool: Pool,
  sources: readonly Source[],
  { lat, lng, radiusMi }: Circle,
): Promise<ListedHotels[]> {
  return readListed(pool, sources, {
    name: 'hotel_lookups_find',
    lists: `(select source, hotels from hotel_lookups
      where source = any($1) and lat = $2 and lng = $3 and radius_mi = $4 and ${FRESH})`,
    values: [sources.map(({ id }) => id), lat, lng, radiusMi],
  })
}

const FRESH = `created_at > ledger_now() - interval '24 hours'`

/** Lists of hotel numbers by source, as a table of SQL. */
interface Lists {
  name: string
  lists: string
  values: unknown[]
}

async function readListed(
  pool: Pool,
  sources: readonly Source[],
  { name, lists, values }: Lists,
): Promise<ListedHotels[]> {
  const { rows } = await pool.query<{ source: string; hotel: KnownHotel | null }>({
    name,
    text: `select l.source, case when h.id is not null then json_build_object('no', h.id, 'hotelCode', h.code,
        'name', coalesce(h.name, h.code), 'city', h.city, 'country', h.country, 'lat', h.lat, 'lng', h.lng,
        'currency', h.currency, 'timezone', h.timezone) end as hotel
      from ${lists} l
      left join lateral unnest(l.hotels) as listed(no) on true
      left join hotels h on h.id = listed.no`,
    values,
  })
  const bySource = Map.groupBy(rows, ({ source }) => source)
  return sources.flatMap((source) => {
    const listed = bySource.get(source.id)
    return listed ? [{ source, hotels: listed.flatMap(({ hotel }) => hotel ?? []) }] : []
  })
}

/** A chain's hotels, and whether they came from the cache. If they did not, `keep` stores the lookup. */
export type CompletedLookup = ListedHotels & { cached: boolean; keep?: Keep }

/** How to ask the chains, and for whom. */
export interface LookupTerms {
  caller: string | undefined
  purpose: Purpose
  /** The request, if it may still be refused and would pay nothing. */
  standsOn: string | undefined
}

/** Asks the chains, except those that another request has asked since this one was planned. */
export async function completeLookups(
  deps: PlaceDeps,
  sources: readonly Source[],
  circle: Circle,
  terms: LookupTerms,
): Promise<{ completed: CompletedLookup[]; failures: Error[] }> {
  if (sources.length === 0) return { completed: [], failures: [] }
  const stored = await findLookups(deps.pool, sources, circle)
  const unknown = sources.filter((source) => !stored.some((lookup) => lookup.source === source))
  const asked = await Promise.all(unknown.map((source) => askChain(deps, source, circle, terms)))
  const answers = asked.filter((answer) => 'records' in answer)
  return {
    completed: [
      ...stored.map(({ source, hotels }) => ({ source, hotels, cached: true })),
      ...(answers.length > 0 ? await listedBy(deps, answers, circle) : []),
    ],
    failures: asked.flatMap((answer) => ('failure' in answer ? [answer.failure] : [])),
  }
}

/** For a vendor without a search by place, the first lookup after a start reads its whole directory. */
const NEAR_DEADLINE_MS = 20_000

interface ChainAnswer {
  source: Source
  records: HotelRecord[]
  joined: boolean
}

async function askChain(
  { gateway, log }: PlaceDeps,
  source: Source,
  circle: Circle,
  terms: LookupTerms,
): Promise<ChainAnswer | { source: Source; failure: Error }> {
  try {
    const { answer, joined } = await gateway.near(source.id, nearQuery(circle), {
      deadlineMs: NEAR_DEADLINE_MS,
      ...terms,
    })
    return { source, records: answer, joined }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    log.warn(
      { source: source.id, kind: error.kind, detail: error.message.slice(0, 300) },
      'place lookup failed at a chain; its hotels are left out',
    )
    return { source, failure: toApiError(error, source.id) }
  }
}

function nearQuery({ lat, lng, radiusMi }: Circle): NearQuery {
  return {
    lat: lat / GRID,
    lng: lng / GRID,
    radiusKm: toKm(radiusMi) + GRID_SLACK_KM,
    limit: LIMITS.placeHotels,
  }
}

/** Facts of hotels cost nothing, so they are stored at once. Read from there, the answer equals the cached ones after it. */
async function listedBy(
  { pool, hotels, log }: PlaceDeps,
  answers: readonly ChainAnswer[],
  circle: Circle,
): Promise<CompletedLookup[]> {
  const nos = await hotels.register(
    answers.flatMap(({ source, records }) =>
      records.map((record) => ({ source: source.id, hotelCode: record.hotelCode, record })),
    ),
  )
  const lists = new Map(
    answers.map(({ source, records }) => [
      source,
      records.flatMap(({ hotelCode }) => nos.get(hotelKey({ source: source.id, hotelCode })) ?? []),
    ]),
  )
  // PostgreSQL arrays of arrays must be rectangular, so the lists are passed as JSON.
  const json = [...lists].map(([source, hotel]) => ({ source: source.id, hotels: hotel }))
  const listed = await readListed(pool, [...lists.keys()], {
    name: 'hotel_lookups_list',
    lists: `(select source, array(select value::bigint from jsonb_array_elements_text(hotels)) as hotels
      from jsonb_to_recordset($1) as k(source text, hotels jsonb))`,
    values: [JSON.stringify(json)],
  })
  const joined = new Set(answers.filter((answer) => answer.joined).map(({ source }) => source))
  return listed.map(({ source, hotels: found }) => ({
    source,
    hotels: found,
    cached: joined.has(source),
    keep: () =>
      keepLookup(pool, source, circle, lists.get(source) ?? []).catch((error: unknown) =>
        log.warn({ err: error, source: source.id }, 'a lookup of hotels could not be stored'),
      ),
  }))
}

async function keepLookup(
  pool: Pool,
  source: Source,
  { lat, lng, radiusMi }: Circle,
  hotels: readonly number[],
): Promise<void> {
  await pool.query({
    name: 'hotel_lookups_keep',
    text: `insert into hotel_lookups values ($1, $2, $3, $4, $5, ledger_now())
      on conflict (source, lat, lng, radius_mi)
      do update set hotels = excluded.hotels, created_at = excluded.created_at`,
    values: [source.id, lat, lng, radiusMi, hotels],
  })
}

export async function forgetOldLookups(pool: Pool): Promise<number> {
  return forget(pool, 'hotel_lookups', `not (${FRESH})`)
}
