import { divideMinor, type Minor } from '../../../kernel/money.ts'
import {
  type HotelRecord,
  type Rate,
  type Room,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import {
  afterTax,
  broken,
  checkedAfterTax,
  checkTaxMark,
  currencyOf,
  ownBasis,
  spreadOverStay,
} from './amounts.ts'
import { cancellationOf, mealPlanOf } from './conditions.ts'
import { totalOf } from './offer-total.ts'
import { fromShop, whyUnavailable } from './restrictions.ts'
import { type Offer, OffersAnswer, type OffersRoomStay } from './schema.ts'

export interface Terms {
  taxIncluded: boolean
  now: number
}

type Plan = NonNullable<OffersRoomStay['ratePlans']>[number]

/** A Property Offers answer as the full matrix of the asked stay, cash only. */
export function parseOffers(body: unknown, query: StayQuery, terms: Terms): StayAnswer {
  if (!OffersAnswer.Check(body)) throw broken('offers not in the documented form')
  // Properties nearby may come along as alternates; only the asked one counts.
  const stay = body.roomStays.find((candidate) => candidate.propertyInfo.hotelCode === query.hotelCode)
  if (stay === undefined) throw broken(`offers do not speak of ${query.hotelCode}`)
  const onSale = (stay.offers ?? []).filter((offer) => offer.availabilityStatus === 'AvailableForSale')
  switch (stay.availability) {
    case 'AvailableForSale':
      return available(stay, onSale, query, terms)
    case 'NoAvailability':
    case 'OtherAvailable': {
      if (onSale.length > 0) throw broken('offers for sale at a property without availability')
      const why = whyUnavailable(fromShop(stay.restrictions), { ...query, now: terms.now })
      return { ...answer(stay, query.currency, terms), status: why.status, minLos: why.minLos }
    }
    case 'NotFound':
      throw new SourceFailure('not_found', `Shop does not know ${query.hotelCode}`)
    default:
      throw broken(`availability ${stay.availability}`)
  }
}

function available(stay: OffersRoomStay, onSale: Offer[], query: StayQuery, terms: Terms): StayAnswer {
  const plans = new Map((stay.ratePlans ?? []).map((plan) => [plan.ratePlanCode, plan]))
  const roomTypes = new Map((stay.roomTypes ?? []).map((room) => [room.roomType, room]))
  const rooms = new Map<string, Room>()
  let currency: string | null = null
  for (const offer of onSale) {
    const type = roomTypes.get(offer.roomType)
    // Shown for the eye only: the room does not take the asked party, so its price is for another one.
    if (type?.adultOccupancyMatch === false || type?.childOccupancyMatch === false) continue
    const plan = plans.get(offer.ratePlanCode)
    if (plan === undefined) throw broken(`rate plan ${offer.ratePlanCode} is not described`)
    const priced = cashRate(offer, plan, query, terms)
    currency ??= priced.currency
    if (priced.currency !== currency) throw broken(`offers in ${currency} and in ${priced.currency}`)
    let room = rooms.get(offer.roomType)
    if (room === undefined) {
      room = {
        roomCode: offer.roomType,
        name: type?.roomName ?? type?.description?.[0] ?? offer.roomType,
        beds: type?.roomPrimaryBedType ?? null,
        maxOccupancy: type?.occupancy?.maxOccupancy ?? null,
        rates: [],
      }
      rooms.set(offer.roomType, room)
    }
    room.rates.push(priced.rate)
  }
  if (onSale.length === 0) throw broken('available, but without an offer')
  // Rooms are left, and none takes the asked party: there is nothing for it.
  if (currency === null) return answer(stay, query.currency, terms)
  return { ...answer(stay, currency, terms), status: 'available', rooms: [...rooms.values()] }
}

function cashRate(
  offer: Offer,
  plan: Plan,
  query: StayQuery,
  terms: Terms,
): { rate: Rate; currency: string } {
  checkTaxMark(plan.taxInclusive, terms.taxIncluded, `rate plan ${plan.ratePlanCode}`)
  const mode = offer.rateInformation.rate?.rateMode
  if (mode !== undefined && mode !== 'Average') throw broken(`rate mode is ${mode}, asked Average`)
  const nights = spreadOverStay(offer.rateInformation.base, query.checkin, query.los)
  const first = nights[0]
  if (first === undefined) throw broken('an offer without nights')
  const currency = currencyOf(first)
  let stayOfOneRoom: Minor = 0
  for (const night of nights) {
    if (currencyOf(night) !== currency) throw broken('an offer in two currencies')
    stayOfOneRoom += ownBasis(night, terms.taxIncluded)
  }
  const { rooms } = query.occupancy
  const total = totalOf(offer, stayOfOneRoom * rooms, currency, query, terms)
  if (total <= 0) throw broken(`rate plan ${plan.ratePlanCode} for nothing`)
  const totalAfterTax = checkedAfterTax(afterTax(offer.total, currency), total)
  const member = plan.identificationRequired === true || (plan.accessCode ?? '') !== ''
  return {
    currency,
    rate: {
      rateCode: offer.ratePlanCode,
      name: plan.ratePlanName ?? offer.ratePlanCode,
      currency,
      pricePerNight: divideMinor(total, query.los * rooms),
      pricePerNightAfterTax: totalAfterTax === null ? null : divideMinor(totalAfterTax, query.los * rooms),
      taxIncluded: terms.taxIncluded,
      total,
      totalAfterTax,
      memberOnly: member,
      restricted: false,
      package: false,
      pointsPerNight: null,
      pointsTotal: null,
      cashCopayPerNight: null,
      standardAward: null,
      ...cancellationOf(offer.rateInformation.cancellationPolicies, query.checkin, terms.now),
      mealPlan: mealPlanOf(plan.mealPlan),
    },
  }
}

function answer(stay: OffersRoomStay, currency: string, terms: Terms): StayAnswer {
  return {
    hotel: hotelRecord(stay),
    status: 'sold_out',
    minLos: null,
    currency,
    taxIncluded: terms.taxIncluded,
    rooms: [],
    pointsKnown: true,
    raw: [],
  }
}

function hotelRecord(stay: OffersRoomStay): HotelRecord {
  const { hotelCode, hotelName, address } = stay.propertyInfo
  return {
    hotelCode,
    name: hotelName ?? hotelCode,
    city: address?.cityName ?? null,
    country: address?.countryCode ?? null,
    lat: null,
    lng: null,
  }
}
