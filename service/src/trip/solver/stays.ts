import { freeNights, pointsDue } from '../../sources/free-nights.ts'
import { type Front, holds, isEmpty, NOTHING, START, union } from './front.ts'
import type { PaidNight, Purse, TripHotel } from './problem.ts'

/**
 * The ways to pay for the nights of a hotel from one check-in on, as undominated pairs of points and cash.
 * - `ending[end][state]`: those of the stay that ends there and has used the certificates of the state.
 * - `open[end][state]`: of these, the ones whose last night is not part of a booking with points, so that a new one can
 *   begin.
 */
interface Ways {
  ending: Front[][]
  open: Front[][]
}

/** What a hotel without a purse can be paid with: cash. */
const NO_PURSE: Purse = { points: 0, certificates: [], pointCost: 0 }

export function purseOf(hotel: TripHotel, purses: readonly Purse[]): Purse {
  return (hotel.purse === null ? undefined : purses[hotel.purse]) ?? NO_PURSE
}

/**
 * A state says how many of each certificate are used, as one number: digits whose base is the count plus one.
 * The first certificate is the lowest digit.
 */
function strideOf(purse: Purse, certificate: number): number {
  return purse.certificates.slice(0, certificate).reduce((stride, count) => stride * (count + 1), 1)
}

function statesOf(purse: Purse): number {
  return strideOf(purse, purse.certificates.length)
}

function usedOf(purse: Purse, state: number, certificate: number): number {
  const count = purse.certificates[certificate] ?? 0
  return Math.floor(state / strideOf(purse, certificate)) % (count + 1)
}

/** How many of each certificate a state says are used. */
export function certificatesOf(purse: Purse, state: number): number[] {
  return purse.certificates.map((_, certificate) => usedOf(purse, state, certificate))
}

/** The fronts of all stays that begin on a night, by the night they end on and the certificates used. */
export function staysFrom(hotel: TripHotel, purse: Purse, from: number): Front[][] {
  return waysFrom(hotel, purse, from, hotel.offers.length).ending
}

function waysFrom(hotel: TripHotel, purse: Purse, from: number, until: number): Ways {
  const none = Array.from({ length: statesOf(purse) }, () => NOTHING)
  const ways: Ways = { ending: [], open: [] }
  ways.ending[from] = ways.open[from] = none.with(0, START)
  for (let night = from; night < until; night += 1) {
    const open = none.map((_, state) => openAfter(ways, hotel, purse, night, state))
    ways.open[night + 1] = open
    ways.ending[night + 1] = open.map((front, state) =>
      withBookings(ways, front, hotel, purse, { from, night, state }),
    )
  }
  return ways
}

/** The ways whose last night is `night`, not part of a booking with points. */
function openAfter(ways: Ways, hotel: TripHotel, purse: Purse, night: number, state: number): Front {
  const before = ways.ending[night] ?? []
  let front = NOTHING
  for (const piece of piecesOf(hotel, purse, night)) {
    if (piece.certificate !== null && usedOf(purse, state, piece.certificate) === 0) continue
    const earlier = before[state - piece.stride] ?? NOTHING
    if (!isEmpty(earlier)) front = union(front, earlier, piece.points, piece.cash, purse.points)
  }
  return front
}

interface Piece extends Omit<PaidNight, 'hotel' | 'free'> {
  stride: number
}

const PLAIN = { cash: 0, points: 0, certificate: null, premium: false, stride: 0 }

/** The ways to pay for one night that end a booking with points. */
function piecesOf(hotel: TripHotel, purse: Purse, night: number): Piece[] {
  const offer = hotel.offers[night]
  if (!offer) return []
  const pieces: Piece[] = []
  if (offer.cash !== null) {
    pieces.push({ ...PLAIN, pay: 'cash', cash: offer.cash })
  }
  if (offer.premium && offer.points !== null && offer.points <= purse.points) {
    pieces.push({ ...PLAIN, pay: 'points', points: offer.points, premium: true })
  }
  if (offer.pointsCash && offer.pointsCash.points <= purse.points) {
    pieces.push({ ...PLAIN, pay: 'points_cash', ...offer.pointsCash })
  }
  for (const { certificate, topUp } of offer.certificates) {
    if (!purse.certificates[certificate]) continue
    const stride = strideOf(purse, certificate)
    pieces.push({ ...PLAIN, pay: 'certificate', points: topUp, certificate, stride })
  }
  return pieces
}

interface At {
  from: number
  night: number
  state: number
}

/** Adds the ways that end with a booking paid with points, however long. */
function withBookings(ways: Ways, front: Front, hotel: TripHotel, purse: Purse, at: At): Front {
  let all = front
  for (let first = at.night; first >= at.from; first -= 1) {
    const points = bookingOf(hotel, first, at.night + 1)
    if (!points) return all
    const due = pointsDue(points, hotel.freeNight)
    const before = ways.open[first]?.[at.state] ?? NOTHING
    if (due <= purse.points && !isEmpty(before)) all = union(all, before, due, 0, purse.points)
  }
  return all
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

export interface Stay {
  hotel: number
  from: number
  end: number
  state: number
  points: number
  cash: number
}

/** How each night of a stay is paid, found by walking its fronts backwards. */
export function nightsOf(stay: Stay, hotel: TripHotel, purse: Purse): PaidNight[] {
  const ways = waysFrom(hotel, purse, stay.from, stay.end)
  const nights: PaidNight[] = []
  let { end, state, points, cash } = stay
  let mayEndWithPoints = true
  while (end > stay.from) {
    const step = lastOf(ways, stay, hotel, purse, { end, state, points, cash, mayEndWithPoints })
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
function lastOf(ways: Ways, stay: Stay, hotel: TripHotel, purse: Purse, rest: Rest): Step {
  for (const { stride, ...piece } of piecesOf(hotel, purse, rest.end - 1)) {
    const before = ways.ending[rest.end - 1]?.[rest.state - stride] ?? NOTHING
    if (piece.certificate !== null && usedOf(purse, rest.state, piece.certificate) === 0) continue
    if (holds(before, rest.points - piece.points, rest.cash - piece.cash)) {
      return { nights: [{ ...piece, free: false }], stride, isBooking: false }
    }
  }
  for (let first = rest.end - 1; rest.mayEndWithPoints && first >= stay.from; first -= 1) {
    const points = bookingOf(hotel, first, rest.end)
    if (!points) break
    const before = ways.open[first]?.[rest.state] ?? NOTHING
    if (!holds(before, rest.points - pointsDue(points, hotel.freeNight), rest.cash)) continue
    const free = freeNights(points, hotel.freeNight)
    const nights = points.map((night, at) => ({
      pay: 'points' as const,
      cash: 0,
      points: free[at] ? 0 : night,
      certificate: null,
      free: free[at] === true,
      premium: false,
    }))
    return { nights, stride: 0, isBooking: true }
  }
  throw new Error('a stay has totals that none of its nights add up to')
}
