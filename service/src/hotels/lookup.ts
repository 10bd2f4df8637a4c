import { PRICE_OF } from '../billing/prices.ts'
import type { Estimate, Tab } from '../billing/tab.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { type AnsweredChain, askChains, type PlaceDeps, recallChains } from './chains.ts'
import type { Point } from './great-circle.ts'
import { byDistance, type ChainHotels, type NearbyHotel } from './nearby.ts'
import type { Place, PlaceAsk, Resolved } from './places.ts'

export interface LookupAsk {
  place: PlaceAsk
  radiusMi: number
  chains: readonly Source[]
}

export interface Lookup {
  place: Place | null
  alternatives: Place[]
  /** Of all chains that answered, nearest first, equally near ones by code. */
  hotels: NearbyHotel[]
  /** Whether no chain had to be asked for this answer. */
  cached: boolean
}

/** A lookup between its two steps. Endpoints that need a place plan on what is known and run it on their own tab. */
export interface LookupPlan {
  /** Undefined where the search engine must be asked first; all chains then count as missing. */
  resolved: Resolved | undefined
  known: ChainHotels[]
  missing: Source[]
  estimate: Estimate
  /** One chain that fails is left out and free. If all fail, the first one's failure is the answer. */
  run(tab: Tab): Promise<Lookup>
}

const PRICE = PRICE_OF.placeLookup()

/** The place is part of the lookup and costs nothing of its own; each chain costs one lookup, a quarter from the store. */
export async function planLookup(deps: PlaceDeps, ask: LookupAsk): Promise<LookupPlan> {
  const resolved = await deps.places.recall(ask.place)
  const isNowhere = resolved?.place === null
  const known = resolved?.place ? await recallChains(deps, ask.chains, resolved.place, ask.radiusMi) : []
  const missing = isNowhere ? [] : without(ask.chains, known)
  return {
    resolved,
    known,
    missing,
    estimate: {
      cached: known.filter(hasHotels).map(() => PRICE),
      live: missing.map(() => PRICE),
      free: known.filter((chain) => !hasHotels(chain)).length,
    },
    run: async (tab) => {
      const { place, alternatives, cached } = resolved ?? (await deps.places.resolve(ask.place))
      if (!place) return { place, alternatives, hotels: [], cached }
      const found = await completed(deps, { place, radiusMi: ask.radiusMi, known, missing }, tab)
      return {
        place,
        alternatives,
        hotels: found.flatMap(({ hotels }) => hotels).toSorted(byDistance),
        cached: found.every((chain) => chain.cached),
      }
    },
  }
}

interface Outstanding {
  place: Point
  radiusMi: number
  known: ChainHotels[]
  missing: Source[]
}

async function completed(
  deps: PlaceDeps,
  { place, radiusMi, known, missing }: Outstanding,
  tab: Tab,
): Promise<AnsweredChain[]> {
  // The place was perhaps unknown when this was planned, and others may have asked since.
  const kept = missing.length > 0 ? await recallChains(deps, missing, place, radiusMi) : []
  const asked = await askChains(deps, without(missing, kept), place, radiusMi)
  const stored = [...known, ...kept].map(({ source, hotels }) => ({ source, hotels, cached: true }))
  const [failure] = asked.failures
  if (failure && stored.length + asked.answers.length === 0) throw failure
  const found = [...stored, ...asked.answers]
  for (const chain of found) {
    if (!hasHotels(chain)) tab.free()
    else if (chain.cached) tab.cached(PRICE)
    else tab.live(PRICE)
  }
  asked.failures.forEach(() => tab.free())
  return found
}

function hasHotels({ hotels }: ChainHotels): boolean {
  return hotels.length > 0
}

function without(sources: readonly Source[], chains: readonly ChainHotels[]): Source[] {
  return sources.filter((source) => !chains.some((chain) => chain.source === source))
}
