import type { FreeNightRule } from '../../sources/catalog/catalog.ts'

/** A night at a hotel and each way to pay for it. Cash is in minor units of one currency; null: not offered, or not known. */
export interface NightOffer {
  cash: number | null
  points: number | null
  /** Whether the points are those of a premium award, which never has a free night and is a booking of its own. */
  premium: boolean
  pointsCash: { points: number; cash: number } | null
  certificates: readonly CertificateOffer[]
}

/** A certificate that can pay for the night, with the points to add. */
export interface CertificateOffer {
  /** Its index in the purse. */
  certificate: number
  topUp: number
}

export interface TripHotel {
  /** The index of its chain’s purse; null if the wallet holds nothing of that chain. */
  purse: number | null
  freeNight: Pick<FreeNightRule, 'every' | 'frees'> | null
  /** One per night of the trip. */
  offers: readonly NightOffer[]
}

/** What the wallet holds of one chain. */
export interface Purse {
  points: number
  /** How many of each certificate. */
  certificates: readonly number[]
  /** What a point is worth, in the units of `cost`. */
  pointCost: number
}

/** A bank whose points can become points of a chain. */
export interface Partner {
  /** The index of the bank in `banks`. */
  bank: number
  /** The index of the chain’s purse. */
  purse: number
  /** The bank’s points of one transfer are a multiple of `step`, and no fewer than `minimum`. */
  step: number
  minimum: number
  /** What is received: the bank’s points × `to` / `from`, rounded down. */
  from: number
  to: number
}

export interface TripProblem {
  nights: number
  hotels: readonly TripHotel[]
  purses: readonly Purse[]
  /** The points of each bank. */
  banks: readonly number[]
  partners: readonly Partner[]
  maxMoves: number
  /** How many units of `cost` a minor unit of cash is, so that costs are whole numbers. */
  cashCost: number
}

export type Pay = 'cash' | 'points' | 'points_cash' | 'certificate'

/** One night of a plan. */
export interface PaidNight {
  hotel: number
  pay: Pay
  cash: number
  points: number
  /** The index of the certificate in its purse. */
  certificate: number | null
  free: boolean
  premium: boolean
}

export interface Transfer {
  /** The index in `partners`. */
  partner: number
  /** Of the bank. */
  points: number
  /** Of the chain. */
  received: number
}

export interface Plan {
  cost: number
  cash: number
  /** Per purse: its own points that are used, and all that are received. */
  points: readonly number[]
  /** Per purse and certificate. */
  certificates: readonly (readonly number[])[]
  nights: readonly PaidNight[]
  transfers: readonly Transfer[]
}

export interface FrontierPair {
  cash: number
  points: number
}

export interface Solution {
  /** The cheapest plans of which none is dominated, by cost. */
  options: readonly Plan[]
  /** The least cash without points and certificates. */
  bestCash: Plan | null
  /** All undominated pairs of cash and points, by cash. */
  frontier: readonly FrontierPair[]
}

/** A computation that pauses often, so that its caller decides how long it may hold the processor. */
export type Steps<Result> = Generator<void, Result, void>
