import { minorDigits } from '../../world/currencies.ts'
import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import type { Fields, StayRequest } from './stay-request.ts'

const VAT = 1
const RESORT_FEE = 2

/** The meaning of charge numbers, from the vendor's constants. */
export const CHARGE_TYPES = [
  { id: VAT, name: { 'en-gb': 'VAT' } },
  { id: RESORT_FEE, name: { 'en-gb': 'Resort fee' } },
]
const MEALS: Readonly<Record<Plan['meal'], { meals: string[]; plan: string }>> = {
  room_only: { meals: [], plan: 'no_plan' },
  breakfast: { meals: ['breakfast'], plan: 'breakfast_included' },
  half_board: { meals: ['breakfast', 'dinner'], plan: 'half_board' },
}

interface Offer {
  room: RoomOffer
  plan: Plan
}

/** The products that the booker may see, cheapest display price first. */
function offersOf(quote: Quote, stay: StayRequest): Offer[] {
  return quote.rooms
    .flatMap((room) => room.plans.map((plan): Offer => ({ room, plan })))
    .filter(({ plan }) => stay.signedIn || !plan.memberOnly)
    .toSorted((a, b) => bookOf(a.plan) - bookOf(b.plan))
}

/** `data` of an availability answer. */
export function availabilityData(quote: Quote, stay: StayRequest): Fields {
  const offers = offersOf(quote, stay)
  const [cheapest] = offers
  return {
    id: idOf(quote.listing.code),
    currency: quote.currency,
    ...linksOf(quote, stay),
    products: offers.map((offer) => productOf(quote, offer, stay)),
    ...(cheapest ? { recommendation: selection(quote, cheapest, stay) } : {}),
  }
}

function productOf(quote: Quote, { room, plan }: Offer, stay: StayRequest): object {
  return {
    ...conditions(quote, room, plan),
    ...(quote.quirks.has('sparse') ? {} : { maximum_occupancy: occupancyOf(room.maxOccupancy) }),
    number_available_at_this_price: room.left,
    price: { ...priceOf(quote, plan, stay), chargeable_online: decimal(bookOf(plan), quote.currency) },
  }
}

/** How many children of which age stay as children, and whether for nothing. */
function occupancyOf(most: number): object {
  const children = { total: Math.max(1, most - 1), from_age: 0, to_age: 12, free_stay: false }
  return { adults: most, children: [children], total: most }
}

/** One entry of a search answer, or undefined if nothing is available to the booker. */
export function searchResult(quote: Quote, stay: StayRequest): Fields | undefined {
  const [cheapest] = offersOf(quote, stay)
  if (!cheapest) return undefined
  const { room, plan } = cheapest
  const product = {
    ...conditions(quote, room, plan),
    children: [],
    number_of_adults: stay.ask.adults,
    price: priceOf(quote, plan, stay),
  }
  return {
    id: idOf(quote.listing.code),
    currency: quote.currency,
    ...linksOf(quote, stay),
    price: sumPrice(quote, plan, stay, stay.ask.rooms),
    ...(stay.withProducts ? { products: Array.from({ length: stay.ask.rooms }, () => product) } : {}),
  }
}

/** Whole numbers at the vendor; the test hotels keep their names. */
export function idOf(code: string): number | string {
  return /^\d+$/.test(code) ? Number(code) : code
}

export function roomIdOf(room: RoomOffer): number {
  return numberOf(room.code)
}

/** Codes that are not numbers consist of letters and digits, which is a number in base 36. */
function numberOf(code: string): number {
  return /^\d+$/.test(code) ? Number(code) : Number.parseInt(code.replaceAll('-', ''), 36)
}

function selection(quote: Quote, { room, plan }: Offer, stay: StayRequest): object {
  return {
    price: sumPrice(quote, plan, stay, stay.ask.rooms),
    products: Array.from({ length: stay.ask.rooms }, () => ({
      id: productId(room, plan),
      children: [],
      number_of_adults: stay.ask.adults,
      price: sumPrice(quote, plan, stay, 1),
    })),
  }
}

function productId(room: RoomOffer, plan: Plan): string {
  return `${roomIdOf(room)}_${numberOf(plan.code)}_${room.maxOccupancy}_0_0`
}

function conditions(quote: Quote, room: RoomOffer, plan: Plan): object {
  return {
    id: productId(room, plan),
    bundle: null,
    deal: plan.memberOnly
      ? dealOf(quote, room, plan, 'logged_in_deal')
      : plan.refundable
        ? null
        : dealOf(quote, room, plan, 'seasonal_deal'),
    inventory: { third_party: false, type: 'sell' },
    policies: {
      cancellation: {
        free_cancellation_until: plan.cancelBy,
        type: plan.refundable
          ? 'free_cancellation'
          : plan.partlyRefundable
            ? 'special_conditions'
            : 'non_refundable',
      },
      meal_plan: MEALS[plan.meal],
      payment: { prepayment_required: !plan.refundable, timings: ['pay_online_now'] },
    },
    room: roomIdOf(room),
  }
}

/** The discount is relative to the next higher public price of the same room. */
function dealOf(quote: Quote, room: RoomOffer, plan: Plan, tag: string): object {
  const book = bookOf(plan)
  const dearer = room.plans
    .filter((other) => !other.memberOnly)
    .map(bookOf)
    .filter((price) => price > book)
  const publicPrice = dearer.length === 0 ? book : Math.min(...dearer)
  return {
    discount_percentage: Math.max(1, Math.round(100 - (100 * book) / publicPrice)),
    public_price: decimal(publicPrice, quote.currency),
    tags: [tag],
  }
}

/** Charges of one room for the whole stay. The display price usually includes VAT, but not what the property collects. */
function priceOf(quote: Quote, plan: Plan, stay: StayRequest): object {
  const money = (minor: number) => decimal(minor, quote.currency)
  const tax = sum(plan, 'tax')
  const fee = sum(plan, 'fee')
  const charge = (kind: number, minor: number) => ({
    charge: kind,
    mode: 'calculated_amount',
    percentage: null,
    total_amount: money(minor),
    unit_amount: null,
  })
  const vat = tax > 0 ? [charge(VAT, tax)] : []
  return {
    ...(stay.withCharges
      ? {
          base: money(sum(plan, 'base')),
          extra_charges: {
            conditional: [],
            excluded: [...(plan.otherBasis ? vat : []), ...(fee > 0 ? [charge(RESORT_FEE, fee)] : [])],
            included: plan.otherBasis ? [] : vat,
          },
        }
      : {}),
    book: money(bookOf(plan)),
    total: money(sum(plan, 'base') + tax + fee),
  }
}

/** The charges of several equal rooms, summed. */
function sumPrice(quote: Quote, plan: Plan, stay: StayRequest, rooms: number): object {
  const money = (minor: number) => decimal(minor * rooms, quote.currency)
  const [tax, fee] = [sum(plan, 'tax'), sum(plan, 'fee')]
  const [excluded, included] = plan.otherBasis ? [tax + fee, 0] : [fee, tax]
  return {
    ...(stay.withCharges
      ? {
          base: money(sum(plan, 'base')),
          extra_charges: { excluded: money(excluded), included: money(included) },
        }
      : {}),
    book: money(bookOf(plan)),
    total: money(sum(plan, 'base') + tax + fee),
  }
}

function linksOf({ listing }: Quote, { ask, checkout }: StayRequest): object {
  const dates = `checkin=${ask.checkin}&checkout=${checkout}`
  const party = `group_adults=${ask.adults * ask.rooms}&no_rooms=${ask.rooms}`
  return {
    deep_link_url: `booking://hotel/${listing.code}?${dates}`,
    url: `https://www.example.com/hotel/${listing.country.toLowerCase()}/${listing.code}.html?${dates}&${party}`,
  }
}

/** The display price: with VAT, except for plans where the property collects it. */
function bookOf(plan: Plan): number {
  return sum(plan, 'base') + (plan.otherBasis ? 0 : sum(plan, 'tax'))
}

function sum(plan: Plan, part: 'base' | 'tax' | 'fee'): number {
  return plan.nights.reduce((total, night) => total + night[part], 0)
}

function decimal(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency)
}
