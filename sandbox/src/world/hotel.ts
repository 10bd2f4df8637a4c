import type { Chain } from './chains.ts'
import type { Country } from './countries.ts'
import type { Listing } from './listing.ts'

/** The special behaviour of a test hotel. Prices of all test hotels are fixed. */
export type TestRole =
  | 'plain'
  | 'sold_out'
  | 'closed'
  | 'min_los_3'
  | 'flaps'
  | 'drops'
  | 'undercut'
  | 'award_flap'

/** What a room's name is made of. */
export interface NameParts {
  grade: string
  /** `Room`, `Suite` …, without bed and grade. */
  noun: string
  /** A view or the like, with the words before it. */
  extra: string
  /** What can be translated; absent for rooms that no dictionary has. */
  inWords?: { grade: Grade | null; bed: Bed }
}

export type Grade = 'standard' | 'classic' | 'superior' | 'deluxe'
export type Bed = 'queen' | 'twin' | 'king'

export interface RoomType {
  code: string
  name: string
  /** What agencies make their names of. */
  parts: NameParts
  beds: string
  /** The beds in one word, as in the names of rooms. */
  bed: string
  maxOccupancy: number
  /** Price in basis points of the cheapest room. */
  basisPoints: number
  /** Standard awards are for the rooms at the lower end, premium ones for the others. */
  standard: boolean
}

/** A chain hotel: everything that does not change from night to night. */
export interface Hotel {
  listing: Listing
  chain: Chain
  /** The sub-brand it carries. */
  brand: string
  country: Country
  /** State or province. */
  region: string
  /** Hash of the hotel, and of its town: what all its nights are drawn from. */
  key: number
  cityKey: number
  /** A usual night in the cheapest room, before tax, in minor units of its currency. */
  usual: number
  rooms: readonly RoomType[]
  /** Whether its guests are on holiday: dearer at weekends and in season. */
  leisure: boolean
  /** Category in the chain's points chart; -1 without points. */
  category: number
  /** Months (0–11) it is shut for the season. */
  shutMonths: readonly number[]
  /** Discount in basis points from a number of nights; null at most hotels. */
  longStay: { nights: number; basisPoints: number } | null
  /** A resort fee per room and night, collected at the property. */
  resortFee: number
  halfBoard: boolean
  /** Breakfast for one adult. */
  breakfast: number
  /** Off the flexible rate for paying at once, and for members (0: no such plan). */
  advanceBasisPoints: number
  memberBasisPoints: number
  /** Sells every night, for points too. The examples in our guides are such hotels. */
  flagship: boolean
  test: TestRole | null
}

/** An agency's listing of a chain hotel. */
export interface Channel {
  listing: Listing
  hotel: Hotel
  key: number
  /** Has a deal for signed-in members. */
  memberDeal: boolean
}
