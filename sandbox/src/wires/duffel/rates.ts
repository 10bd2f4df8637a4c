import { minorDigits } from '../../world/currencies.ts'
import { hashText } from '../../world/hash.ts'
import type { Listing } from '../../world/listing.ts'
import type { Plan, Quote, RoomOffer, World } from '../../world/world.ts'

export interface StaysRate {
  total_amount: string
  total_currency: string
  base_amount: string | null
  base_currency: string
  due_at_accommodation_amount: string | null
  due_at_accommodation_currency: string
  [field: string]: unknown
}

/**
 * How a property's supplier shows taxes, fixed for each property.
 * `all`: every part in the currency of the total. `local_due`: what the property collects is in its own currency.
 * `base`: only the base is known.
 */
export type Disclosure = 'all' | 'local_due' | 'base'

/** The test hotels (codes in capitals) always show all, so that their figures are comparable. */
export function disclosureOf({ code }: Listing): Disclosure {
  if (!code.startsWith('acc_')) return 'all'
  const share = hashText(code) % 10
  if (share < 6) return 'all'
  return share < 8 ? 'local_due' : 'base'
}

export function rateRooms(
  quote: Quote,
  rooms: number,
  world: World,
): { name: string; beds: unknown[]; photos: unknown[]; rates: StaysRate[] }[] {
  return quote.rooms.map((room) => {
    const rates = room.plans.map((plan) => staysRate(quote, room, plan, rooms, world))
    return { name: room.name, beds: bedsOf(room), photos: [], rates: [...rates, ...goneRates(quote, rates)] }
  })
}

/** Plans that are not sold stay in the list with no room left, at a price that nobody gets. */
function goneRates({ heldBack, listing }: Quote, rates: readonly StaysRate[]): StaysRate[] {
  const [first] = rates
  if (!first) return []
  return heldBack.map((plan) => ({
    ...first,
    id: `rat_${listing.code.replace(/^acc_/, '')}_${plan.code}`,
    total_amount: '1.00',
    base_amount: null,
    quantity_available: 0,
  }))
}

function staysRate(quote: Quote, room: RoomOffer, plan: Plan, rooms: number, world: World): StaysRate {
  const { currency, listing } = quote
  const disclosure = disclosureOf(listing)
  const part = (name: 'base' | 'tax' | 'fee'): number =>
    rooms * plan.nights.reduce((sum, night) => sum + night[name], 0)
  const tells = disclosure !== 'base'
  const sparse = quote.quirks.has('sparse')
  const total = tells ? part('base') + part('tax') : part('base')
  const dueCurrency = disclosure === 'local_due' ? listing.currency : currency
  const due = world.exchange(part('fee'), currency, dueCurrency)
  return {
    id: `rat_${listing.code.replace(/^acc_/, '')}_${room.code}_${plan.code}`,
    // Some suppliers describe a rate instead of naming it.
    name: sparse ? null : plan.name,
    description: sparse ? `${plan.name}\n` : null,
    code: null,
    board_type: plan.meal,
    payment_type: 'pay_now',
    available_payment_methods: ['balance', 'card'],
    quantity_available: room.left,
    total_amount: decimal(total, currency),
    total_currency: currency,
    base_amount: decimal(part('base'), currency),
    base_currency: currency,
    tax_amount: tells ? decimal(part('tax'), currency) : null,
    tax_currency: currency,
    fee_amount: tells ? decimal(0, currency) : null,
    fee_currency: currency,
    due_at_accommodation_amount: tells ? decimal(due, dueCurrency) : null,
    due_at_accommodation_currency: dueCurrency,
    cancellation_timeline: timelineOf(plan, total, quote),
    conditions: [],
    supported_loyalty_programme: plan.memberOnly ? 'duffel_hotel_group_rewards' : null,
    loyalty_programme_required: plan.memberOnly,
    estimated_commission_amount: null,
    estimated_commission_currency: null,
    negotiated_rate_id: plan.needsProof && !sparse ? `nre_${listing.code.replace(/^acc_/, '')}` : null,
    deal_types: plan.needsProof && sparse ? ['corporate'] : [],
    source: 'duffel',
    expires_at: new Date(world.now() + 30 * 60_000).toISOString(),
  }
}

/** What a cancellation refunds, and until when. */
function timelineOf(plan: Plan, total: number, { currency }: Quote): object[] {
  const step = (before: string, refund: number): object => ({
    before,
    refund_amount: decimal(refund, currency),
    currency,
  })
  if (plan.cancelBy !== null) return [step(plan.cancelBy, total)]
  if (!plan.partlyRefundable) return []
  const [first] = plan.nights
  return [step(`${first?.night}T00:00:00Z`, Math.floor(total / 2))]
}

/** `1 king bed, 1 sofa bed` as the vendor counts beds. */
function bedsOf(room: RoomOffer): { type: string; count: number }[] {
  return room.beds.split(',').flatMap((text) => {
    const match = /^(\d+) (single|double|queen|king|sofa)/.exec(text.trim())
    return match
      ? [{ type: match[2] === 'sofa' ? 'sofabed' : String(match[2]), count: Number(match[1]) }]
      : []
  })
}

function decimal(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
