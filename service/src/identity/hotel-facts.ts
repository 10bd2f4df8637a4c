import { findFacts } from '../hotels/facts.ts'
import { PURPOSES } from '../kernel/purpose.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import { toApiError } from '../sources/failures.ts'
import { type HotelRecord, SourceFailure } from '../sources/source.ts'
import type { IdentityDeps } from './deps.ts'
import type { ChainHotel } from './id-map.ts'
import type { HotelFacts } from './match.ts'
import { brandWords } from './names.ts'

/**
 * Name and coordinates of a hotel: from our records, or from its source if either is missing. Throws `hotel_not_found`
 * for a code that the source does not know, and the source's own failure otherwise.
 */
export async function factsOf(deps: IdentityDeps, hotel: ChainHotel): Promise<HotelFacts> {
  const { chain: source, hotelCode } = hotel
  const known = await findFacts(deps.pool, { source, hotelCode })
  if (known && known.lat !== null && known.lng !== null) return readFacts(deps, hotel, known)
  try {
    const { answer: record } = await deps.gateway.hotel(source, hotelCode, {
      purpose: deps.purpose ?? PURPOSES.ids,
    })
    if (record) await deps.hotels.register([{ source, hotelCode, record }])
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    // A name without coordinates is enough; the source is asked again next time.
    if (!known || error.kind === 'not_found') throw toApiError(error, source)
  }
  const learned = await findFacts(deps.pool, { source, hotelCode })
  if (!learned) throw toApiError(new SourceFailure('broken', 'a hotel without a name'), source)
  return readFacts(deps, hotel, learned)
}

function readFacts({ catalog }: IdentityDeps, { chain }: ChainHotel, record: HotelRecord): HotelFacts {
  const { name, city, country, lat, lng } = record
  const source = findSource(catalog, chain)
  return {
    name,
    brand: source?.kind === 'chain' ? brandWords(source) : [],
    city,
    country,
    point: lat !== null && lng !== null ? { lat, lng } : null,
  }
}
