import { minorDigits } from '../../world/currencies.ts'
import type { Plan, Quote, RoomOffer, World } from '../../world/world.ts'
import { isComparable, vendorNow } from '../for-everybody.ts'
import type { StayRequest } from './stay-request.ts'

const DAY_MS = 86_400_000

interface Offer {
  room: RoomOffer
  plan: Plan
}

/** The property entry of an availability answer, with as many of the cheapest rates as were asked. */
export function availableProperty(world: World, quote: Quote, request: StayRequest): object {
  const offers = quote.rooms.flatMap((room) =>
    room.plans.filter((plan) => request.member || !plan.memberOnly).map((plan): Offer => ({ room, plan })),
  )
  // Public rates come first, even if the others are cheaper.
  const rank = ({ plan }: Offer): number => (isComparable(plan, quote) ? 0 : 1)
  const chosen = offers
    .toSorted((a, b) => rank(a) - rank(b) || sum(a.plan, 'base') - sum(b.plan, 'base'))
    .slice(0, request.ratesPerProperty)
  const rooms = quote.rooms.filter((room) => chosen.some((offer) => offer.room === room))
  const propertyId = quote.listing.code
  return {
    property_id: propertyId,
    status: 'available',
    score: Math.round(quote.listing.rating * 1000),
    rooms: rooms.map((room) => ({
      id: room.code,
      room_name: room.name,
      rates: chosen
        .filter((offer) => offer.room === room)
        .map(({ plan }) => rate(world, quote, room, plan, request)),
    })),
    links: {
      additional_rates: { method: 'GET', href: `/v3/properties/${propertyId}/availability?token=sandbox` },
    },
  }
}

function rate(world: World, quote: Quote, room: RoomOffer, plan: Plan, request: StayRequest): object {
  const id = `${room.code}-${plan.code}`
  const path = `/v3/properties/${quote.listing.code}`
  const pricing = pricingOf(world, quote, plan)
  return {
    id,
    status: 'available',
    available_rooms: room.left,
    refundable: plan.refundable || plan.partlyRefundable,
    sale_scenario: {
      package: plan.isPackage,
      member: plan.memberOnly,
      corporate: plan.needsProof,
      distribution: false,
    },
    member_deal_available: room.plans.some((other) => other.memberOnly),
    ...(quote.quirks.has('sparse') ? {} : { merchant_of_record: 'expedia' }),
    ...(request.withRefundability ? { current_refundability: refundabilityOf(plan) } : {}),
    amenities: mealAmenity(plan.meal),
    links: { payment_options: { method: 'GET', href: `${path}/payment-options?token=sandbox` } },
    bed_groups: {
      [room.code]: {
        id: room.code,
        description: room.beds,
        configuration: [],
        links: {
          price_check: { method: 'GET', href: `${path}/rooms/${room.code}/rates/${id}?token=sandbox` },
        },
      },
    },
    ...penaltiesOf(world, quote, plan, request),
    ...(plan.refundable ? {} : { nonrefundable_date_ranges: [nightsLost(plan)] }),
    occupancy_pricing: Object.fromEntries(request.occupancies.map((occupancy) => [occupancy, pricing])),
  }
}

/** Prices of one room. Nights are in the billing currency only; totals also in the requested currency. */
function pricingOf(world: World, quote: Quote, plan: Plan): object {
  const billed = quote.listing.currency
  const bill = (minor: number) => ({
    value: decimal(world.exchange(minor, quote.currency, billed), billed),
    currency: billed,
  })
  const charge = (minor: number) => ({
    billable_currency: bill(minor),
    request_currency: { value: decimal(minor, quote.currency), currency: quote.currency },
  })
  const base = sum(plan, 'base')
  const tax = sum(plan, 'tax')
  const fee = sum(plan, 'fee')
  return {
    nightly: plan.nights.map((night) => [
      { type: 'base_rate', ...bill(night.base) },
      { type: 'tax_and_service_fee', ...bill(night.tax) },
    ]),
    totals: {
      exclusive: charge(base),
      inclusive: charge(base + tax),
      property_inclusive: charge(base + tax + fee),
      property_fees: charge(fee),
    },
    ...(fee > 0 ? { fees: { mandatory_fee: charge(fee) } } : {}),
  }
}

/** The end of free cancellation; some properties state one even for rates that were never free to cancel. */
function penaltiesOf(world: World, { listing, quirks }: Quote, plan: Plan, { ask }: StayRequest): object {
  const isFinal = plan.cancelBy === null && !plan.partlyRefundable
  if (isFinal && !quirks.has('deadlineNow')) return quirks.has('sparse') ? {} : { cancel_penalties: [] }
  const start = plan.partlyRefundable ? instantBefore(ask.checkin) : (plan.cancelBy ?? vendorNow(world.now()))
  return {
    cancel_penalties: [
      {
        currency: listing.currency,
        start: withOffset(start),
        end: `${ask.checkin}T23:59:59.000+00:00`,
        percent: '100%',
      },
    ],
  }
}

/** Partly refundable stays are free to cancel until the day before arrival. */
function instantBefore(checkin: string): string {
  return new Date(Date.parse(`${checkin}T18:00:00Z`) - DAY_MS).toISOString()
}

function refundabilityOf(plan: Plan): string {
  if (plan.partlyRefundable) return 'partially_refundable'
  return plan.refundable ? 'refundable' : 'non_refundable'
}

/** All nights of a non-refundable rate, the last night of a partly refundable one. */
function nightsLost(plan: Plan): object {
  const last = plan.nights.at(-1)?.night
  return { start: plan.partlyRefundable ? last : plan.nights[0]?.night, end: last }
}

function sum(plan: Plan, part: 'base' | 'tax' | 'fee'): number {
  return plan.nights.reduce((total, night) => total + night[part], 0)
}

function mealAmenity(meal: Plan['meal']): object {
  if (meal === 'breakfast') return { '2098': { id: '2098', name: 'Free breakfast' } }
  if (meal === 'half_board') return { '2205': { id: '2205', name: 'Half board' } }
  return {}
}

function withOffset(utc: string): string {
  return new Date(utc).toISOString().replace('Z', '+00:00')
}

function decimal(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
