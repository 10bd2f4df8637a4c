import type { Pool } from '../db/pool.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import type { Gateway } from '../sources/gateway.ts'
import { type HotelRecord, SourceFailure } from '../sources/source.ts'
import type { Point } from './great-circle.ts'
import { type HotelsMaster, hotelKey } from './master.ts'
import { type ChainHotels, circleAround, nearby, nearQuery } from './nearby.ts'
import type { Places } from './places.ts'
import { type Circle, findLookups, keepLookups } from './store.ts'

/** What a lookup of hotels around a place works with. */
export interface PlaceDeps {
  catalog: Catalog
  gateway: Gateway
  pool: Pool
  hotels: HotelsMaster
  places: Places
  log: { warn(fields: object, message: string): void }
}

/** A chain's hotels, and whether they came without asking it for this request. */
export type AnsweredChain = ChainHotels & { cached: boolean }

/** The chains that were asked within the day, by this process or another. */
export async function recallChains(
  { pool }: PlaceDeps,
  sources: readonly Source[],
  place: Point,
  radiusMi: number,
): Promise<ChainHotels[]> {
  const ids = sources.map(({ id }) => id)
  const known = await findLookups(pool, ids, circleAround(place, radiusMi))
  return sources.flatMap((source) => {
    const hotels = known.get(source.id)
    return hotels ? [{ source, hotels: nearby(source, hotels, place, radiusMi) }] : []
  })
}

/**
 * Asks each chain and answers with what the store then holds, so that the first answer and the cached ones after it are
 * the same to the letter.
 */
export async function askChains(
  deps: PlaceDeps,
  sources: readonly Source[],
  place: Point,
  radiusMi: number,
): Promise<{ answers: AnsweredChain[]; failures: Error[] }> {
  if (sources.length === 0) return { answers: [], failures: [] }
  const circle = circleAround(place, radiusMi)
  const asked = await Promise.all(sources.map((source) => askChain(deps, source, circle)))
  const answered = asked.filter((chain) => 'records' in chain)
  await keepAnswers(deps, circle, answered)
  const joined = new Set(answered.filter((chain) => chain.joined).map(({ source }) => source.id))
  const answers = await recallChains(
    deps,
    answered.map(({ source }) => source),
    place,
    radiusMi,
  )
  return {
    answers: answers.map(({ source, hotels }) => ({ source, hotels, cached: joined.has(source.id) })),
    failures: asked.flatMap((chain) => ('failure' in chain ? [chain.failure] : [])),
  }
}

/** Where a vendor has no search by place, the first one after a start reads its whole directory at the vendor's pace. */
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
): Promise<ChainAnswer | { source: Source; failure: Error }> {
  try {
    const { answer, joined } = await gateway.near(source.id, nearQuery(circle), {
      deadlineMs: NEAR_DEADLINE_MS,
    })
    return { source, records: answer, joined }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    log.warn(
      { source: source.id, kind: error.kind, detail: error.message.slice(0, 300) },
      'a chain is left out of a place lookup',
    )
    return { source, failure: toApiError(error, source.id) }
  }
}

async function keepAnswers(
  { pool, hotels }: PlaceDeps,
  circle: Circle,
  answers: readonly ChainAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const named = answers.flatMap(({ source, records }) =>
    records.map((record) => ({ source: source.id, hotelCode: record.hotelCode, record })),
  )
  const nos = await hotels.register(named)
  const lookups = answers.map(({ source, records }) => ({
    source: source.id,
    hotelNos: records.flatMap(({ hotelCode }) => nos.get(hotelKey({ source: source.id, hotelCode })) ?? []),
  }))
  await keepLookups(pool, circle, lookups)
}
