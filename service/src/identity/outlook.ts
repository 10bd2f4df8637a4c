import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { agencies, type IdentityDeps } from './deps.ts'
import { type ChainHotel, findIds, type MappedId } from './id-map.ts'
import { parkedUntil } from './page-pace.ts'

export const REASONS = ['no_match', 'suppressed', 'parked', 'source_failed', 'not_tried'] as const

/** A source at which the hotel has no known id, and why. */
export interface Unresolved {
  source: string
  reason: (typeof REASONS)[number]
  /** Not tried again before then; null if it can be tried at any time. */
  retryAfter: Date | null
}

/** A hotel's known ids, and which sources to ask for the missing ones. */
export interface Outlook {
  ids: Map<string, MappedId>
  missing: string[]
  parked: Date | null
  /** Who can give the id at a missing source: the source, and for an agency also the search engine's page. */
  ways: Map<string, readonly string[]>
  triedUntil: Map<string, Date>
  /** Whether to request the engine's page of the hotel, with its partners' links; likewise its place. */
  asksEntity: boolean
  asksPlace: boolean
  /** Agencies to search, unless the engine gives the id first. */
  asksAgencies: string[]
  unresolved: Unresolved[]
}

export async function lookAt(
  { pool, catalog, search }: IdentityDeps,
  hotel: ChainHotel,
  sources: readonly string[],
): Promise<Outlook> {
  const [ids, triedUntil, parked] = await Promise.all([
    findIds(pool, hotel, sources),
    findTries(pool, hotel),
    parkedUntil(pool),
  ])
  const missing = sources.filter((source) => !ids.has(source))
  const missingAgencies = agencies(catalog).flatMap(({ id }) => (missing.includes(id) ? [id] : []))
  const { entities, places } = search
  const mayPage = (engine: { id: string } | undefined): boolean =>
    engine !== undefined && parked === null && !triedUntil.has(engine.id)
  const ways = new Map(
    missing.map((source) => [
      source,
      missingAgencies.includes(source) && entities ? [source, entities.id] : [source],
    ]),
  )
  const wantsEntity = missingAgencies.length > 0 || (entities !== undefined && missing.includes(entities.id))
  return {
    ids,
    missing,
    parked,
    triedUntil,
    asksEntity: wantsEntity && mayPage(entities),
    asksPlace: places !== undefined && missing.includes(places.id) && mayPage(places),
    asksAgencies: missingAgencies.filter((source) => !triedUntil.has(source)),
    ways,
    unresolved: [...ways].map(([source, all]) => standing(source, all, triedUntil, parked)),
  }
}

/** Whether any source is left to ask. */
export function canResolve({ asksEntity, asksPlace, asksAgencies }: Outlook): boolean {
  return asksEntity || asksPlace || asksAgencies.length > 0
}

function standing(
  source: string,
  ways: readonly string[],
  triedUntil: ReadonlyMap<string, Date>,
  parked: Date | null,
): Unresolved {
  const until = allTriedUntil(ways, triedUntil)
  if (until) return { source, reason: 'suppressed', retryAfter: until }
  // Only the search engine's page is left to try.
  const onlyPages = ways.length === 1 ? !triedUntil.has(ways[0] ?? '') : triedUntil.has(ways[0] ?? '')
  return parked && onlyPages
    ? { source, reason: 'parked', retryAfter: parked }
    : { source, reason: 'not_tried', retryAfter: null }
}

/** When the first of these may be asked again; null if one can be asked now. */
export function allTriedUntil(ways: readonly string[], triedUntil: ReadonlyMap<string, Date>): Date | null {
  const stands = ways.flatMap((way) => triedUntil.get(way) ?? [])
  const [soonest] = stands.toSorted((a, b) => a.getTime() - b.getTime())
  return soonest && stands.length === ways.length ? soonest : null
}

/** How long an unmatched name is not retried. */
const TRIED_FOR_DAYS = 7

/** Sources recently asked for this name, and until when they are not asked again. */
export async function findTries(
  database: Pool | Client,
  { chain, hotelCode }: ChainHotel,
): Promise<Map<string, Date>> {
  const { rows } = await database.query<{ source: string; until: Date }>({
    name: 'id_tries_find',
    text: `select t.source, t.tried_at + $3 * interval '1 day' as until
      from id_tries t join hotels h on h.source = t.chain and h.code = t.hotel_code and h.name = t.asked
      where t.chain = $1 and t.hotel_code = $2 and t.tried_at > ledger_now() - $3 * interval '1 day'`,
    values: [chain, hotelCode, TRIED_FOR_DAYS],
  })
  return new Map(rows.map(({ source, until }) => [source, until]))
}

/** Deletes searches after which a source may be asked again. */
export function forgetOldTries(pool: Pool): Promise<number> {
  return forget(pool, 'id_tries', "tried_at < ledger_now() - $1 * interval '1 day'", [TRIED_FOR_DAYS])
}
