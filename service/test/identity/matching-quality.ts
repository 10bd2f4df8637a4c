import { setTimeout as wait } from 'node:timers/promises'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Listing } from '../../../sandbox/src/world/listing.ts'
import type { World } from '../../../sandbox/src/world/world.ts'
import { openTaskTab } from '../../src/billing/tab.ts'
import type { Pool } from '../../src/db/pool.ts'
import { createHotelsMaster } from '../../src/hotels/master.ts'
import { agencies, type IdentityDeps, idSources } from '../../src/identity/deps.ts'
import { type ChainHotel, findIds } from '../../src/identity/id-map.ts'
import { resolveIds } from '../../src/identity/resolve.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES, SEARCH_FAMILIES } from '../../src/sources/registry.ts'
import { createSearchGateway } from '../../src/sources/search-gateway.ts'

/** How well the resolver finds a chain's hotels at other sources, compared with the sandbox's own world. */
export interface Quality {
  /** By source, and by source and confidence. */
  rows: QualityRow[]
  hotels: number
  /** Wrong ids, for people to look at. */
  wrong: string[]
  /** Ids that are there and were not found. */
  missed: string[]
}

export interface QualityRow {
  source: string
  /** Null for all confidences together. */
  confidence: number | null
  found: number
  right: number
  /** How many could have been found; null in the row of a single confidence. */
  there: number | null
}

export interface QualitySettings {
  /** Its clock must run so fast that the pace of pages is no wait. */
  pool: Pool
  /** How the sandbox is reached, and which world it is. */
  environment: Record<string, string>
  seed: number
  /** Every how many-th hotel. */
  every: number
  onProgress?: (done: number, of: number) => void
}

/** Turns the database's clock so fast that three seconds are nothing, and a minute of ours still less than a week. */
export async function hurry(pool: Pool): Promise<void> {
  await pool.query(
    `create or replace function ledger_now() returns timestamptz language sql volatile as
     'select ''2027-01-01''::timestamptz + (clock_timestamp() - ''2026-01-01''::timestamptz) * 5000 '`,
  )
}

const AT_ONCE = 6
const MOST_TRIES = 8
const AGAIN_MS = 1000
const silent = { info: () => {}, warn: () => {} }

export async function measureMatching(settings: QualitySettings): Promise<Quality> {
  const { pool, environment, seed, every, onProgress } = settings
  const catalog = loadCatalog({ env: environment, sourcesFile: undefined, families: FAMILIES })
  const common = { catalog, now: Date.now, log: silent }
  const gateway = createGateway({ ...common, families: RATE_FAMILIES })
  const search = createSearchGateway({ ...common, families: SEARCH_FAMILIES })
  const deps: IdentityDeps = {
    catalog,
    gateway,
    search,
    pool,
    hotels: createHotelsMaster(pool),
    log: silent,
  }
  try {
    const world = createWorld({ seed, now: Date.now })
    const chains = catalog.sources.filter(({ kind }) => kind === 'chain')
    const hotels = chains
      .flatMap(({ id }) => world.listings(id))
      .filter(({ code }) => !['UNKNOWN', 'TIMEOUT', 'BROKEN', 'REFUSED', 'SLOW'].includes(code))
      .filter((_, index) => index % every === 0)
    await resolveAll(deps, hotels, onProgress)
    return await judged(deps, world, hotels)
  } finally {
    await gateway.close()
    await search.close()
  }
}

async function resolveAll(
  deps: IdentityDeps,
  hotels: readonly Listing[],
  onProgress: QualitySettings['onProgress'],
): Promise<void> {
  const sources = idSources(deps.catalog)
  const waiting = hotels.values()
  let done = 0
  const work = async (): Promise<void> => {
    for (const { source, code } of waiting) {
      await resolvePatiently(deps, { chain: source, hotelCode: code }, sources)
      done += 1
      onProgress?.(done, hotels.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** A busy machine makes sources time out, which says nothing of how well names are matched. */
async function resolvePatiently(
  deps: IdentityDeps,
  hotel: ChainHotel,
  sources: readonly string[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { unresolved, keep } = await resolveIds(deps, hotel, sources)
      const tab = openTaskTab()
      tab.live(0, keep)
      await tab.paid()
      if (unresolved.every(({ reason }) => reason === 'no_match' || reason === 'suppressed')) return
      if (tries === MOST_TRIES) return
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
    await wait(AGAIN_MS * tries)
  }
}

/** Read at the end: a later hotel may have taken an id from an earlier one. */
async function judged(deps: IdentityDeps, world: World, hotels: readonly Listing[]): Promise<Quality> {
  const truth = truthOf(deps, world)
  const counts = new Map<string, QualityRow>()
  const wrong: string[] = []
  const missed: string[] = []
  const row = (source: string, confidence: number | null) => {
    const key = `${source} ${confidence}`
    const known = counts.get(key) ?? {
      source,
      confidence,
      found: 0,
      right: 0,
      there: confidence === null ? 0 : null,
    }
    counts.set(key, known)
    return known
  }
  for (const hotel of hotels) {
    const ids = await findIds(deps.pool, { chain: hotel.source, hotelCode: hotel.code })
    for (const source of idSources(deps.catalog)) {
      const all = row(source, null)
      const right = truth(source, hotel)
      const mapped = ids.get(source)
      if (right !== undefined) all.there = (all.there ?? 0) + 1
      if (right !== undefined && mapped?.id !== right)
        missed.push(`${source}: ${hotel.source}/${hotel.code} ${hotel.name}`)
      if (!mapped) continue
      const isRight = mapped.id === right
      if (!isRight) wrong.push(`${source}: ${hotel.source}/${hotel.code} ${hotel.name} is not ${mapped.id}`)
      for (const counted of [all, row(source, mapped.confidence)]) {
        counted.found += 1
        counted.right += Number(isRight)
      }
    }
  }
  const rows = [...counts.values()].toSorted(
    (a, b) => a.source.localeCompare(b.source) || (b.confidence ?? 2) - (a.confidence ?? 2),
  )
  return { rows, hotels: hotels.length, wrong, missed }
}

/** The id that a source really has for a hotel; undefined where it has none. */
function truthOf(
  { catalog, search }: IdentityDeps,
  world: World,
): (source: string, hotel: Listing) => string | undefined {
  const listed = new Map(
    agencies(catalog).flatMap(({ id }) =>
      world
        .listings(id)
        .map(({ chainHotel, code }) => [`${id} ${chainHotel.source}/${chainHotel.code}`, code]),
    ),
  )
  return (source, hotel) => {
    const isEntity = source === search.entities?.id
    if (!isEntity && source !== search.places?.id)
      return listed.get(`${source} ${hotel.source}/${hotel.code}`)
    const entity = world
      .entities(`${hotel.name} ${hotel.city} ${hotel.country}`, 50)
      .find(({ name, lat, lng }) => name === hotel.name && lat === hotel.lat && lng === hotel.lng)
    return isEntity ? entity?.propertyToken : entity?.placeId
  }
}

export interface Scores {
  precision: number
  recall: number
}

/** Of all agencies together: how many ids of this confidence and above are right, and how many of those there are were found. */
export function scoresOf({ rows }: Quality, source: string | null, confidence: number): Scores {
  const counted = rows.filter((row) => source === null || row.source === source)
  const sure = counted.filter((row) => row.confidence !== null && row.confidence >= confidence)
  const sum = (some: readonly QualityRow[], read: (row: QualityRow) => number) =>
    some.reduce((total, row) => total + read(row), 0)
  const found = sum(sure, (row) => row.found)
  const there = sum(counted, (row) => row.there ?? 0)
  return {
    precision: found === 0 ? 1 : sum(sure, (row) => row.right) / found,
    recall: there === 0 ? 1 : sum(sure, (row) => row.right) / there,
  }
}
