import type { Readable } from 'node:stream'
import type { Call } from './call.ts'

/** What a source says of a hotel in its static content; null where it omits it. */
export interface HotelContent {
  hotelCode: string
  name: string
  brand: string | null
  /** Street and number; several lines are joined with a comma. */
  address: string | null
  city: string | null
  /** A state or province, as the source writes it. */
  region: string | null
  postalCode: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  lat: number | null
  lng: number | null
  stars: number | null
  /** ISO 4217. */
  currency: string | null
  /** IANA name, such as `Europe/London`. */
  timezone: string | null
  roomsTotal: number | null
  status: 'open' | 'closed' | 'unknown'
}

/** One page of a listing. */
export interface ContentPage {
  hotels: HotelContent[]
  /** Codes of hotels that the source says have left it. */
  gone: string[]
  /** Hotels of this page that were left out because their data is unusable. */
  skipped: number
  /** Facts of listed hotels that were left out because they cannot be true. */
  blanked: number
  /** Continues the listing, also in another process; null at its end. */
  next: string | null
  /**
   * True if this page starts the listing again, because the vendor no longer knows the cursor. What earlier pages said stays
   * true; only "not seen so far" no longer means anything.
   */
  restarted: boolean
}

/** A page as a family returns it; the gateway checks its facts. */
export type ReadPage = Omit<ContentPage, 'blanked' | 'restarted'> & { restarted?: boolean }

/** The static content of a source. A source that cannot list its hotels, only describe one, leaves `list` out. */
export interface SourceContent {
  /** Every hotel, in pages; null begins. A hotel may appear twice if the list changes meanwhile. */
  list?(cursor: string | null, call: ContentCall): Promise<ReadPage>
  /**
   * What changed since the moment (RFC 3339), in pages. Without it, the whole list must be read again; likewise if it throws
   * `unsupported`, because the vendor does not remember changes for that long.
   */
  changes?(since: string, cursor: string | null, call: ContentCall): Promise<ReadPage>
  /** One hotel; null if the source does not know it. */
  one(hotelCode: string, call: ContentCall): Promise<HotelContent | null>
}

export interface ContentCall extends Call {
  download: Download
}

/**
 * Opens a file that the vendor has named by its full address: on the source's own host, or over HTTPS on one of these domains.
 * The body is a stream and may outlive the call; the one that opens it destroys it.
 */
export type Download = (
  url: string,
  domains: readonly string[],
) => Promise<{ status: number; body: Readable }>
