import type { Call, FamilySettings, FindQuery } from './source.ts'
import { SourceFailure } from './source.ts'

/**
 * The port to the search engine: places by name, and hotels as the engine knows them with the ids that its partners sell
 * them under. Every request through `call.http` is one page of the engine, so whoever has to pace pages does it there.
 */

export interface FoundPlace {
  placeId: string
  name: string
  lat: number
  lng: number
  /** ISO 3166 alpha-2; null where the engine tells none, as for a sea. */
  country: string | null
}

export interface PlaceFinder {
  /** Best first; empty where the engine knows no such place. */
  findPlaces(text: string, call: Call): Promise<FoundPlace[]>
  /** Null where the id is not, or no longer, a place. */
  placeById(placeId: string, call: Call): Promise<FoundPlace | null>
  /** The places of lodging that answer to a hotel's name, best first. Which of them it is, its coordinates decide. */
  findHotelPlaces(hotel: FindQuery, call: Call): Promise<FoundPlace[]>
}

/** A hotel as the engine knows it. */
export interface HotelEntity {
  id: string
  name: string
  lat: number
  lng: number
  /** Our source id → the hotel's code there, read from the links of the engine's partners. */
  partners: Record<string, string>
}

export type EntityMatch =
  | { found: 'one'; entity: HotelEntity }
  /** Several answer to the name. Their partners were not looked up. */
  | { found: 'several'; candidates: HotelEntity[] }
  | { found: 'none' }

export interface HotelEntityFinder {
  /** At most two pages: the search, and the page of the hotel it found. */
  findHotel(hotel: FindQuery, call: Call): Promise<EntityMatch>
}

/**
 * The engine's rate-limit page, or its word that the paid searches are used up. Told apart from other refusals because
 * asking on makes it worse: the caller parks.
 */
export class RateLimitPage extends SourceFailure {
  readonly rateLimited = true

  constructor(detail: string, options: { retryAfterMs?: number } = {}) {
    super('refused', detail, options)
    this.name = 'RateLimitPage'
  }
}

/** A wire family of the search engine, bound like those of the hotel sources. */
export interface SearchFamily<Finder> {
  name: string
  credentials: readonly string[]
  /** Throws a plain Error with one clear line where the profile is not understood. */
  bind(settings: FamilySettings): Finder
}
