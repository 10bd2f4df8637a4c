import { freeNights, pointsDue } from '../../sources/free-nights.ts'
import { type Front, holds, NOTHING, START, without } from './front.ts'
import { createGathering } from './gathering.ts'
import type { PaidNight, Purse, TripHotel } from './problem.ts'
import { type States, statesOf } from './states.ts'

/** A hotel prepared for counting: what does not depend on the first night of a stay is computed once. */
export interface PayableHotel {
  hotel: TripHotel
  purse: Purse
  states: States
  /** By night: the ways to pay for it that end a booking with points. Without free nights, points are one of them. */
  pieces: readonly (readonly Piece[])[]
  /** By first night and end: what a booking with points costs; undefined if a night cannot be part of one. */
  due: readonly (readonly (number | undefined)[])[]
}

interface Piece extends Omit<PaidNight, 'hotel' | 'free'> {
  stride: number
}

/** What a hotel without a purse can be paid with: cash. */
const NO_PURSE: Purse = { points: 0, certificates: [], pointCost: 0 }

export function purseOf(hotel: TripHotel, purses: readonly Purse[]): Purse {
  return (hotel.purse === null ? undefined : purses[hotel.purse]) ?? NO_PURSE
}

export function payableHotel(hotel: TripHotel, purse: Purse, states = statesOf(purse)): PayableHotel {
  return {
    hotel,
    purse,
    states,
    pieces: hotel.offers.map((_, night) => piecesOf(hotel, purse, states, night)),
    due: hotel.offers.map((_, first) => duesFrom(hotel, purse, first)),
  }
}

const PLAIN = { cash: 0, points: 0, certificate: null, premium: false, stride: 0 }

function piecesOf(hotel: TripHotel, purse: Purse, { strides }: States, night: number): Piece[] {
  const offer = hotel.offers[night]
  const isBare = !hasFreeNights(hotel)
  if (!offer) return []
  const pieces: Piece[] = []
  if (offer.cash !== null) {
    pieces.push({ ...PLAIN, pay: 'cash', cash: offer.cash })
  }
  const { points } = offer
  const isAffordable = points !== null && points <= purse.points
  if (offer.premium && isAffordable) {
    pieces.push({ ...PLAIN, pay: 'points', points, premium: true })
  }
  if (offer.pointsCash && offer.pointsCash.points <= purse.points) {
    pieces.push({ ...PLAIN, pay: 'points_cash', ...offer.pointsCash })
  }
  for (const { certificate, topUp } of offer.certificates) {
    if (!purse.certificates[certificate] || topUp > purse.points) continue
    const stride = strides[certificate] ?? 0
    pieces.push({ ...PLAIN, pay: 'certificate', points: topUp, certificate, stride })
  }
  // The last one, as bookings are: among ways that take the same, the first is shown.
  if (isBare && !offer.premium && isAffordable) {
    pieces.push({ ...PLAIN, pay: 'points', points })
  }
  return pieces
}

/** Without free nights, each night with points is as good as a booking of its own. */
function hasFreeNights({ offers, freeNight }: TripHotel): boolean {
  return freeNight !== null && freeNight.every <= offers.length
}

function duesFrom(hotel: TripHotel, purse: Purse, first: number): (number | undefined)[] {
  const dues: (number | undefined)[] = []
  if (!hasFreeNights(hotel)) return dues
  for (let end = first + 1; end <= hotel.offers.length; end += 1) {
    const points = bookingOf(hotel, first, end)
    if (!points) break
    const due = pointsDue(points, hotel.freeNight)
    if (due <= purse.points) dues[end] = due
  }
  return dues
}

/** The points of each night of a booking; null if a night cannot be paid with points, or only as a premium award. */
function bookingOf(hotel: TripHotel, first: number, end: number): number[] | null {
  const points: number[] = []
  for (const offer of hotel.offers.slice(first, end)) {
    if (offer.points === null || offer.premium) return null
    points.push(offer.points)
  }
  return points
}

/**
 * The ways to pay for the nights of a hotel from one check-in on, as undominated pairs of points and cash.
 * - `ending[end][state]`: those of the stay that ends there and has used the certificates of the state.
 * - `open[end][state]`: of these, the ones whose last night is not part of a booking with points, so that a new one can
 *   begin.
 * A pair is left out if a state with fewer certificates has one that is as good.
 */
interface Ways {
  ending: Front[][]
  open: Front[][]
}

/** The fronts of all stays that begin on a night, by the night they end on and the certificates used. */
export function staysFrom(payable: PayableHotel, from: number): Front[][] {
  return waysFrom(payable, from, payable.pieces.length).ending
}

function waysFrom(payable: PayableHotel, from: number, until: number): Ways {
  const { states } = payable
  const none = Array.from({ length: states.count }, () => NOTHING)
  const ways: Ways = { ending: [], open: [] }
  ways.ending[from] = ways.open[from] = none.with(0, START)
  for (let night = from; night < until; night += 1) {
    const open = none.map((_, state) => openAfter(ways, payable, night, state))
    ways.open[night + 1] = withoutBelow(open, states)
    const ending = open.map((front, state) => withBookings(ways, front, payable, { from, night, state }))
    ways.ending[night + 1] = withoutBelow(ending, states)
  }
  return ways
}

/** Leaves out what a state with fewer certificates does as well. */
function withoutBelow(fronts: readonly Front[], { below }: States): Front[] {
  return fronts.map((front, state) =>
    (below[state] ?? []).reduce((rest, other) => without(rest, fronts[other] ?? NOTHING), front),
  )
}

/** Emptied by each that uses it. */
const gathered = createGathering()

/** The ways whose last night is `night`, not part of a booking with points. */
function openAfter(ways: Ways, { pieces, purse, states }: PayableHotel, night: number, state: number): Front {
  const before = ways.ending[night] ?? []
  for (const { certificate, stride, points, cash } of pieces[night] ?? []) {
    if (certificate !== null && !states.used[state]?.[certificate]) continue
    gathered.add(before[state - stride] ?? NOTHING, points, cash, purse.points)
  }
  return gathered.take()
}

interface At {
  from: number
  night: number
  state: number
}

/** Adds the ways that end with a booking paid with points, however long. */
function withBookings(ways: Ways, front: Front, { due, purse }: PayableHotel, at: At): Front {
  let isAlone = true
  for (let first = at.night; first >= at.from; first -= 1) {
    const points = due[first]?.[at.night + 1]
    if (points === undefined) continue
    if (isAlone) gathered.add(front, 0, 0, purse.points)
    isAlone = false
    gathered.add(ways.open[first]?.[at.state] ?? NOTHING, points, 0, purse.points)
  }
  return isAlone ? front : gathered.take()
}

export interface Stay {
  hotel: number
  from: number
  end: number
  state: number
  points: number
  cash: number
}

/** How each night of a stay is paid, found by walking its fronts backwards. */
export function nightsOf(stay: Stay, payable: PayableHotel): PaidNight[] {
  const ways = waysFrom(payable, stay.from, stay.end)
  const nights: PaidNight[] = []
  let { end, state, points, cash } = stay
  let mayEndWithPoints = true
  while (end > stay.from) {
    const step = lastOf(ways, stay, payable, { end, state, points, cash, mayEndWithPoints })
    nights.unshift(...step.nights.map((night) => ({ ...night, hotel: stay.hotel })))
    end -= step.nights.length
    state -= step.stride
    points -= step.nights.reduce((sum, night) => sum + night.points, 0)
    cash -= step.nights.reduce((sum, night) => sum + night.cash, 0)
    mayEndWithPoints = !step.isBooking
  }
  return nights
}

interface Step {
  nights: Omit<PaidNight, 'hotel'>[]
  stride: number
  isBooking: boolean
}

interface Rest {
  end: number
  state: number
  points: number
  cash: number
  mayEndWithPoints: boolean
}

/** The last night, or the last booking with points, of a way with these totals. */
function lastOf(ways: Ways, stay: Stay, payable: PayableHotel, rest: Rest): Step {
  const { pieces, states, due, hotel } = payable
  for (const { stride, ...piece } of pieces[rest.end - 1] ?? []) {
    const before = ways.ending[rest.end - 1]?.[rest.state - stride] ?? NOTHING
    if (piece.certificate !== null && !states.used[rest.state]?.[piece.certificate]) continue
    if (holds(before, rest.points - piece.points, rest.cash - piece.cash)) {
      return { nights: [{ ...piece, free: false }], stride, isBooking: false }
    }
  }
  for (let first = rest.end - 1; rest.mayEndWithPoints && first >= stay.from; first -= 1) {
    const points = due[first]?.[rest.end]
    const before = ways.open[first]?.[rest.state] ?? NOTHING
    if (points === undefined || !holds(before, rest.points - points, rest.cash)) continue
    return { nights: bookedNights(hotel, first, rest.end), stride: 0, isBooking: true }
  }
  throw new Error('a stay has totals that none of its nights add up to')
}

function bookedNights(hotel: TripHotel, first: number, end: number): Step['nights'] {
  const points = bookingOf(hotel, first, end) ?? []
  const free = freeNights(points, hotel.freeNight)
  return points.map((night, at) => ({
    pay: 'points' as const,
    cash: 0,
    points: free[at] ? 0 : night,
    certificate: null,
    free: free[at] === true,
    premium: false,
  }))
}
