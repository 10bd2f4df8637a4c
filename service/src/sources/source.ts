import type { Night } from '../kernel/dates.ts'
import type { Minor } from '../kernel/money.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { RoomFacts } from '../rooms/attributes.ts'
import type { Call } from './call.ts'
import type { SourceContent } from './content.ts'

export type { Call, Http, HttpAnswer, HttpRequest } from './call.ts'
export type { Occupancy, RoomFacts }

/**
 * The port between the product and the vendors. A wire family turns these questions into a vendor's requests and the answers
 * into these records; nothing above this file knows any vendor.
 */

export interface StayQuery {
  hotelCode: string
  checkin: Night
  los: number
  occupancy: Occupancy
  /** The preferred currency. A source that cannot quote it answers in its own and says so. */
  currency: string
  /** Only fields that the family understands. */
  pointOfSale?: PointOfSale
}

export const DEVICES = ['desktop', 'mobile'] as const

/** Who asks, where a vendor's prices depend on it. */
export interface PointOfSale {
  /** ISO 3166 alpha-2, upper case. */
  country?: string
  device?: (typeof DEVICES)[number]
}

export type Availability = 'available' | 'sold_out' | 'closed' | 'restricted_los'

/**
 * One way to pay for one room. A cash rate has a price and no points; an award rate has points and perhaps a cash part.
 * Nightly figures are per room and night, averaged over the stay; totals cover all nights and rooms.
 */
export interface Rate {
  rateCode: string
  name: string
  /** The currency of this rate; a hotel may sell one plan in another currency. */
  currency: string
  pricePerNight: Minor | null
  pricePerNightAfterTax: Minor | null
  /** Whether `pricePerNight` includes taxes; null if the source does not say. */
  taxIncluded: boolean | null
  total: Minor | null
  totalAfterTax: Minor | null
  memberOnly: boolean
  /** Requires identification or a contract (government, corporate). Listed, but neither public nor a member rate. */
  restricted: boolean
  /** Sold only together with something else, such as a flight. Listed, but neither public nor a member rate. */
  package: boolean
  pointsPerNight: number | null
  /** Exact for all nights and rooms, unlike the rounded nightly figure multiplied. */
  pointsTotal: number | null
  /** Of each night of one room, if the source gives them and they differ. */
  pointsByNight?: readonly number[]
  cashCopayPerNight: Minor | null
  /** True for a standard award, false for a premium one, null for a cash rate. */
  standardAward: boolean | null
  refundable: boolean | null
  /** RFC 3339, if the source states until when cancellation is free. */
  cancelBy: string | null
  mealPlan: string | null
  /** Who sells it, if that is not the source itself: only at a metasearch engine. */
  seller?: Seller
}

export interface Seller {
  name: string
  /** The agency's id in the catalog; null if it has none. */
  source: string | null
  /** Whether it is the hotel's own site. */
  direct: boolean
}

export interface Room {
  roomCode: string
  name: string
  /** As the source displays them. */
  beds: string | null
  maxOccupancy: number | null
  /** What the source states in fields of their own; not what its texts say. */
  facts?: RoomFacts
  rates: Rate[]
}

/** What a source says of a hotel. Null if its answer lacks the field. */
export interface HotelRecord {
  hotelCode: string
  name: string
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  lat: number | null
  lng: number | null
}

/** All rates of one stay. `rooms` is empty unless the status is `available`. */
export interface StayAnswer {
  hotel: HotelRecord | null
  status: Availability
  minLos: number | null
  /** The currency of the summary. Rates in other currencies are listed but not summarised. */
  currency: string
  /** The source's usual tax basis. Each rate has its own, which counts if there is a price. */
  taxIncluded: boolean | null
  rooms: Room[]
  /** False if the source has points but their call failed: the answer then serves only cash questions. */
  pointsKnown: boolean
  /** RFC 3339: from then on the vendor no longer sells at these prices, so the answer is not repeated. */
  expiresAt?: string
  /** The upstream bodies, kept only on request. */
  raw: unknown[]
}

/** The cheapest figures of one stay, as in batch and calendar answers. */
export interface LowestAnswer {
  hotelCode: string
  checkin: Night
  los: number
  status: Availability
  minLos: number | null
  currency: string
  /** Whether `bar` includes taxes. */
  taxIncluded: boolean | null
  /** The lowest public rate, on the source's own tax basis; never a member rate. */
  bar: Minor | null
  barAfterTax: Minor | null
  member: Minor | null
  memberAfterTax: Minor | null
  /** False if the answer cannot contain member rates, so their absence proves nothing. */
  memberKnown: boolean
  /** True if all rates were seen and none is public. Only then may an available stay lack a price. */
  noPublicRate?: boolean
}

/** One hotel of a batch: its figures, or why it failed. */
export type BatchRow =
  | { hotelCode: string; lowest: LowestAnswer }
  | { hotelCode: string; failure: SourceFailure }

export interface BatchQuery extends Omit<StayQuery, 'hotelCode' | 'pointOfSale'> {
  /** At most `batchSize`. */
  hotelCodes: string[]
  /** Include member rates, even if that needs another call. */
  member: boolean
}

export interface CalendarQuery extends Omit<StayQuery, 'checkin' | 'pointOfSale'> {
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

/** A search by name, as a person would type it, with the expected location. */
export interface FindQuery {
  name: string
  city: string | null
  country: string | null
  /** The expected location. Sources without a search by name look around this point, and find nothing without it. */
  lat?: number
  lng?: number
}

/** What went wrong at a source, as far as a caller can act on it. */
export type FailureKind =
  /** The source does not know the hotel. */
  | 'not_found'
  /** It refused: credentials, quota, maintenance. */
  | 'refused'
  /** Its answer does not match the question. */
  | 'broken'
  | 'timed_out'
  /** The source knows the hotel and shows nobody who sells the stay. That does not prove that it is sold out. */
  | 'no_offers'
  /** The source does not support this: more rooms or nights than its format allows. Nothing was sent. */
  | 'unsupported'

/** `detail` is for the log. It may quote the vendor and never reaches a client, except for `unsupported`, which is our own text. */
export class SourceFailure extends Error {
  readonly kind: FailureKind
  /** How long the vendor asks us to wait. */
  readonly retryAfterMs: number | undefined
  /** Whether an immediate retry may succeed. */
  readonly transient: boolean
  /** Whether our breaker held the call back, so that the source was not asked. */
  readonly heldBack: boolean
  /** Whether the source does not accept the operator's credentials, so that trying again does not help. */
  readonly locked: boolean
  /** What the operator can do about it: a sentence of ours, shown by `vacancy sources check`. */
  readonly remedy: string | undefined
  /** Whether the operator's requests at the source are used up. */
  readonly usedUp: boolean
  /** Whether we did not ask the source, because of the operator's budget. */
  readonly unasked: boolean
  /** When the operator's budget for the source begins again, in epoch milliseconds. */
  readonly budgetUntilMs: number | undefined
  /** Whether the request surely did not reach the source. */
  readonly unsent: boolean

  constructor(
    kind: FailureKind,
    detail: string,
    options: {
      retryAfterMs?: number
      transient?: boolean
      heldBack?: boolean
      locked?: boolean
      remedy?: string
      usedUp?: boolean
      unasked?: boolean
      budgetUntilMs?: number
      unsent?: boolean
      cause?: unknown
    } = {},
  ) {
    super(detail, { cause: options.cause })
    this.name = 'SourceFailure'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.transient = options.transient ?? false
    this.heldBack = options.heldBack ?? false
    this.locked = options.locked ?? false
    this.remedy = options.remedy
    this.usedUp = options.usedUp ?? false
    this.unasked = options.unasked ?? false
    this.budgetUntilMs = options.budgetUntilMs
    this.unsent = options.unsent ?? false
  }
}

/** What is left of one of a vendor's limits. */
export interface Quota {
  /** `minute`, `day` …; null if the vendor does not say. */
  window: string | null
  remaining: number
  /** The limit; 100 if the vendor counts in percent, null if it does not say. */
  limit: number | null
  unit: 'percent' | 'requests'
}

/** A wire family bound to one source's settings. Unsupported methods are left out. */
export interface Adapter {
  shop(query: StayQuery, call: Call): Promise<StayAnswer>
  lowest?(query: BatchQuery, call: Call): Promise<BatchRow[]>
  calendar?(query: CalendarQuery, call: Call): Promise<LowestAnswer[]>
  near?(query: NearQuery, call: Call): Promise<HotelRecord[]>
  find?(query: FindQuery, call: Call): Promise<HotelRecord[]>
  /** One hotel by its code, if the API describes hotels apart from their rates. Throws `not_found`. */
  hotel?(hotelCode: string, call: Call): Promise<HotelRecord>
  /** The hotels that the source describes, apart from their rates. */
  content?: SourceContent
  /** The vendor's limits, if a request tells them. */
  quota?(call: Call): Promise<Quota[]>
}

/** What a family is built from: the source's catalog entry with its credentials. */
export interface FamilySettings {
  sourceId: string
  /** Family-specific settings of the catalog entry: brand, envelope, tax basis … */
  profile: Readonly<Record<string, unknown>>
  /** By the names that the family declares, e.g. `clientId`, `clientSecret`. */
  credentials: Readonly<Record<string, string>>
  /** Whether the chain has award points at this source. */
  points: boolean
  now: () => number
  /** A UUID for a request, where the vendor repeats it in its answer. Kept answers are read again with the same ids. */
  newId?: () => string
}

/** Requests that a question usually takes, with a valid login and a known hotel. */
export interface RequestsPer {
  shop: number
  /** Of one batch. */
  lowest: number
  /** More of a batch with member rates. */
  members: number
  /** Of one range of nights. */
  calendar: number
}

/** One wire family: its fixed limits and how to bind it to a source. */
export interface Family {
  name: string
  /** Of the code that reads; left out: the product's. */
  version?: string
  /** Names of the credentials that the catalog entry must provide. */
  credentials: readonly string[]
  /** Largest batch of hotels in one `lowest`, if supported. */
  batchSize: number | null
  /** Longest calendar, in days, if supported. */
  calendarDays: number | null
  /** Most rooms per call, if fewer than we sell. */
  mostRooms: number | null
  /** Whether the vendor can be told the ages of children. Left out: it can. */
  takesAges?: boolean
  /** The fields of a point of sale that the vendor's description has. Left out: none. */
  pointOfSale?: readonly (keyof PointOfSale)[]
  /** How many requests a question usually takes. Left out: one. */
  requestsPer?(source: Pick<FamilySettings, 'points' | 'profile'>): Partial<RequestsPer>
  /** Throws an Error with one clear line if the profile is invalid. */
  bind(settings: FamilySettings): Adapter
}
