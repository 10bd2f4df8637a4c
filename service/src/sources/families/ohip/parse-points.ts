import { divideMinor, type Minor } from '../../../kernel/money.ts'
import type { Rate, Room, StayQuery } from '../../source.ts'
import { pointsByNight } from '../points-by-night.ts'
import { broken, currencyOf, departureOf, isTaxIncluded, onBasis, spreadOverStay } from './amounts.ts'
import type { Terms } from './parse-offers.ts'
import { PointsAnswer, type RoomRate } from './schema.ts'

export interface AwardOffer {
  roomCode: string
  roomName: string
  rate: Omit<Rate, 'currency'>
  /** Of the cash part; null if only points are paid. */
  currency: string | null
}

const STANDARD = 'STANDARD'

/** PAR's redemption answer. `undefined` is its 204: no award on this stay. */
export function parsePoints(body: unknown, query: StayQuery, terms: Terms): AwardOffer[] {
  if (body === undefined) return []
  if (!PointsAnswer.Check(body)) throw broken('points not in the documented form')
  const offers: AwardOffer[] = []
  for (const segment of body.hotelAvailability ?? []) {
    if (segment.hotelId !== query.hotelCode)
      throw broken(`points of ${segment.hotelId}, asked ${query.hotelCode}`)
    if (segment.redemption === false) throw broken('asked for points, answered in money')
    if (segment.hasMore === true) throw broken('points cut short')
    const names = new Map(
      (segment.masterInfo?.roomTypes?.roomType ?? []).map((type) => [type.roomType, type.description]),
    )
    for (const stay of segment.roomStays ?? []) {
      checkEcho(stay, query)
      for (const rate of stay.roomRates ?? []) {
        const offer = awardOffer(rate, query, terms)
        if (offer) offers.push({ ...offer, roomName: names.get(offer.roomCode) ?? offer.roomCode })
      }
    }
  }
  return offers
}

interface EchoedStay {
  arrivalDate: string
  departureDate: string
  guestCounts?: { adults?: number; children?: number }
}

function checkEcho(stay: EchoedStay, query: StayQuery): void {
  const departure = departureOf(query.checkin, query.los)
  if (stay.arrivalDate !== query.checkin || stay.departureDate !== departure) {
    throw broken(
      `points for ${stay.arrivalDate} to ${stay.departureDate}, asked ${query.checkin} to ${departure}`,
    )
  }
  const { adults, children } = query.occupancy
  const guests = stay.guestCounts
  if ((guests?.adults ?? adults) !== adults || (guests?.children ?? children) !== children) {
    throw broken(`points for ${guests?.adults} + ${guests?.children} guests, asked ${adults} + ${children}`)
  }
}

function awardOffer(roomRate: RoomRate, query: StayQuery, terms: Terms): Omit<AwardOffer, 'roomName'> | null {
  const { roomType, ratePlanCode, availability } = roomRate
  if (availability !== undefined && availability !== 'Available') return null
  const ranges = roomRate.rates?.rate ?? []
  const award = roomRate.totalPoints ?? ranges[0]?.requiredPoints
  // Cash rates may be listed too; Shop has returned those already, with taxes.
  if (award === undefined) return null
  if (roomType === undefined || ratePlanCode === undefined)
    throw broken('an award without room type or rate plan')
  const nights = spreadOverStay(ranges, query.checkin, query.los)
  const byNight: number[] = []
  let copay: Minor = 0
  let currency: string | null = null
  let taxIncluded = roomRate.taxIncluded ?? terms.taxIncluded
  for (const night of nights) {
    if (night.requiredPoints === undefined) throw broken(`award ${ratePlanCode} without points on a night`)
    byNight.push(night.requiredPoints.points)
    if (night.base === undefined) continue
    if (currency === null) {
      currency = currencyOf(night.base)
      taxIncluded = isTaxIncluded(night.base, roomRate.taxIncluded, terms.taxIncluded)
    }
    if (currencyOf(night.base) !== currency) throw broken('a cash part in two currencies')
    copay += onBasis(night.base, taxIncluded)
  }
  const points = byNight.reduce((sum, night) => sum + night, 0)
  // The total may cover one room or all, which the format leaves open; anything else is another stay.
  const total = roomRate.totalPoints?.points ?? points
  if (total !== points && total !== points * query.occupancy.rooms) {
    throw broken(`award of ${total} points, its nights make ${points}`)
  }
  return {
    roomCode: roomType,
    currency: copay > 0 ? currency : null,
    rate: awardRate(roomRate, ratePlanCode, {
      pointsPerNight: divideMinor(points, query.los),
      pointsTotal: points * query.occupancy.rooms,
      ...pointsByNight(byNight),
      cashCopayPerNight: copay > 0 ? divideMinor(copay, query.los) : null,
      standardAward: award.awardsType === STANDARD,
      taxIncluded,
    }),
  }
}

type AwardFigures = Pick<
  Rate,
  'pointsPerNight' | 'pointsTotal' | 'pointsByNight' | 'cashCopayPerNight' | 'standardAward' | 'taxIncluded'
>

function awardRate(roomRate: RoomRate, rateCode: string, figures: AwardFigures): AwardOffer['rate'] {
  return {
    rateCode,
    name: roomRate.rateDescription ?? rateCode,
    pricePerNight: null,
    pricePerNightAfterTax: null,
    total: null,
    totalAfterTax: null,
    memberOnly: false,
    restricted: false,
    package: false,
    refundable: null,
    cancelBy: null,
    mealPlan: null,
    ...figures,
  }
}

/** The rooms of the cash answer with their award rates; rooms sold only for points are added. */
export function withAwards(rooms: readonly Room[], awards: readonly AwardOffer[], currency: string): Room[] {
  const merged = new Map(rooms.map((room) => [room.roomCode, { ...room, rates: [...room.rates] }]))
  for (const award of awards) {
    let room = merged.get(award.roomCode)
    if (room === undefined) {
      room = { roomCode: award.roomCode, name: award.roomName, beds: null, maxOccupancy: null, rates: [] }
      merged.set(award.roomCode, room)
    }
    room.rates.push({ ...award.rate, currency: award.currency ?? currency })
  }
  return [...merged.values()]
}
