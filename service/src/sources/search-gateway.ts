import type { Catalog } from './catalog/catalog.ts'
import { type Answered, type AskOptions, type CircuitContext, createCircuit } from './circuit.ts'
import type { SourceHealth } from './health.ts'
import type { HotelEntityFinder, PlaceFinder, SearchFamily } from './search-engine.ts'
import { type Call, SourceFailure } from './source.ts'

/** One search engine behind the same deadline, joining, limit and breaker as any source. */
export interface EngineCircuit<Finder> {
  id: string
  /**
   * `about` is everything the answer depends on. To pace the engine's pages, wrap `call.http` before passing it on, so that a
   * retry waits too.
   */
  ask<T>(
    verb: string,
    about: readonly unknown[],
    put: (finder: Finder, call: Call) => Promise<T>,
    options?: AskOptions,
  ): Promise<Answered<T>>
  state(): SourceHealth
  close(): Promise<void>
}

/** Undefined if the catalog has no engine of this kind. */
export interface SearchGateway {
  places: EngineCircuit<PlaceFinder> | undefined
  entities: EngineCircuit<HotelEntityFinder> | undefined
  close(): Promise<void>
}

export interface SearchSettings extends CircuitContext {
  catalog: Catalog
  families: { places: SearchFamily<PlaceFinder>; entities: SearchFamily<HotelEntityFinder> }
}

export function createSearchGateway(settings: SearchSettings): SearchGateway {
  const places = openEngine(settings, settings.families.places)
  const entities = openEngine(settings, settings.families.entities)
  return {
    places,
    entities,
    async close() {
      await Promise.all([places?.close(), entities?.close()])
    },
  }
}

function openEngine<Finder>(
  settings: SearchSettings,
  family: SearchFamily<Finder>,
): EngineCircuit<Finder> | undefined {
  const engine = settings.catalog.searchEngines.find((known) => known.family === family.name)
  if (!engine) return undefined
  const circuit = createCircuit(engine, settings)
  const finder =
    engine.unconfigured === null
      ? family.bind({
          sourceId: engine.id,
          profile: engine.profile,
          credentials: engine.credentials,
          points: false,
          now: settings.now,
        })
      : undefined
  return {
    id: engine.id,
    ask: async (verb, about, put, options = {}) =>
      circuit.ask(
        {
          verb,
          hotel: JSON.stringify(about),
          about,
          put: async (call) => {
            if (!finder) throw new SourceFailure('refused', 'the search engine is not configured')
            return put(finder, call)
          },
        },
        options,
      ),
    state: () => circuit.health(),
    close: () => circuit.close(),
  }
}
