import type { Call, FamilySettings, FindQuery } from './source.ts'
import { SourceFailure } from './source.ts'

/**
 * The port to the search engine: finds places by name, and hotels with the ids that the engine's partners sell them under.
 * Every request through `call.http` is one page of the engine, so paging limits apply there.
 */

export interface FoundPlace {
  placeId: string
  name: string
  lat: number
  lng: number
  /** ISO 3166 alpha-2; null if the engine gives none, as for a sea. */
  country: string | null
}

export interface PlaceFinder {
  /** Best first; empty if the engine knows no such place. */
  findPlaces(text: string, call: Call): Promise<FoundPlace[]>
  /** Null if the id is not, or no longer, a place. */
  placeById(placeId: string, call: Call): Promise<FoundPlace | null>
  /** Lodgings that match a hotel's name, best first. The caller decides by coordinates which one it is. */
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
  /** Several hotels match the name. Their partners were not looked up. */
  | { found: 'several'; candidates: HotelEntity[] }
  | { found: 'none' }

export interface HotelEntityFinder {
  /** At most two pages: the search, and the page of the hotel it found. */
  findHotel(hotel: FindQuery, call: Call): Promise<EntityMatch>
}

/**
 * The engine's rate-limit page, or its answer that the paid searches are used up. Separate from other refusals because more
 * requests make it worse: the caller must pause.
 */
export class RateLimitPage extends SourceFailure {
  readonly rateLimited = true

  constructor(detail: string, options: { retryAfterMs?: number } = {}) {
    super('refused', detail, { ...options, usedUp: true })
    this.name = 'RateLimitPage'
  }
}

/** A wire family of the search engine, bound like those of hotel sources. */
export interface SearchFamily<Finder> {
  name: string
  credentials: readonly string[]
  /** Throws an Error with one clear line if the profile is invalid. */
  bind(settings: FamilySettings): Finder
}
