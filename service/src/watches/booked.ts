import { toDecimal } from '../kernel/money.ts'
import { partyView } from '../rates/render.ts'
import type { BookingTerms } from './conditions/booking.ts'
import { hundredthsOf, type StandIn } from './conditions/condition.ts'
import type { Watch } from './watch.ts'

/** What a booking has beside its watch. */
export interface Booked {
  /** The number of its watch. */
  watch: number
  reference: string | null
  best: BestOffer | null
}

/** A cheaper offer, as answers and events show it. */
export type BestOffer = ReturnType<typeof bestOfferOf>

type Priced = Pick<Watch, 'los' | 'occupancy' | 'currency'>

/** Null if it is not cheaper than what was paid. */
export function bestOf(
  terms: BookingTerms,
  watch: Priced,
  standIn: StandIn | 'none',
  seenMs: number,
): BestOffer | null {
  return standIn === 'none' || standIn.price >= terms.paid ? null : bestOfferOf(terms, watch, standIn, seenMs)
}

function bestOfferOf(
  { basis, paid }: BookingTerms,
  { los, occupancy, currency }: Priced,
  { price, room, rate, standing }: StandIn,
  seenMs: number,
) {
  const shown = shownIn(basis, currency)
  const saving = paid - price
  return {
    offer: {
      room_code: room.roomCode,
      room_name: room.name,
      room: standing,
      rate_code: rate.rateCode,
      rate_name: rate.name,
      price: shown(price),
      member_only: rate.memberOnly,
      refundable: rate.refundable,
      cancel_by: rate.cancelBy,
      meal_plan: rate.mealPlan,
      seller: rate.seller ?? null,
    },
    saving: shown(saving),
    saving_pct: hundredthsOf(saving, paid) / 100,
    saving_total: shown(saving * los * occupancy.rooms),
    seen_at: new Date(seenMs).toISOString(),
  }
}

function shownIn(basis: BookingTerms['basis'], currency: string): (amount: number) => number {
  return basis === 'points' ? (amount) => amount : (amount) => toDecimal(amount, currency)
}

/** What was booked, as answers and events show it. */
export function bookedView(
  terms: BookingTerms,
  { occupancy, currency }: Pick<Watch, 'occupancy' | 'currency'>,
) {
  const { basis, paid, minSaving, room, refundable, meal, cancelByMs } = terms
  return {
    ...partyView(occupancy),
    room_name: room,
    refundable,
    meal_plan: meal,
    paid: { amount: shownIn(basis, currency)(paid), currency, basis },
    cancel_by: new Date(cancelByMs).toISOString(),
    min_saving_pct: minSaving / 100,
  }
}

/** The fields of an event about a booking after its id, type and time. */
export function bookingEventBody(
  watch: Pick<
    Watch,
    'id' | 'source' | 'hotelCode' | 'name' | 'first' | 'los' | 'kind' | 'occupancy' | 'currency'
  >,
  terms: BookingTerms,
  reference: string | null,
  best: BestOffer | null,
): Record<string, unknown> {
  return {
    booking_id: watch.id,
    reference,
    chain: watch.source,
    hotel_code: watch.hotelCode,
    name: watch.name,
    night: watch.first,
    los: watch.los,
    kind: watch.kind,
    booking: bookedView(terms, watch),
    best,
  }
}
