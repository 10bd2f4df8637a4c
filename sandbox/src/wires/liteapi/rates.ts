import { minorDigits } from '../../world/currencies.ts'
import type { Listing } from '../../world/listing.ts'
import type { Plan, Quote, RoomOffer, World } from '../../world/world.ts'
import { vendorNow } from '../for-everybody.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import type { WireAnswer } from '../wire.ts'
import { json } from './answers.ts'
import type { RatesRequest } from './request.ts'

const BOARDS: Record<Plan['meal'], { boardType: string; boardName: string }> = {
  room_only: { boardType: 'RO', boardName: 'Room Only' },
  breakfast: { boardType: 'BI', boardName: 'Breakfast Included' },
  half_board: { boardType: 'HB', boardName: 'Half Board' },
}

/** Share of the price that the reseller earns; it is inside the total. */
const COMMISSION_PERCENT = 4

export function answerRates(source: string, asked: RatesRequest, world: World): WireAnswer {
  const quotes = availableQuotes(source, asked, world)
  if (quotes.length === 0) return { status: 204, body: '' }
  const data = quotes.map((quote) => ({
    hotelId: quote.listing.code,
    roomTypes: cheapestFirst(quote)
      .slice(0, asked.maxRatesPerHotel)
      .map(({ room, plan }) => offer(quote, room, plan, asked, world.now())),
  }))
  const hotels = asked.includeHotelData ? { hotels: quotes.map(({ listing }) => hotelCard(listing)) } : {}
  return json(200, { data, guestLevel: 0, sandbox: true, ...hotels })
}

export function answerMinRates(source: string, asked: RatesRequest, world: World): WireAnswer {
  const data = availableQuotes(source, asked, world).flatMap((quote) => {
    const [cheapest] = cheapestFirst(quote)
    if (!cheapest) return []
    const price = decimal(paid(cheapest.plan) * asked.rooms, quote.currency)
    return [
      { hotelId: quote.listing.code, price, offerId: offerId(quote, cheapest.room, cheapest.plan, asked) },
    ]
  })
  return json(200, { data, sandbox: true })
}

/** Leaves out unknown and full hotels alike, and faulty ones in a batch. */
function availableQuotes(source: string, asked: RatesRequest, world: World): Quote[] {
  const ask = {
    checkin: asked.checkin,
    los: asked.los,
    adults: asked.adults,
    children: asked.childrenAges.length,
    childAges: asked.childrenAges,
    rooms: asked.rooms,
    ...(asked.sale && { sale: asked.sale }),
    ...(asked.currency && { currency: asked.currency }),
  }
  return asked.hotelIds.flatMap((code) => {
    const quote = isOutOfOrder(world, code) ? undefined : world.quote(source, code, ask, { cash: true })
    return quote?.status === 'available' && quote.rooms.length > 0 ? [quote] : []
  })
}

function cheapestFirst(quote: Quote): { room: RoomOffer; plan: Plan }[] {
  const offers = quote.rooms.flatMap((room) => room.plans.map((plan) => ({ room, plan })))
  return offers.toSorted((one, other) => paid(one.plan) - paid(other.plan))
}

function offer(
  quote: Quote,
  room: RoomOffer,
  plan: Plan,
  asked: RatesRequest,
  nowMs: number,
): Record<string, unknown> {
  const { currency } = quote
  const sum = { amount: decimal(paid(plan) * asked.rooms, currency), currency }
  return {
    roomTypeId: opaque([quote.listing.code, room.code]),
    offerId: offerId(quote, room, plan, asked),
    supplier: 'nuitee',
    supplierId: 2,
    rates: Array.from({ length: asked.rooms }, (_, index) =>
      roomRate(quote, room, plan, asked, index + 1, nowMs),
    ),
    offerRetailRate: sum,
    ...(quote.quirks.has('sparse')
      ? {}
      : {
          suggestedSellingPrice: { ...sum, source: 'providerDirect' },
          offerInitialPrice: sum,
          priceType: 'commission',
        }),
    rateType: plan.isPackage ? 'package' : 'standard',
    loyaltyMembershipIdRequired: plan.memberOnly,
  }
}

function roomRate(
  quote: Quote,
  room: RoomOffer,
  plan: Plan,
  asked: RatesRequest,
  occupancyNumber: number,
  nowMs: number,
): Record<string, unknown> {
  const { currency } = quote
  const total = { amount: decimal(paid(plan), currency), currency }
  const tax = sumOf(plan, 'tax')
  const fee = sumOf(plan, 'fee')
  return {
    rateId: `${room.code}-${plan.code}`,
    occupancyNumber,
    name: room.name,
    maxOccupancy: room.maxOccupancy,
    adultCount: asked.adults,
    childCount: asked.childrenAges.length,
    childrenAges: asked.childrenAges,
    ...BOARDS[plan.meal],
    ...(quote.quirks.has('sparse') ? {} : commissionOf(plan, currency)),
    retailRate: {
      total: [total],
      suggestedSellingPrice: [{ ...total, source: 'providerDirect' }],
      initialPrice: [total],
      taxesAndFees: [
        { included: true, description: 'Taxes', amount: decimal(tax, currency), currency },
        ...(fee > 0
          ? [{ included: false, description: 'City tax and fees', amount: decimal(fee, currency), currency }]
          : []),
      ],
    },
    cancellationPolicies: {
      cancelPolicyInfos: penaltiesOf(quote, plan, nowMs),
      hotelRemarks: [],
      refundableTag: plan.refundable || plan.partlyRefundable ? 'RFN' : 'NRFN',
    },
    paymentTypes: ['NUITEE_PAY'],
  }
}

function commissionOf(plan: Plan, currency: string): Record<string, unknown> {
  const amount = decimal(Math.round((paid(plan) * COMMISSION_PERCENT) / 100), currency)
  return { remarks: '', priceType: 'commission', commission: [{ amount, currency }] }
}

/** What a cancellation costs, and from when. */
function penaltiesOf({ quirks, currency }: Quote, plan: Plan, nowMs: number): object[] {
  const timezone = quirks.has('sparse') ? 'America/New_York' : 'GMT'
  const penalty = (from: string, minor: number): object => ({
    cancelTime: vendorTime(from, timezone),
    amount: decimal(minor, currency),
    currency,
    type: 'amount',
    timezone,
  })
  if (plan.cancelBy !== null) return [penalty(plan.cancelBy, paid(plan))]
  if (plan.partlyRefundable) return [penalty(vendorNow(nowMs), lastNight(plan))]
  return quirks.has('deadlineNow') ? [penalty(vendorNow(nowMs), paid(plan))] : []
}

function lastNight(plan: Plan): number {
  const night = plan.nights.at(-1)
  return night === undefined ? 0 : night.base + night.tax
}

function hotelCard(listing: Listing): Record<string, unknown> {
  return {
    id: listing.code,
    name: listing.name,
    address: listing.address,
    country_code: listing.country.toLowerCase(),
    city_name: listing.city,
    latitude: listing.lat,
    longitude: listing.lng,
    rating: listing.rating,
    stars: listing.stars,
  }
}

/** The amount paid at booking, for one room and all nights. */
function paid(plan: Plan): number {
  return sumOf(plan, 'base') + sumOf(plan, 'tax')
}

function sumOf(plan: Plan, part: 'base' | 'tax' | 'fee'): number {
  return plan.nights.reduce((sum, night) => sum + night[part], 0)
}

function decimal(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency)
}

/** `2026-07-30 02:00:00`, by the clocks of the zone. */
function vendorTime(instant: string, timezone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

function offerId({ listing }: Quote, room: RoomOffer, plan: Plan, asked: RatesRequest): string {
  return opaque([listing.code, room.code, plan.code, asked.checkin, String(asked.los), String(asked.rooms)])
}

function opaque(parts: string[]): string {
  return Buffer.from(parts.join('|')).toString('base64url')
}
