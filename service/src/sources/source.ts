import type { Night } from '../kernel/dates.ts'
import type { Minor } from '../kernel/money.ts'
import type { Occupancy } from '../kernel/occupancy.ts'

export type { Occupancy }

/**
 * The port between the product and the outside world. A wire family turns these questions into a vendor's
 * requests and the vendor's answers into these records; nothing above this file knows any vendor.
 */

export interface StayQuery {
  hotelCode: string
  checkin: Night
  los: number
  occupancy: Occupancy
  /** What the caller would like; a source that cannot quote it answers in its own and says so. */
  currency: string
}

export type Availability = 'available' | 'sold_out' | 'closed' | 'restricted_los'

/**
 * One way to pay for one room. A cash rate has a price and no points; an award rate has points and perhaps a cash
 * part. Nightly figures are per room and night, averaged over the stay; totals cover all nights and rooms.
 */
export interface Rate {
  rateCode: string
  name: string
  /** The currency of this rate's money; a hotel may sell one plan in another currency than the rest. */
  currency: string
  pricePerNight: Minor | null
  pricePerNightAfterTax: Minor | null
  /** Whether `pricePerNight` has the taxes in it. */
  taxIncluded: boolean
  total: Minor | null
  totalAfterTax: Minor | null
  memberOnly: boolean
  /** Wants identification or proof of a contract (government, corporate). Listed, but neither public nor a member rate. */
  restricted: boolean
  /** Sold only together with something else, such as a flight. Listed, but neither public nor a member rate. */
  package: boolean
  pointsPerNight: number | null
  /** Exact for all nights and rooms, which the rounded nightly figure times their count is not. */
  pointsTotal: number | null
  cashCopayPerNight: Minor | null
  /** True for a standard award, false for a premium one, null for a cash rate. */
  standardAward: boolean | null
  refundable: boolean | null
  /** RFC 3339, where the source states until when cancelling is free. */
  cancelBy: string | null
  mealPlan: string | null
}

export interface Room {
  roomCode: string
  name: string
  beds: string | null
  maxOccupancy: number | null
  rates: Rate[]
}

/** What a source says of a property. Null where its answer does not carry the field. */
export interface HotelRecord {
  hotelCode: string
  name: string
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  lat: number | null
  lng: number | null
}

/** The full matrix of one stay. `rooms` is empty unless the status is `available`. */
export interface StayAnswer {
  hotel: HotelRecord | null
  status: Availability
  minLos: number | null
  /** The currency of the summary. Rates in another one are listed and stay out of it. */
  currency: string
  /** The basis that the source usually quotes on. Each rate has its own, which counts where there is a price. */
  taxIncluded: boolean | null
  rooms: Room[]
  /** False where the source has points but only their call failed: the answer then serves cash questions alone. */
  pointsKnown: boolean
  /** The upstream bodies, kept only when the call asked for them. */
  raw: unknown[]
}

/** The cheapest figures of one stay, without the matrix: what batch and calendar answers are rich enough for. */
export interface LowestAnswer {
  hotelCode: string
  checkin: Night
  los: number
  status: Availability
  minLos: number | null
  currency: string
  /** Whether `bar` has the taxes in it. */
  taxIncluded: boolean | null
  /** The lowest public rate, on the source's own tax basis; never a member rate. */
  bar: Minor | null
  barAfterTax: Minor | null
  member: Minor | null
  memberAfterTax: Minor | null
  /** False where the answer could not have shown a member rate, so its absence proves nothing. */
  memberKnown: boolean
}

/** One hotel of a batch: its figures, or why it alone failed. */
export type BatchRow =
  | { hotelCode: string; lowest: LowestAnswer }
  | { hotelCode: string; failure: SourceFailure }

export interface BatchQuery extends Omit<StayQuery, 'hotelCode'> {
  /** At most `batchSize` of them. */
  hotelCodes: string[]
  /** Ask for member rates too, where that takes a further call. */
  member: boolean
}

export interface CalendarQuery extends Omit<StayQuery, 'checkin'> {
  /** First and last check-in night; at most `calendarDays` apart. */
  from: Night
  to: Night
}

export interface NearQuery {
  lat: number
  lng: number
  radiusKm: number
  limit: number
}

/** What a typeahead or search is asked: a name as a person would type it, with where it should be. */
export interface FindQuery {
  name: string
  city: string | null
  country: string | null
  /** Where it should be; sources without a search by name look around this point, and find nothing without it. */
  lat?: number
  lng?: number
}

/** How one question is asked: under which deadline, how fresh, and over what connection. */
export interface Call {
  http: Http
  /** Ask the vendor to bypass its own caches, where its format can say so. */
  live: boolean
  /** Keep the upstream bodies on the answer. */
  raw: boolean
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Begins with `/`; joined to the source's base address. */
  path: string
  query?: Record<string, string | string[]>
  headers?: Record<string, string>
  body?: string
}

export interface HttpAnswer {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** Decoded and within the size cap. */
  body: string
}

/**
 * One request to the source, under the call's deadline. Answers of any HTTP status come back; only transport faults
 * (refused, reset, timed out, too large) throw, as a `SourceFailure`.
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>

/** What went wrong at a source, told apart as far as a caller can act on it. */
export type FailureKind =
  /** The source does not know the property. */
  | 'not_found'
  /** It answered, and would not: credentials, quota, maintenance. */
  | 'refused'
  /** It answered something that is not an answer to what was asked. */
  | 'broken'
  | 'timed_out'
  /** It cannot be asked this at all: more rooms or nights than its format has room for. Nothing was sent. */
  | 'unsupported'

/** `detail` is for the log; it may quote the vendor and never reaches a client, but for `unsupported`, whose words are ours. */
export class SourceFailure extends Error {
  readonly kind: FailureKind
  /** How long the vendor asks us to stay away. */
  readonly retryAfterMs: number | undefined
  /** Whether the same request may succeed at once on a second try. */
  readonly transient: boolean

  constructor(
    kind: FailureKind,
    detail: string,
    options: { retryAfterMs?: number; transient?: boolean; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.name = 'SourceFailure'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.transient = options.transient ?? false
  }
}

/** A wire family bound to one source's settings. What it cannot do, it leaves out. */
export interface Adapter {
  shop(query: StayQuery, call: Call): Promise<StayAnswer>
  lowest?(query: BatchQuery, call: Call): Promise<BatchRow[]>
  calendar?(query: CalendarQuery, call: Call): Promise<LowestAnswer[]>
  near?(query: NearQuery, call: Call): Promise<HotelRecord[]>
  find?(query: FindQuery, call: Call): Promise<HotelRecord[]>
  /** One property by its code, where the wire describes properties apart from their rates. Throws `not_found`. */
  hotel?(hotelCode: string, call: Call): Promise<HotelRecord>
}

/** What a family is built from: the source's catalog entry with its credentials already read. */
export interface FamilySettings {
  sourceId: string
  /** Family-specific switches of the catalog entry: brand, envelope, tax basis … */
  profile: Readonly<Record<string, unknown>>
  /** By the names that the family declares, e.g. `clientId`, `clientSecret`. */
  credentials: Readonly<Record<string, string>>
  /** Whether the chain has award points behind this source. */
  points: boolean
  now: () => number
}

/** One wire family: its fixed limits and how to bind it to a source. */
export interface Family {
  name: string
  /** Names of the credentials that the catalog entry must provide. */
  credentials: readonly string[]
  /** Largest batch of hotels in one `lowest`, where the wire has batches. */
  batchSize: number | null
  /** Longest calendar, in days, where the wire has one. */
  calendarDays: number | null
  /** Most rooms in one question, where the wire has room for fewer than we sell. */
  mostRooms: number | null
  /** Throws a plain Error with one clear line where the profile is not understood. */
  bind(settings: FamilySettings): Adapter
}
