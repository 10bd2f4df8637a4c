import { PRICE_OF } from '../billing/prices.ts'
import type { Estimate, Keep, Tab } from '../billing/tab.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import {
  circleAround,
  completeLookups,
  findLookups,
  type LookupTerms,
  type PlaceDeps,
} from './chain-lookups.ts'
import { type ChainHotels, type NearbyHotel, nearby, nearestFirst } from './nearby.ts'
import type { Place, PlaceAsk, Resolved } from './places.ts'

export interface LookupAsk {
  place: PlaceAsk
  radiusMi: number
  chains: readonly Source[]
  /** The request, if it may still be refused after its lookup and would pay nothing. */
  standsOn?: string
}

export interface Lookup {
  place: Place | null
  alternatives: Place[]
  /** From all chains that answered, nearest first, then by code. */
  hotels: NearbyHotel[]
  /** Whether the answer came from the cache alone. */
  cached: boolean
}

/** A planned lookup. Endpoints that need a place plan from the cache, then run the lookup on their own tab. */
export interface LookupPlan {
  /** Undefined if the search engine must be asked first; all chains then count as missing. */
  resolved: Resolved | undefined
  known: ChainHotels[]
  missing: Source[]
  estimate: Estimate
  /** A chain that fails is left out and costs nothing. If all fail, the first failure is thrown. */
  run(tab: Tab): Promise<Lookup>
}

const PRICE = PRICE_OF.placeLookup()

/** Resolving the place is free; each chain costs one lookup, or the cached price if it was asked within 24 hours. */
export async function planLookup(deps: PlaceDeps, ask: LookupAsk): Promise<LookupPlan> {
  const resolved = await deps.places.recall(ask.place)
  const known = resolved?.place ? await recallChains(deps, ask, resolved.place) : []
  const isKnown = (source: Source) => known.some((chain) => chain.source === source)
  const missing = resolved?.place === null ? [] : ask.chains.filter((source) => !isKnown(source))
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
      const { radiusMi, standsOn } = ask
      const terms = { caller: tab.caller, purpose: tab.purpose, standsOn }
      const asked = await askChains(deps, missing, { place, radiusMi }, terms)
      const stored = known.map(({ source, hotels }) => ({ source, hotels, cached: true }))
      const chains = [...stored, ...asked.chains]
      const [failure] = asked.failures
      if (failure && chains.length === 0) throw failure
      chains.forEach((chain) => sell(chain, tab))
      asked.failures.forEach(() => tab.free())
      return {
        place,
        alternatives,
        hotels: nearestFirst(chains),
        cached: chains.every((chain) => chain.cached),
      }
    },
  }
}

async function recallChains(
  { pool }: PlaceDeps,
  { chains, radiusMi }: LookupAsk,
  place: Place,
): Promise<ChainHotels[]> {
  const listed = await findLookups(pool, chains, circleAround(place, radiusMi))
  return listed.map((chain) => nearby(chain, place, radiusMi))
}

type AnsweredChain = ChainHotels & { cached: boolean; keep?: Keep | undefined }

async function askChains(
  deps: PlaceDeps,
  missing: readonly Source[],
  { place, radiusMi }: { place: Place; radiusMi: number },
  terms: LookupTerms,
): Promise<{ chains: AnsweredChain[]; failures: Error[] }> {
  const { completed, failures } = await completeLookups(deps, missing, circleAround(place, radiusMi), terms)
  const chains = completed.map((listed): AnsweredChain => {
    const { hotels, cached, keep } = listed
    const chain = nearby(listed, place, radiusMi)
    // Hotels at the edge of the circle that do not lie around this place are not sold, and so not stored.
    const isSold = hasHotels(chain) || hotels.length === 0
    return Object.assign(chain, { cached, keep: isSold ? keep : undefined })
  })
  return { chains, failures }
}

/** A chain without hotels there is free. */
function sell(chain: AnsweredChain, tab: Tab): void {
  const { cached, keep } = chain
  if (!hasHotels(chain)) {
    if (keep) tab.nothing(keep)
    else tab.free()
  } else if (cached) tab.cached(PRICE, keep)
  else tab.live(PRICE, keep)
}

function hasHotels({ hotels }: ChainHotels): boolean {
  return hotels.length > 0
}
