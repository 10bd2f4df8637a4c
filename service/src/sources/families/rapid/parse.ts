import { type Static, Type } from 'typebox'
import { addNights } from '../../../kernel/dates.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Rate, type Room, SourceFailure } from '../../source.ts'
import { answerCurrency } from '../answer-currency.ts'
import { checkOfferCount } from '../offer-count.ts'
import { type Asked, figuresOf, PricingShape } from './pricing.ts'
import { cancellingOf, TermsShape } from './terms.ts'
import { type NotAvailable, statusOfReason } from './unavailable-reason.ts'

const RateShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.Optional(Type.String()),
  available_rooms: Type.Optional(Type.Integer({ minimum: 0 })),
  member_deal_available: Type.Optional(Type.Boolean()),
  sale_scenario: Type.Optional(
    Type.Object({
      package: Type.Optional(Type.Boolean()),
      member: Type.Optional(Type.Boolean()),
      corporate: Type.Optional(Type.Boolean()),
    }),
  ),
  amenities: Type.Optional(Type.Record(Type.String(), Type.Object({ name: Type.Optional(Type.String()) }))),
  bed_groups: Type.Optional(
    Type.Record(Type.String(), Type.Object({ description: Type.Optional(Type.String()) })),
  ),
  ...TermsShape,
  promotions: Type.Optional(
    Type.Object({
      deal: Type.Optional(Type.Object({ description: Type.Optional(Type.String()) })),
    }),
  ),
  occupancy_pricing: Type.Record(Type.String(), PricingShape),
})

const RoomShape = Type.Object({
  id: Type.String({ minLength: 1 }),
  room_name: Type.Optional(Type.String()),
  rates: Type.Array(RateShape),
})

const propertyShape = shapeOf(
  Type.Object({
    status: Type.Optional(Type.String()),
    rooms: Type.Optional(Type.Array(RoomShape)),
    unavailable_reason: Type.Optional(
      Type.Object({ code: Type.String(), data: Type.Optional(Type.String()) }),
    ),
  }),
)

/** A number in some of the vendor's own samples. */
const PropertyId = Type.Union([Type.String(), Type.Integer()])

const listShape = shapeOf(Type.Array(Type.Object({ property_id: PropertyId })))

export interface Available {
  status: 'available'
  currency: string
  rooms: Room[]
  /** Whether members see a lower price on some rate. */
  memberDeals: boolean
}

/** The entries of an availability answer by hotel. A hotel that was not requested makes the whole answer invalid. */
export function byProperty(body: unknown, asked: readonly string[]): Map<string, unknown> {
  if (!listShape.Check(body)) throw new SourceFailure('broken', 'availability is not a list of properties')
  const expected = new Set(asked)
  const entries = new Map<string, unknown>()
  for (const entry of body) {
    const id = String(entry.property_id)
    if (!expected.has(id)) throw new SourceFailure('broken', `availability of ${id}, which was not requested`)
    if (entries.has(id)) throw new SourceFailure('broken', `availability of ${id} twice`)
    entries.set(id, entry)
  }
  return entries
}

export function parseProperty(entry: unknown, asked: Asked): Available | NotAvailable {
  if (!propertyShape.Check(entry)) throw new SourceFailure('broken', 'a property of an unknown shape')
  if (entry.unavailable_reason) return statusOfReason(entry.unavailable_reason, asked.los)
  if (entry.status !== undefined && entry.status !== 'available') {
    throw new SourceFailure('broken', `property status ${entry.status} without a reason`)
  }
  if (!entry.rooms || entry.rooms.length === 0) {
    throw new SourceFailure('broken', 'an available property without rooms')
  }
  // An empty list says nothing about the night; only named rates that are gone mean sold out.
  if (entry.rooms.every((room) => room.rates.length === 0)) {
    throw new SourceFailure('broken', 'an available property without rates')
  }
  checkOfferCount(entry.rooms.reduce((sum, { rates }) => sum + rates.length, 0))
  const onSale = entry.rooms
    .map((room) => ({
      ...room,
      rates: room.rates.filter((rate) => isOnSale(rate, asked.occupancies.length)),
    }))
    .filter((room) => room.rates.length > 0)
  const rooms = onSale.map((room) => roomOf(room, asked))
  const currency = answerCurrency(
    rooms.flatMap((room) => room.rates),
    asked.currency,
  )
  if (currency === null) return { status: 'sold_out', minLos: null }
  const memberDeals = onSale.some((room) => room.rates.some((rate) => rate.member_deal_available === true))
  return { status: 'available', currency, rooms, memberDeals }
}

type RateBody = Static<typeof RateShape>

/** 2147483647 rooms means "unknown". */
function isOnSale(rate: RateBody, rooms: number): boolean {
  if (rate.status === 'sold_out') return false
  return rate.available_rooms === undefined || rate.available_rooms >= rooms
}

function roomOf(room: Static<typeof RoomShape>, asked: Asked): Room {
  return {
    roomCode: room.id,
    name: room.room_name ?? room.id,
    beds: bedsOf(room.rates),
    maxOccupancy: null,
    rates: room.rates.map((rate) => {
      checkDates(rate, asked)
      return rateOf(rate, asked)
    }),
  }
}

/**
 * An answer does not repeat the dates, but its conditions mention them: non-refundable nights lie within the stay, and no
 * penalty begins after it (allowing a day for the hotel's time zone).
 */
function checkDates(rate: RateBody, { checkin, los }: Asked): void {
  const checkout = addNights(checkin, los)
  const outside = rate.nonrefundable_date_ranges?.some(({ start, end }) => start < checkin || end > checkout)
  const penaltiesUntil = Date.parse(`${addNights(checkout, 1)}T00:00:00Z`)
  const late = rate.cancel_penalties?.some(({ start }) => Date.parse(start ?? '') > penaltiesUntil)
  if (outside === true || late === true) {
    throw new SourceFailure('broken', `rate ${rate.id} is for other dates`)
  }
}

/** Package and corporate rates are marked, because the public cannot book them. */
function rateOf(rate: RateBody, asked: Asked): Rate {
  const { package: isPackage = false, corporate = false, member = false } = rate.sale_scenario ?? {}
  const memberOnly = member && !isPackage && !corporate
  const cancelling = cancellingOf(rate, asked.nowMs)
  const mealPlan = mealPlanOf(rate)
  return {
    rateCode: rate.id,
    name: rate.promotions?.deal?.description ?? rateName(cancelling.refundable, memberOnly, mealPlan),
    ...figuresOf(rate, asked),
    taxIncluded: false,
    memberOnly,
    restricted: corporate,
    package: isPackage,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    ...cancelling,
    mealPlan,
  }
}

/** Rapid's rates have no names. */
function rateName(refundable: boolean | null, memberOnly: boolean, mealPlan: string | null): string {
  const words = [
    memberOnly ? 'member deal' : null,
    refundable === null ? null : refundable ? 'refundable' : 'non-refundable',
    mealPlan === null ? null : `with ${mealPlan.replace('_', ' ')}`,
  ].filter((word) => word !== null)
  const name = words.join(', ')
  return name === '' ? 'Standard rate' : name[0]?.toUpperCase() + name.slice(1)
}

const MEALS: readonly (readonly [RegExp, string])[] = [
  [/all[- ]inclusive/i, 'all_inclusive'],
  [/full board/i, 'full_board'],
  [/half board/i, 'half_board'],
  [/breakfast/i, 'breakfast'],
]

function mealPlanOf(rate: RateBody): string | null {
  const names = Object.values(rate.amenities ?? {}).map((amenity) => amenity.name ?? '')
  return MEALS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? null
}

function bedsOf(rates: readonly RateBody[]): string | null {
  const groups = rates.flatMap((rate) => Object.values(rate.bed_groups ?? {}))
  const beds = new Set(groups.map((group) => group.description).filter((text) => text !== undefined))
  return beds.size === 0 ? null : [...beds].join(' or ')
}
