import { addNights } from '../../../kernel/dates.ts'
import { type HotelRecord, type Rate, type Room, SourceFailure, type StayQuery } from '../../source.ts'
import { CASH_ONLY } from '../cash-only.ts'
import { mealPlanOf } from '../meal-words.ts'
import { checkOfferCount } from '../offer-count.ts'
import { priceOf, readMoney } from './price.ts'
import { type Offer, OffersAnswer } from './schema.ts'
import { type KeptBack, keptBackBy } from './verdict.ts'

/** What the property sells for a stay, and what keeps the rest of its offers back. */
export interface Sale {
  hotel: HotelRecord | null
  currency: string
  rooms: Room[]
  kept: KeptBack[]
  /** The plans with free rooms that only a restriction keeps back. */
  restrictedPlans: string[]
}

export function parseOffers(body: unknown, query: StayQuery, nowMs: number): Sale {
  if (!OffersAnswer.Check(body)) throw new SourceFailure('broken', 'offers of another shape')
  const { property, offers } = body
  if (property.id !== query.hotelCode) {
    throw new SourceFailure('broken', `offers of property ${property.id.slice(0, 40)}`)
  }
  const [first] = offers
  // The vendor answers 204 if it has none, so an empty list does not mean that.
  if (!first) throw new SourceFailure('broken', 'an answer without offers')
  checkOfferCount(offers.length)
  for (const offer of offers) checkDates(offer, query)
  const told = offers.map((offer) => ({ offer, kept: keptBackBy(offer, query.occupancy.rooms) }))
  const restricted = told.filter(({ kept }) => kept === 'restriction').map(({ offer }) => offer.ratePlan.id)
  const name = property.name?.trim()
  return {
    hotel: name ? { hotelCode: property.id, name, city: null, country: null, lat: null, lng: null } : null,
    currency: first.totalGrossAmount.currency,
    rooms: roomsOf(
      told.filter(({ kept }) => kept === null).map(({ offer }) => offer),
      query,
      nowMs,
    ),
    kept: told.flatMap(({ kept }) => kept ?? []),
    restrictedPlans: [...new Set(restricted)],
  }
}

/** Arrival and departure are moments in the time zone of the property. */
function checkDates({ arrival, departure }: Offer, { checkin, los }: StayQuery): void {
  const echoed = arrival.slice(0, 10) === checkin && departure.slice(0, 10) === addNights(checkin, los)
  if (!echoed) throw new SourceFailure('broken', `an offer from ${arrival.slice(0, 10)}`)
}

function roomsOf(offers: readonly Offer[], query: StayQuery, nowMs: number): Room[] {
  const rooms = new Map<string, Room>()
  for (const offer of offers) {
    const { id, name, maxPersons } = offer.unitGroup
    const room = rooms.get(id) ?? {
      roomCode: id,
      name: name?.trim() || id,
      beds: null,
      maxOccupancy: maxPersons ?? null,
      rates: [],
    }
    room.rates.push(rateOf(offer, query, nowMs))
    rooms.set(id, room)
  }
  return [...rooms.values()]
}

function rateOf(offer: Offer, query: StayQuery, nowMs: number): Rate {
  const { ratePlan } = offer
  return {
    ...CASH_ONLY,
    rateCode: ratePlan.id,
    name: ratePlan.name?.trim() || ratePlan.code || ratePlan.id,
    currency: offer.totalGrossAmount.currency,
    ...priceOf(offer, query.los, query.occupancy.rooms),
    restricted: offer.isCorporate === true || Boolean(offer.corporateCode),
    ...cancellationOf(offer, nowMs),
    mealPlan: mealPlanOf(serviceNames(offer)),
  }
}

/** A vendor's clock that is ahead of ours makes a fee that is due at once due in our future. */
const CLOCK_SLACK_MS = 60_000

/** One fee is due from one moment on. Before it, cancelling is free. */
function cancellationOf(offer: Offer, nowMs: number): Pick<Rate, 'refundable' | 'cancelBy'> {
  const { cancellationFee } = offer
  if (!cancellationFee) return { refundable: null, cancelBy: null }
  const { currency } = offer.totalGrossAmount
  if (readMoney(cancellationFee.fee, currency) === 0) return { refundable: true, cancelBy: null }
  const dueMs = Date.parse(cancellationFee.dueDateTime ?? '')
  if (Number.isNaN(dueMs)) return { refundable: null, cancelBy: null }
  if (dueMs <= nowMs + CLOCK_SLACK_MS) return { refundable: false, cancelBy: null }
  return { refundable: true, cancelBy: new Date(dueMs).toISOString() }
}

/** Meals count if they are served for every night; a dinner on arrival is not half board. */
function serviceNames({ timeSlices, services }: Offer): string[] {
  const named = ({ service }: { service: { name?: string; code?: string } }): string =>
    service.name ?? service.code ?? ''
  const [first = [], ...others] = timeSlices.map((slice) => (slice.includedServices ?? []).map(named))
  const nightly = first.filter((name) => others.every((names) => names.includes(name)))
  return [...nightly, ...(services ?? []).map(named)]
}
