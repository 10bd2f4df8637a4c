import { divideMinor, type Minor } from '../../../kernel/money.ts'
import {
  type HotelRecord,
  type Rate,
  type Room,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import {
  afterTax,
  broken,
  checkedAfterTax,
  currencyOf,
  isTaxIncluded,
  onBasis,
  spreadOverStay,
} from './amounts.ts'
import { cancellationOf, mealPlanOf } from './conditions.ts'
import { totalOf } from './offer-total.ts'
import { isPackage } from './packages.ts'
import { fromShop, type Verdict, whyUnavailable } from './restrictions.ts'
import { type Offer, OffersAnswer, type OffersRoomStay } from './schema.ts'

export interface Terms {
  /** The chain's usual tax basis, for amounts that state none. */
  taxIncluded: boolean
  /** The access code of members. */
  memberAccessCode: string
  now: number
}

type Plan = NonNullable<OffersRoomStay['ratePlans']>[number]

/** A Property Offers answer as all rates of the requested stay, cash only. */
export function parseOffers(body: unknown, query: StayQuery, terms: Terms): StayAnswer {
  if (!OffersAnswer.Check(body)) throw broken('offers not in the documented form')
  // Nearby hotels may be listed as alternates; only the requested one counts.
  const stay = body.roomStays.find((candidate) => candidate.propertyInfo.hotelCode === query.hotelCode)
  if (stay === undefined) throw broken(`offers do not speak of ${query.hotelCode}`)
  const onSale = (stay.offers ?? []).filter((offer) => offer.availabilityStatus === 'AvailableForSale')
  switch (stay.availability) {
    case 'AvailableForSale':
      return available(stay, onSale, query, terms)
    // The access code opens nothing here; the public rates are returned.
    case 'OtherAvailable':
      if (onSale.length > 0) return available(stay, onSale, query, terms)
      return unavailable(stay, query, terms)
    case 'NoAvailability':
      if (onSale.length > 0) throw broken('offers for sale at a property without availability')
      return unavailable(stay, query, terms)
    case 'NotFound':
      throw new SourceFailure('not_found', `Shop does not know ${query.hotelCode}`)
    default:
      throw broken(`availability ${stay.availability}`)
  }
}

function unavailable(stay: OffersRoomStay, query: StayQuery, terms: Terms): StayAnswer {
  const why: Verdict = whyUnavailable(fromShop(stay.restrictions), { ...query, now: terms.now })
  // The property says that nothing is available; without a stated reason that is all there is to tell.
  if (why.status === 'sold_out' && stay.availability === 'OtherAvailable')
    throw broken('other offers are available, but none is shown')
  return { ...answer(stay, query.currency, terms), status: why.status, minLos: why.minLos }
}

function available(stay: OffersRoomStay, onSale: Offer[], query: StayQuery, terms: Terms): StayAnswer {
  const plans = new Map((stay.ratePlans ?? []).map((plan) => [plan.ratePlanCode, plan]))
  const roomTypes = new Map((stay.roomTypes ?? []).map((room) => [room.roomType, room]))
  const rooms = new Map<string, Room>()
  checkOfferCount(onSale.length)
  for (const offer of onSale) {
    const type = roomTypes.get(offer.roomType)
    // For display only: the room does not fit the requested party, so its price is for another one.
    if (type?.adultOccupancyMatch === false || type?.childOccupancyMatch === false) continue
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
    room.rates.push(cashRate(offer, planOf(offer, plans), query, terms))
  }
  if (onSale.length === 0) throw broken('available, but without an offer')
  // Rooms are left, but none fits the requested party.
  if (rooms.size === 0) return answer(stay, query.currency, terms)
  const currency = summaryCurrency([...rooms.values()], query.currency)
  return { ...answer(stay, currency, terms), status: 'available', rooms: [...rooms.values()] }
}

/** A block may be sold without a rate plan. Any other offer has one, described in the answer. */
function planOf(offer: Offer, plans: ReadonlyMap<string | undefined, Plan>): Plan {
  if (offer.ratePlanCode === undefined && offer.blockInformation !== undefined) return {}
  const plan = offer.ratePlanCode === undefined ? undefined : plans.get(offer.ratePlanCode)
  if (plan === undefined) throw broken(`rate plan ${offer.ratePlanCode} is not described`)
  return plan
}

/** A hotel may sell a plan in a foreign currency. The requested one if a public rate has it, else that of the first public rate. */
function summaryCurrency(rooms: readonly Room[], asked: string): string {
  const rates = rooms.flatMap((room) => room.rates)
  const open = rates.filter((rate) => !rate.memberOnly && !rate.restricted && !rate.package)
  const currencies = [...open, ...rates].map((rate) => rate.currency)
  return open.some((rate) => rate.currency === asked) ? asked : (currencies[0] ?? asked)
}

function cashRate(offer: Offer, plan: Plan, query: StayQuery, terms: Terms): Rate {
  const nights = spreadOverStay(offer.rateInformation.base, query.checkin, query.los)
  const first = nights[0]
  if (first === undefined) throw broken('an offer without nights')
  const currency = currencyOf(first)
  const taxIncluded = isTaxIncluded(first, plan.taxInclusive, terms.taxIncluded)
  let stayOfOneRoom: Minor = 0
  for (const night of nights) {
    if (currencyOf(night) !== currency) throw broken('an offer in two currencies')
    stayOfOneRoom += onBasis(night, taxIncluded)
  }
  const { rooms } = query.occupancy
  const rateCode = offer.ratePlanCode ?? offer.blockInformation?.blockCode ?? 'block'
  const total = totalOf(offer, stayOfOneRoom * rooms, currency, query, { taxIncluded })
  if (total <= 0) throw broken(`rate plan ${rateCode} for nothing`)
  const totalAfterTax = checkedAfterTax(afterTax(offer.total, currency), total)
  return {
    rateCode,
    name: plan.ratePlanName ?? rateCode,
    currency,
    pricePerNight: divideMinor(total, query.los * rooms),
    pricePerNightAfterTax: totalAfterTax === null ? null : divideMinor(totalAfterTax, query.los * rooms),
    taxIncluded,
    total,
    totalAfterTax,
    ...buyersOf(offer, plan, terms),
    package: isPackage(plan),
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    ...cancellationOf(offer.rateInformation.cancellationPolicies, query.checkin, terms.now),
    mealPlan: mealPlanOf(plan.mealPlan),
  }
}

/** The members' access code opens member rates. Any other code, a block or identification at check-in means a restricted rate. */
function buyersOf(offer: Offer, plan: Plan, terms: Terms): Pick<Rate, 'memberOnly' | 'restricted'> {
  const memberOnly = plan.accessCode === terms.memberAccessCode
  const closedCircle = plan.identificationRequired === true || (plan.accessCode ?? '') !== ''
  const isBlock = offer.blockInformation !== undefined
  return { memberOnly: memberOnly && !isBlock, restricted: isBlock || (closedCircle && !memberOnly) }
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
