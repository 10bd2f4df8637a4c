import type { Catalog } from './catalog/catalog.ts'
import type { SourceHealth } from './health.ts'
import { type Answered, type AskOptions, createLane, type LaneContext } from './lane.ts'
import type { HotelEntityFinder, PlaceFinder, SearchFamily } from './search-engine.ts'
import { type Call, SourceFailure } from './source.ts'

/** One search engine behind the same deadline, joining, cap and breaker as any source. */
export interface SearchDesk<Finder> {
  id: string
  /**
   * `about` is everything the answer depends on. Whoever has to pace the engine's pages wraps `call.http` before passing
   * it on, so that a second try waits its turn as well.
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

/** Undefined where the catalog has no engine of the kind. */
export interface SearchGateway {
  places: SearchDesk<PlaceFinder> | undefined
  entities: SearchDesk<HotelEntityFinder> | undefined
  close(): Promise<void>
}

export interface SearchSettings extends LaneContext {
  catalog: Catalog
  families: { places: SearchFamily<PlaceFinder>; entities: SearchFamily<HotelEntityFinder> }
}

export function createSearchGateway(settings: SearchSettings): SearchGateway {
  const places = openDesk(settings, settings.families.places)
  const entities = openDesk(settings, settings.families.entities)
  return {
    places,
    entities,
    async close() {
      await Promise.all([places?.close(), entities?.close()])
    },
  }
}

function openDesk<Finder>(
  settings: SearchSettings,
  family: SearchFamily<Finder>,
): SearchDesk<Finder> | undefined {
  const engine = settings.catalog.searchEngines.find((known) => known.family === family.name)
  if (!engine) return undefined
  const lane = createLane(engine, settings)
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
      lane.ask(
        {
          verb,
          about,
          put: async (call) => {
            if (!finder) throw new SourceFailure('refused', 'the search engine is not configured')
            return put(finder, call)
          },
        },
        options,
      ),
    state: () => lane.health(),
    close: () => lane.close(),
  }
}
