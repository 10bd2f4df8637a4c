import { PURPOSES } from '../kernel/purpose.ts'
import { SourceFailure } from '../sources/source.ts'
import type { IdentityDeps } from './deps.ts'
import { type EngineReply, queryOf } from './engine.ts'
import { bestMatch, type HotelFacts, type Match } from './match.ts'

/** Searches an agency for the hotel by name and place, and picks the matching result, if any. */
export async function askAgency(
  { gateway, purpose = PURPOSES.ids }: IdentityDeps,
  source: string,
  hotel: HotelFacts,
): Promise<EngineReply<Match | null>> {
  try {
    const { answer } = await gateway.find(source, queryOf(hotel), { purpose })
    const candidates = answer.map(({ hotelCode, name, country, lat, lng }) => ({
      id: hotelCode,
      name,
      country,
      point: lat !== null && lng !== null ? { lat, lng } : null,
    }))
    return { ended: 'answered', answer: bestMatch(hotel, candidates) }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return { ended: 'failed' }
  }
}
