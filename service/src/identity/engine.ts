import { PURPOSES } from '../kernel/purpose.ts'
import { type EntityMatch, RateLimitPage } from '../sources/search-engine.ts'
import type { EngineCircuit } from '../sources/search-gateway.ts'
import { type Call, type FindQuery, SourceFailure } from '../sources/source.ts'
import type { IdentityDeps } from './deps.ts'
import type { HotelFacts } from './match.ts'
import { bestMatch, type Match } from './match.ts'
import { NoTurn, type Patience, paced, park } from './page-pace.ts'

/** The outcome of asking the search engine. */
export type EngineReply<T> =
  | { ended: 'answered'; answer: T }
  /** The engine failed. */
  | { ended: 'failed' }
  /** No page is requested until then. */
  | { ended: 'parked'; until: Date }
  /** Not asked: no turn came in time, or there is no engine. */
  | { ended: 'not_asked' }

/** The engine's match for the hotel, and the ids found in its partners' links. */
export interface EntityFound {
  match: Match | null
  partners: Readonly<Record<string, string>>
}

/** The time for the pages themselves, without waiting for turns. */
const PAGES_MS = 15_000

export async function askEntity(
  deps: IdentityDeps,
  hotel: HotelFacts,
  patience: Patience,
): Promise<EngineReply<EntityFound>> {
  const asked = await askEngine(deps, deps.search.entities, 'hotel', hotel, patience, (finder, query, call) =>
    finder.findHotel(query, call),
  )
  return asked.ended === 'answered' ? { ended: 'answered', answer: readEntity(hotel, asked.answer) } : asked
}

export async function askPlace(
  deps: IdentityDeps,
  hotel: HotelFacts,
  patience: Patience,
): Promise<EngineReply<Match | null>> {
  const asked = await askEngine(
    deps,
    deps.search.places,
    'hotel_place',
    hotel,
    patience,
    (finder, query, call) => finder.findHotelPlaces(query, call),
  )
  if (asked.ended !== 'answered') return asked
  const candidates = asked.answer.map(({ placeId, name, country, lat, lng }) => ({
    id: placeId,
    name,
    country,
    point: { lat, lng },
  }))
  return { ended: 'answered', answer: bestMatch(hotel, candidates) }
}

async function askEngine<Finder, T>(
  { pool, log, purpose = PURPOSES.ids }: IdentityDeps,
  engine: EngineCircuit<Finder> | undefined,
  verb: string,
  hotel: HotelFacts,
  patience: Patience,
  put: (finder: Finder, query: FindQuery, call: Call) => Promise<T>,
): Promise<EngineReply<T>> {
  if (!engine) return { ended: 'not_asked' }
  const query = queryOf(hotel)
  try {
    const { answer } = await engine.ask(
      verb,
      [query],
      (finder, call) => put(finder, query, paced(pool, call, patience)),
      { deadlineMs: patience.patienceMs + PAGES_MS, purpose },
    )
    return { ended: 'answered', answer }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    if (error instanceof NoTurn) {
      return error.parkedUntil ? { ended: 'parked', until: error.parkedUntil } : { ended: 'not_asked' }
    }
    if (!(error instanceof RateLimitPage)) return { ended: 'failed' }
    const until = await park(pool)
    log.warn(
      { engine: engine.id, until },
      'the search engine answered with its rate-limit page; pausing requests',
    )
    return { ended: 'parked', until }
  }
}

export function queryOf({ name, city, country, point }: HotelFacts): FindQuery {
  return { name, city, country, ...point }
}

/** Links count only if the page is the hotel's own: the engine shows a neighbour rather than nothing. */
function readEntity(hotel: HotelFacts, found: EntityMatch): EntityFound {
  const entities = found.found === 'one' ? [found.entity] : found.found === 'several' ? found.candidates : []
  const match = bestMatch(
    hotel,
    entities.map(({ id, name, lat, lng }) => ({ id, name, country: null, point: { lat, lng } })),
  )
  const entity = entities.find(({ id }) => id === match?.id)
  return { match, partners: entity?.partners ?? {} }
}
