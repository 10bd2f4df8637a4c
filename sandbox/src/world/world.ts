/**
 * The simulated hotel market: what every wire of the sandbox reads. Money is a whole number of minor units of the
 * currency it stands beside. The same seed gives the same world; only the clock moves its prices.
 */

import type { CityTax } from './countries.ts'
import type { HotelDescription } from './description.ts'
import type { RoomType } from './hotel.ts'
import type { Listing } from './listing.ts'
import type { Sale } from './points-of-sale.ts'
import type { Quirks } from './quirk.ts'

export interface StayAsk {
  checkin: string
  los: number
  adults: number
  children: number
  /** One for each child. Default: all of them pay as children. */
  childAges?: readonly number[]
  /** Adults and children are those of each room. */
  rooms: number
  /** Default: the home market of the source, at a desk. */
  sale?: Sale
  /** The currency to convert to. Default, or if the world does not know it: the property's own. */
  currency?: string
}

export type Status = 'available' | 'sold_out' | 'closed' | 'restricted_los'

/** One night of a plan, for one room. */
export interface NightPrice {
  night: string
  /** Before any tax. */
  base: number
  /** Value-added or sales taxes charged with the booking. */
  tax: number
  /** City tax, resort fee and the like: collected at the property. */
  fee: number
}

export interface Plan {
  code: string
  name: string
  memberOnly: boolean
  /** Only for guests who prove who they are at the desk: those who travel for a government. */
  needsProof: boolean
  /** Sold only together with something else, such as a flight. */
  isPackage: boolean
  /** Quoted with tax if the source usually quotes without, or vice versa. */
  otherBasis: boolean
  /** The currency of its figures: the quote's, unless the plan is sold in another. */
  currency: string
  /** Cancelling is free; false too where it returns a part of the price. */
  refundable: boolean
  /** Cancelling returns all nights but the last. */
  partlyRefundable: boolean
  /** RFC 3339 UTC; null where not refundable. */
  cancelBy: string | null
  meal: 'room_only' | 'breakfast' | 'half_board'
  nights: NightPrice[]
}

export interface Award {
  code: string
  name: string
  standard: boolean
  /** Per night and room; `copay` is 0 for a pure points award. */
  nights: { night: string; points: number; copay: number }[]
}

export interface RoomOffer {
  code: string
  name: string
  /** The hotel's own code of the room; null if an agency sells one that the hotel itself does not. Told on no wire. */
  of: string | null
  beds: string
  maxOccupancy: number
  left: number
  plans: Plan[]
  /** Empty at sources without points. */
  awards: Award[]
}

/** A plan that cannot be had for the asked stay, while others can. */
export interface HeldBackPlan {
  code: string
  name: string
  minLos: number
}

export interface Quote {
  listing: Listing
  quirks: Quirks
  status: Status
  /** The minimum stay of the check-in night; 1 where there is none. */
  minLos: number
  currency: string
  /** Empty unless the status is `available`; cheapest room first. */
  rooms: RoomOffer[]
  heldBack: HeldBackPlan[]
}

/** What a house's own system holds: its rooms, and what it charges in minor units of its currency. */
export interface House {
  rooms: readonly RoomType[]
  /** On the room price, with the booking. */
  taxBasisPoints: number
  cityTax: CityTax
  /** For a room and night. */
  resortFee: number
}

/** How a test hotel misbehaves on the wire; null for the honest ones. */
export type Misbehaviour = 'timeout' | 'broken' | 'refused' | 'slow' | null

/**
 * Which of the stepping test hotels a request moves on. A family that needs several requests for one shop lets only
 * one of them step the cash side and one the award side.
 */
export interface Step {
  cash?: boolean
  award?: boolean
}

export interface Place {
  /** Looks like a vendor's place id, stable for the seed. */
  placeId: string
  name: string
  country: string
  lat: number
  lng: number
  population: number
}

/** A hotel as the search engine knows it, with the ids its partners sell it under. */
export interface HotelEntity {
  /** The search engine's id of the hotel entity, and of the place. */
  propertyToken: string
  placeId: string
  name: string
  address: string
  city: string
  country: string
  lat: number
  lng: number
  /** OTA source id → its listing code. Not every listing is linked. */
  partners: Record<string, string>
  /** Where the hotel sells itself: its chain, or `independent`. */
  own: { source: string; code: string }
}

export interface World {
  seed: number
  /** The sandbox's clock, movable through the control port. */
  now(): number
  /** The properties that a source sells. */
  listings(source: string): readonly Listing[]
  listing(source: string, code: string): Listing | undefined
  /** The static content of all properties of a source, with those that have left, in a lasting order. */
  descriptions(source: string): readonly HotelDescription[]
  description(source: string, code: string): HotelDescription | undefined
  /** Nearest first. */
  near(
    source: string,
    lat: number,
    lng: number,
    radiusKm: number,
    limit: number,
  ): { listing: Listing; km: number }[]
  /** As a typeahead would: every word of the text must begin a word of the name or city. */
  search(source: string, text: string, limit: number): Listing[]
  misbehaviour(code: string): Misbehaviour
  /** Undefined at agencies, and where the source does not know the code. */
  house(source: string, code: string): House | undefined
  /** Undefined where the source does not know the code (the test hotel UNKNOWN among them). */
  quote(source: string, code: string, ask: StayAsk, step?: Step): Quote | undefined
  /** Exchange at the world's fixed rates; whole minor units, half up. */
  exchange(amount: number, from: string, to: string): number
  /** By name, as `paris` or `Paris, France`, most populous first; or by a place id. */
  places(text: string, limit: number): Place[]
  /** Hotel entities of the search engine by free text, best first; or by a property token or place id. */
  entities(text: string, limit: number): HotelEntity[]
}
