import { findAround } from '../hotels/facts.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import { type HotelRecord, SourceFailure } from '../sources/source.ts'
import type { Findings } from './claims.ts'
import type { IdentityDeps } from './deps.ts'
import { factsOf } from './hotel-facts.ts'
import type { ChainHotel } from './id-map.ts'
import { type HotelFacts, judge, type Match } from './match.ts'
import { brandWords, wordsOf } from './names.ts'

/** Stands for all chains in the record of tried sources. */
export const ALL_CHAINS = '*'

const AROUND_KM = 3
const AROUND_HOTELS = 50
/** Long enough for a vendor without a search by place: the first search after a start reads its whole directory. */
const NEAR_DEADLINE_MS = 20_000

export interface FoundChainHotel {
  /** Null if no chain has a hotel of this name there. */
  hotel: ChainHotel | null
  findings: Findings[]
  /** Whether any chain was asked and answered. */
  ran: boolean
}

type ChainRecord = HotelRecord & { source: string }

/** The chain's hotel behind an agency's listing: a nearby hotel with a matching name. */
export async function findChainHotel(deps: IdentityDeps, agencyHotel: ChainHotel): Promise<FoundChainHotel> {
  const listing = await factsOf(deps, agencyHotel)
  const chains = likelyChains(deps, listing)
  const { point } = listing
  if (!point) return { hotel: null, findings: [], ran: false }
  const geo = chains.filter((chain) => chain.geo)
  const asked = await Promise.all(geo.map((chain) => hotelsAround(deps, chain, point)))
  const answers = asked.filter((records) => records !== null)
  const known = await findAround(
    deps.pool,
    chains.map(({ id }) => id),
    point,
    AROUND_KM,
  )
  const best = bestOf(chains, listing, agencyHotel, [...answers.flat(), ...known])
  const tried: Findings = {
    hotel: agencyHotel,
    name: listing.name,
    claims: [],
    answered: answers.length === geo.length ? [ALL_CHAINS] : [],
  }
  const claimed: Findings[] = best
    ? [
        {
          hotel: best.hotel,
          name: best.name,
          claims: [{ source: agencyHotel.chain, ...best.match }],
          answered: [],
        },
      ]
    : []
  return { hotel: best?.hotel ?? null, findings: [tried, ...claimed], ran: answers.length > 0 }
}

/** The chains named in the listing; if none is, all chains. */
function likelyChains({ catalog }: IdentityDeps, { name }: HotelFacts): Source[] {
  const chains = catalog.sources.filter(({ kind }) => kind === 'chain')
  const words = wordsOf(name)
  const named = chains.filter((chain) => brandWords(chain).some((word) => words.has(word)))
  return named.length > 0 ? named : chains
}

/** Null if the chain fails. */
async function hotelsAround(
  { gateway, hotels, log, purpose = PURPOSES.ids }: IdentityDeps,
  { id: source }: Source,
  { lat, lng }: { lat: number; lng: number },
): Promise<ChainRecord[] | null> {
  try {
    const query = { lat, lng, radiusKm: AROUND_KM, limit: AROUND_HOTELS }
    const { answer } = await gateway.near(source, query, { deadlineMs: NEAR_DEADLINE_MS, purpose })
    await hotels.register(answer.map((record) => ({ source, hotelCode: record.hotelCode, record })))
    return answer.map((record) => Object.assign({ source }, record))
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    log.warn({ err: toApiError(error, source), source }, 'chain lookup for an agency listing failed')
    return null
  }
}

function bestOf(
  chains: readonly Source[],
  listing: HotelFacts,
  { hotelCode: id }: ChainHotel,
  records: readonly ChainRecord[],
): { hotel: ChainHotel; name: string; match: Match } | null {
  const unique = [
    ...new Map(records.map((record) => [`${record.source}/${record.hotelCode}`, record])).values(),
  ]
  const matches = unique.flatMap((record) => {
    const { source, hotelCode, name, city, country, lat, lng } = record
    const chain = chains.find(({ id: chainId }) => chainId === source)
    const brand = chain ? brandWords(chain) : []
    const point = lat !== null && lng !== null ? { lat, lng } : null
    const match = judge({ name, brand, city, country, point }, { id, ...listing })
    return match ? [{ hotel: { chain: source, hotelCode }, name, match }] : []
  })
  const likeness = ({ match }: (typeof matches)[number]) =>
    match.confidence * 100 + match.nameScore * 10 - (match.distanceKm ?? 0)
  return matches.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}
