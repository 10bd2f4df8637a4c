import { divideMinor, type Minor, parseMinor } from '../../../kernel/money.ts'
import { type Rate, type Room, SourceFailure } from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import type { Money, RatePlan, RoomType } from './answer.ts'

/** How many nights and rooms a total covers. */
export interface Extent {
  checkIn: string
  checkOut: string
  los: number
  rooms: number
}

export interface PricedRooms {
  rooms: Room[]
  currency: string
  /** Whether the answer marks member deals, which depends on the account. */
  memberMarked: boolean
}

/**
 * The offers of one hotel as rooms with their rates. Each of the vendor's room types is one offer, room and plan together, so
 * the same room appears once per plan and is merged by its id.
 */
export function roomsOf(roomTypes: readonly RoomType[], extent: Extent): PricedRooms {
  checkOfferCount(roomTypes.reduce((sum, { RatePlans }) => sum + RatePlans.length, 0))
  const offers = roomTypes.flatMap((roomType) =>
    roomType.RatePlans.map((plan) => ({ roomType, plan, total: allInTotal(roomType, plan) })),
  )
  const [currency, ...others] = new Set(offers.flatMap(({ total }) => (total ? [total.currency] : [])))
  if (currency === undefined) throw new SourceFailure('broken', 'an available hotel without an all-in price')
  if (others.length > 0) throw new SourceFailure('broken', `one hotel in ${others.length + 1} currencies`)
  const rooms = new Map<string, Room>()
  for (const { roomType, plan, total } of offers) {
    requireSameStay(plan, extent)
    const rate = rateOf(roomType, plan, total?.amount ?? null, currency, extent)
    roomFor(rooms, roomType, plan).rates.push(rate)
  }
  const memberMarked = offers.some(({ plan }) => plan.MemberOnlyDeal !== undefined)
  return { rooms: [...rooms.values()], currency, memberMarked }
}

function requireSameStay(plan: RatePlan, extent: Extent): void {
  const dates = plan.StayDates
  if (dates && (dates.CheckInDate !== extent.checkIn || dates.CheckOutDate !== extent.checkOut)) {
    throw new SourceFailure(
      'broken',
      `a rate for ${dates.CheckInDate} to ${dates.CheckOutDate}, asked others`,
    )
  }
}

/**
 * What the guest pays for all rooms and nights, including taxes and fees due at the hotel. The vendor's nightly average has
 * none of these. Only a room type has the all-in figure; if it bundles several plans, each is summed from its own parts, and
 * null if one is missing.
 */
function allInTotal(roomType: RoomType, plan: RatePlan): { amount: Minor; currency: string } | null {
  const offer = roomType.Price
  if (roomType.RatePlans.length === 1 && offer?.TotalPriceWithHotelFees) {
    return readMoney(offer.TotalPriceWithHotelFees)
  }
  if (!plan.Price?.TotalPrice) return null
  const total = readMoney(plan.Price.TotalPrice)
  if (plan.Price.HotelMandatoryFees) {
    const fees = readMoney(plan.Price.HotelMandatoryFees, 0)
    if (fees.currency !== total.currency) return null
    return { amount: total.amount + fees.amount, currency: total.currency }
  }
  return isFreeOfFees(roomType) ? total : null
}

/** Missing fees may be unknown. The offer's two totals decide: without fees they are equal. */
function isFreeOfFees({ Price }: RoomType): boolean {
  if (!Price?.TotalPrice || !Price.TotalPriceWithHotelFees || Price.HotelMandatoryFees) return false
  return readMoney(Price.TotalPrice).amount === readMoney(Price.TotalPriceWithHotelFees).amount
}

function readMoney(money: Money, least: Minor = 1): { amount: Minor; currency: string } {
  try {
    const amount = parseMinor(money.Value, money.Currency)
    if (amount >= least) return { amount, currency: money.Currency }
  } catch (cause) {
    throw new SourceFailure('broken', 'an amount that is no number', { cause })
  }
  throw new SourceFailure('broken', `an impossible price: ${String(money.Value).slice(0, 40)}`)
}

function roomFor(rooms: Map<string, Room>, roomType: RoomType, plan: RatePlan): Room {
  const roomCode = plan.RoomTypeId ?? roomType.OfferId ?? plan.RatePlanId
  const known = rooms.get(roomCode)
  if (known) return known
  const room: Room = {
    roomCode,
    name: roomType.Description ?? roomCode,
    beds: bedsOf(roomType),
    maxOccupancy: roomType.RoomOccupancyPolicy?.MaxGuestCount ?? null,
    rates: [],
  }
  rooms.set(roomCode, room)
  return room
}

function bedsOf({ BedTypeOptions }: RoomType): string | null {
  const beds = (BedTypeOptions ?? []).flatMap(({ Description }) => (Description ? [Description] : []))
  return beds.length > 0 ? beds.join(' or ') : null
}

function rateOf(
  { RatePlanType: soldAs = 'standalone' }: RoomType,
  plan: RatePlan,
  total: Minor | null,
  currency: string,
  extent: Extent,
): Rate {
  const perNight = total === null ? null : divideMinor(total, extent.los * extent.rooms)
  const policy = plan.CancellationPolicy
  const refundable = refundableOf(policy)
  const mealPlan = mealPlanOf(plan)
  const isStandalone = soldAs === 'standalone'
  const memberOnly = isStandalone && plan.MemberOnlyDeal === true
  return {
    rateCode: plan.RatePlanId,
    name: nameOf(memberOnly, refundable, mealPlan),
    currency,
    pricePerNight: perNight,
    pricePerNightAfterTax: perNight,
    taxIncluded: true,
    total,
    totalAfterTax: total,
    memberOnly,
    // Package prices require a flight, wholesale prices a contract.
    restricted: !isStandalone && soldAs !== 'package',
    package: soldAs === 'package',
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    refundable,
    cancelBy: policy?.FreeCancellation === true ? momentOf(policy.FreeCancellationEndDateTime) : null,
    mealPlan,
  }
}

/** What the vendor calls refundable may keep part of the money: only free cancellation counts. */
function refundableOf(policy: RatePlan['CancellationPolicy']): boolean | null {
  if (policy?.FreeCancellation === false) return false
  return policy?.Refundable ?? null
}

/** Boards come as free-breakfast details; a batch has none. */
function mealPlanOf({ FreeBreakfast, FreeBreakfastDetails = [] }: RatePlan): string | null {
  if (FreeBreakfast === undefined) return null
  if (!FreeBreakfast) return 'room_only'
  const details = FreeBreakfastDetails.join(' ').toLowerCase()
  if (details.includes('all inclusive') || details.includes('all-inclusive')) return 'all_inclusive'
  if (details.includes('full board')) return 'full_board'
  return details.includes('half board') ? 'half_board' : 'breakfast'
}

/** Plans have no names here, so the name says how they differ. */
function nameOf(memberOnly: boolean, refundable: boolean | null, mealPlan: string | null): string {
  const parts = [
    memberOnly ? 'Member deal' : 'Standard rate',
    refundable === null ? null : refundable ? 'refundable' : 'non-refundable',
    mealPlan === null || mealPlan === 'room_only' ? null : `${mealPlan.replaceAll('_', ' ')} included`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** Without an offset it is local time in an unknown zone, so there is no moment. */
function momentOf(text: string | undefined): string | null {
  if (text === undefined || !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
