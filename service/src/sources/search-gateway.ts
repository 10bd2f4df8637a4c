import { isDeepStrictEqual } from 'node:util'
import type { AskOptions } from './ask-options.ts'
import type { Catalog, SearchEngine } from './catalog/catalog.ts'
import { type Answered, type CircuitContext, createCircuit } from './circuit.ts'
import type { SourceHealth } from './health.ts'
import type { HotelEntityFinder, PlaceFinder, SearchFamily } from './search-engine.ts'
import { type Call, SourceFailure } from './source.ts'
import { createStanding, type Standing, takeSettings } from './standing.ts'

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

/** Undefined if the catalog has no engine of this kind. Ask it for the engine at each call: it may change. */
export interface SearchGateway {
  readonly places: EngineCircuit<PlaceFinder> | undefined
  readonly entities: EngineCircuit<HotelEntityFinder> | undefined
  /** Takes the catalog as it is now. Running calls end with the settings that they began with. */
  renew(): void
  close(): Promise<void>
}

export interface SearchSettings extends CircuitContext {
  catalog: Catalog
  families: { places: SearchFamily<PlaceFinder>; entities: SearchFamily<HotelEntityFinder> }
}

export function createSearchGateway(settings: SearchSettings): SearchGateway {
  const places = createEngineSlot(settings, settings.families.places)
  const entities = createEngineSlot(settings, settings.families.entities)
  return {
    get places() {
      return places.circuit()
    },
    get entities() {
      return entities.circuit()
    },
    renew() {
      places.renew()
      entities.renew()
    },
    async close() {
      await Promise.all([places.circuit()?.close(), entities.circuit()?.close()])
    },
  }
}

interface OpenEngine<Finder> {
  engine: SearchEngine
  standing: Standing
  circuit: EngineCircuit<Finder>
  retire(): void
}

/** The engine of one kind that is in use. */
function createEngineSlot<Finder>(settings: SearchSettings, family: SearchFamily<Finder>) {
  const find = () => settings.catalog.searchEngines.find((known) => known.family === family.name)
  let open = openEngine(settings, family, find())
  return {
    circuit: () => open?.circuit,
    renew() {
      const known = open
      const engine = find()
      if (known && isDeepStrictEqual(known.engine, engine)) return
      const same = known && engine?.id === known.engine.id ? known : undefined
      if (same && engine) takeSettings(same.standing, same.engine, engine)
      open = openEngine(settings, family, engine, same?.standing)
      known?.retire()
    },
  }
}

function openEngine<Finder>(
  settings: SearchSettings,
  family: SearchFamily<Finder>,
  engine: SearchEngine | undefined,
  known?: Standing,
): OpenEngine<Finder> | undefined {
  if (!engine) return undefined
  const standing = known ?? createStanding(engine, settings.now)
  const circuit = createCircuit(engine, settings, standing)
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
  const asking: EngineCircuit<Finder> = {
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
  return { engine, standing, circuit: asking, retire: circuit.retire }
}
