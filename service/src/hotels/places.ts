import type { Pool } from '../db/pool.ts'
import type { Point } from '../kernel/great-circle.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import type { FoundPlace, PlaceFinder } from '../sources/search-engine.ts'
import type { EngineCircuit, SearchGateway } from '../sources/search-gateway.ts'
import { type Call, SourceFailure } from '../sources/source.ts'
import { fold } from './fold.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { isTownId } from './gazetteer/towns.ts'
import { findPlaces, keepPlaces } from './place-store.ts'

/** The three ways to name a place. */
export type PlaceAsk = { q: string } | { placeId: string } | Point

/** A place on earth. A place given by coordinates has nothing else. */
export interface Place extends Point {
  name: string | null
  placeId: string | null
  country: string | null
}

export interface Resolved {
  /** Null if the place is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. */
  alternatives: Place[]
  cached: boolean
}

export interface Places {
  /** The answer from the cache; undefined if the search engine must be asked. */
  recall(ask: PlaceAsk): Promise<Resolved | undefined>
  /** Throws if the engine is down and the gazetteer does not know the place: it may still exist. */
  resolve(ask: PlaceAsk): Promise<Resolved>
}

export interface PlacesSettings {
  pool: Pool
  catalog: Catalog
  search: SearchGateway
  gazetteer: Gazetteer
}

/** Short, because the gazetteer and the chains must still answer within the client's timeout. */
const ENGINE_DEADLINE_MS = 6000
/** The characters of an engine id. Anything else is invalid and must not become part of a URL. */
const ENGINE_ID = /^[\w-]+$/

export function createPlaces({ pool, catalog, search, gazetteer }: PlacesSettings): Places {
  const engine = () => usableEngine(catalog, search)

  const recall = async (ask: PlaceAsk): Promise<Resolved | undefined> => {
    if ('lat' in ask) return resolved([{ name: null, placeId: null, country: null, ...ask }], false)
    if ('placeId' in ask) {
      if (isTownId(ask.placeId)) return resolved(listOf(await gazetteer.byId(ask.placeId)), false)
      if (!ENGINE_ID.test(ask.placeId)) return resolved([], false)
    }
    const known = await findPlaces(pool, keyOf(ask))
    return known && resolved(known, true)
  }

  /** Falls back to the gazetteer if the engine is down or finds nothing. */
  const byName = async (q: string): Promise<Resolved> => {
    const answer = await askEngine(engine(), 'places', q, (finder, call) => finder.findPlaces(q, call))
    const places = answer.found.length > 0 ? answer.found : await gazetteer.find(q)
    return conclude({ q }, { ...answer, found: places })
  }

  const byId = async (placeId: string): Promise<Resolved> =>
    conclude(
      { placeId },
      await askEngine(engine(), 'place', placeId, async (finder, call) =>
        listOf(await finder.placeById(placeId, call)),
      ),
    )

  /** Only answers that involved the engine are cached: its answer is better as soon as it is back. */
  const conclude = async (
    ask: Exclude<PlaceAsk, Point>,
    { found, failure }: EngineAnswer,
  ): Promise<Resolved> => {
    if (failure && found.length === 0) throw failure
    if (!failure) await keepPlaces(pool, keyOf(ask), found)
    return resolved(found, false)
  }

  return {
    recall,
    resolve: async (ask) => {
      const known = await recall(ask)
      if (known) return known
      if ('q' in ask) return byName(ask.q)
      if ('placeId' in ask) return byId(ask.placeId)
      throw new TypeError('coordinates need no resolution')
    },
  }
}

interface EngineAnswer {
  found: FoundPlace[]
  /** Why it did not answer, as a message for the client. */
  failure?: Error
}

/** Without credentials there is no engine, and the gazetteer decides. */
function usableEngine(catalog: Catalog, { places }: SearchGateway): EngineCircuit<PlaceFinder> | undefined {
  const configured = catalog.searchEngines.some(({ id, unconfigured }) => {
    return id === places?.id && unconfigured === null
  })
  return configured ? places : undefined
}

async function askEngine(
  engine: EngineCircuit<PlaceFinder> | undefined,
  verb: string,
  about: string,
  put: (finder: PlaceFinder, call: Call) => Promise<FoundPlace[]>,
): Promise<EngineAnswer> {
  if (!engine) return { found: [] }
  try {
    const { answer } = await engine.ask(verb, [about], put, {
      deadlineMs: ENGINE_DEADLINE_MS,
      purpose: PURPOSES.place,
    })
    return { found: answer }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return { found: [], failure: toApiError(error, engine.id) }
  }
}

function keyOf(ask: Exclude<PlaceAsk, Point>): string[] {
  return 'q' in ask ? ['q', fold(ask.q)] : ['id', ask.placeId]
}

function resolved([place, ...alternatives]: Place[], cached: boolean): Resolved {
  return { place: place ?? null, alternatives, cached }
}

function listOf<T>(item: T | null): T[] {
  return item === null ? [] : [item]
}
