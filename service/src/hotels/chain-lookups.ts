import { forget } from '../db/forget.ts'
import type { Pool } from '../db/pool.ts'
import { type Point, toKm } from '../kernel/great-circle.ts'
import { LIMITS } from '../kernel/limits.ts'
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

/** The listings of chains that any process asked within the last 24 hours. */
export async function findLookups(
  pool: Pool,
  sources: readonly Source[],
  { lat, lng, radiusMi }: Circle,
): Promise<ListedHotels[]> {
  const { rows } = await pool.query<{ source: string; hotel: KnownHotel | null }>({
    name: 'hotel_lookups_find',
    text: `select l.source, case when h.id is not null then json_build_object('no', h.id, 'hotelCode', h.code,
        'name', coalesce(h.name, h.code), 'city', h.city, 'country', h.country, 'lat', h.lat, 'lng', h.lng,
        'currency', h.currency, 'timezone', h.timezone) end as hotel
      from hotel_lookups l
      left join lateral unnest(l.hotels) as listed(no) on true
      left join hotels h on h.id = listed.no
      where l.source = any($1) and l.lat = $2 and l.lng = $3 and l.radius_mi = $4 and l.${FRESH}`,
    values: [sources.map(({ id }) => id), lat, lng, radiusMi],
  })
  const bySource = Map.groupBy(rows, ({ source }) => source)
  return sources.flatMap((source) => {
    const listed = bySource.get(source.id)
    return listed ? [{ source, hotels: listed.flatMap(({ hotel }) => hotel ?? []) }] : []
  })
}

const FRESH = `created_at > ledger_now() - interval '24 hours'`

/** A chain's hotels, and whether they came from the cache. */
export type CompletedLookup = ListedHotels & { cached: boolean }

/**
 * Asks the chains, except those that another request has asked since this one was planned. Returns what the cache then
 * holds, so that the first answer and the cached ones after it are identical.
 */
export async function completeLookups(
  deps: PlaceDeps,
  sources: readonly Source[],
  circle: Circle,
  caller: string | undefined,
): Promise<{ completed: CompletedLookup[]; failures: Error[] }> {
  if (sources.length === 0) return { completed: [], failures: [] }
  const stored = await findLookups(deps.pool, sources, circle)
  const unknown = sources.filter((source) => !stored.some((lookup) => lookup.source === source))
  const asked = await Promise.all(unknown.map((source) => askChain(deps, source, circle, caller)))
  const answers = asked.filter((answer) => 'records' in answer)
  const listed = answers.length > 0 ? await keepLookups(deps, answers, circle) : []
  const joined = new Set(answers.filter((answer) => answer.joined).map(({ source }) => source))
  return {
    completed: [
      ...stored.map(({ source, hotels }) => ({ source, hotels, cached: true })),
      ...listed.map(({ source, hotels }) => ({ source, hotels, cached: joined.has(source) })),
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
  caller: string | undefined,
): Promise<ChainAnswer | { source: Source; failure: Error }> {
  try {
    const { answer, joined } = await gateway.near(source.id, nearQuery(circle), {
      deadlineMs: NEAR_DEADLINE_MS,
      caller,
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

async function keepLookups(
  { pool, hotels }: PlaceDeps,
  answers: readonly ChainAnswer[],
  circle: Circle,
): Promise<ListedHotels[]> {
  const nos = await hotels.register(
    answers.flatMap(({ source, records }) =>
      records.map((record) => ({ source: source.id, hotelCode: record.hotelCode, record })),
    ),
  )
  // PostgreSQL arrays of arrays must be rectangular, so the lists are passed as JSON.
  const lists = answers.map(({ source, records }) => ({
    source: source.id,
    hotels: records.flatMap(({ hotelCode }) => nos.get(hotelKey({ source: source.id, hotelCode })) ?? []),
  }))
  // Rows are always locked in the order of their source, so two writers cannot deadlock.
  await pool.query({
    name: 'hotel_lookups_keep',
    text: `insert into hotel_lookups
      select k.source, $2, $3, $4, array(select value::bigint from jsonb_array_elements_text(k.hotels)), ledger_now()
      from jsonb_to_recordset($1) as k(source text, hotels jsonb) order by k.source
      on conflict (source, lat, lng, radius_mi)
      do update set hotels = excluded.hotels, created_at = excluded.created_at`,
    values: [JSON.stringify(lists), circle.lat, circle.lng, circle.radiusMi],
  })
  return findLookups(
    pool,
    answers.map(({ source }) => source),
    circle,
  )
}

export async function forgetOldLookups(pool: Pool): Promise<number> {
  return forget(pool, 'hotel_lookups', `not (${FRESH})`)
}
