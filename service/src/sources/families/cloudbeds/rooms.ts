import { divideMinor, type Minor } from '../../../kernel/money.ts'
import type { Rate, Room, StayQuery } from '../../source.ts'
import { CASH_ONLY } from '../cash-only.ts'
import { number } from '../facts.ts'
import { mealPlanOf } from '../meal-words.ts'
import { checkOfferCount } from '../offer-count.ts'
import { addedTo, type Charged, holdsTaxes, readAmount } from './charges.ts'
import { broken } from './client.ts'
import { countOf, type StayPlan, type Verdict, whyUnavailable } from './plans.ts'
import { AvailableData, type AvailableRoom, type Charge } from './schema.ts'

/** The room types that take the party, or null if the answer is about no property at all. */
export function readAvailable(data: unknown, { hotelCode }: StayQuery): AvailableRoom[] | null {
  if (!AvailableData.Check(data)) throw broken('available rooms of another shape')
  const [property, second] = data
  if (!property) return null
  if (second || String(property.propertyID) !== hotelCode)
    throw broken(`rooms of property ${property.propertyID}`)
  return property.propertyRooms
}

/** The plans that are sold, of room types that take the party. */
export function roomsOf(
  plans: readonly StayPlan[],
  fitting: readonly AvailableRoom[],
  terms: { query: StayQuery; currency: string; charges: readonly Charge[] },
): Room[] {
  const rooms = new Map<string, Room>()
  checkOfferCount(plans.length)
  for (const sold of plans.filter(({ kept }) => kept === null)) {
    const roomTypeID = String(sold.plan.roomTypeID)
    const type = fitting.find((room) => String(room.roomTypeID) === roomTypeID)
    if (!type) continue
    const room = rooms.get(roomTypeID) ?? {
      roomCode: roomTypeID,
      name: String(type.roomTypeName ?? sold.plan.roomTypeName ?? '').trim() || roomTypeID,
      beds: null,
      maxOccupancy: number(type.maxGuests),
      rates: [],
    }
    room.rates.push(rateOf(sold, roomTypeID, terms))
    rooms.set(roomTypeID, room)
  }
  return [...rooms.values()]
}

/** Why nothing is sold. Plans of rooms that take the party decide, if there are such rooms. */
export function verdictOf(
  plans: readonly StayPlan[],
  available: readonly AvailableRoom[] | null,
  fitting: readonly AvailableRoom[],
): Verdict {
  const ids = new Set(fitting.map(({ roomTypeID }) => String(roomTypeID)))
  const deciding = ids.size === 0 ? plans : plans.filter(({ plan }) => ids.has(String(plan.roomTypeID)))
  const isFree = deciding.some(({ kept }) => kept === null)
  // Nothing says why: a room without a plan, or a free plan where the other answer is about no property.
  if (deciding.length === 0 || (isFree && available === null)) throw broken('rooms and rates that disagree')
  return whyUnavailable(deciding)
}

/** Whether the vendor has enough such rooms, and each is large enough. */
export function takes({ maxGuests, roomsAvailable }: AvailableRoom, { occupancy }: StayQuery): boolean {
  const most = maxGuests === null || maxGuests === undefined ? Number.POSITIVE_INFINITY : countOf(maxGuests)
  if (most < 1) throw broken('a room for nobody')
  return most >= occupancy.adults + occupancy.children && countOf(roomsAvailable) >= occupancy.rooms
}

/** The total must be that of its nights: otherwise one of the two is not what the guest pays. */
const ROUNDING = 1

function rateOf(
  { plan, nights }: StayPlan,
  roomTypeID: string,
  { query, currency, charges }: { query: StayQuery; currency: string; charges: readonly Charge[] },
): Rate {
  const { los, occupancy } = query
  const one = nights.reduce((sum, night) => sum + night, 0)
  const stated =
    plan.totalRate === null || plan.totalRate === undefined ? one : readAmount(plan.totalRate, currency)
  if (one <= 0) throw broken('a rate without a price')
  if (stated === null || Math.abs(stated - one) > ROUNDING * los)
    throw broken('nights that do not add up to their total')
  const charged: Charged = { roomTypeID, nights, currency, occupancy }
  const total = one * occupancy.rooms
  const added = addedTo(charges, charged)
  const allIn = added === null ? null : total + added
  const nightly = (amount: Minor): Minor => divideMinor(amount, los * occupancy.rooms)
  return {
    ...CASH_ONLY,
    rateCode: String(plan.rateID),
    name: plan.ratePlanNamePublic?.trim() || 'Base rate',
    currency,
    taxIncluded: holdsTaxes(charges, charged),
    pricePerNight: nightly(total),
    pricePerNightAfterTax: allIn === null ? null : nightly(allIn),
    total,
    totalAfterTax: allIn,
    restricted: Boolean(plan.promoCode),
    // The API has the property's terms as a text, and no deadlines.
    refundable: null,
    cancelBy: null,
    mealPlan: mealPlanOf(
      (plan.addOns ?? []).flatMap(({ addOnName, itemName }) => [addOnName ?? '', itemName ?? '']),
    ),
  }
}
