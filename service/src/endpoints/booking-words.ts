import { counted } from '../kernel/counted.ts'
import { money, percent, points, stayWords, type Words } from './figure-words.ts'

/** A booking, as far as people are told about it. */
export interface ToldBooking {
  room_name: string
  paid: { amount: number; currency: string; basis: string }
  cancel_by: string
}

/** A cheaper offer for it. */
export interface ToldBest {
  offer: {
    room_name: string
    room: 'same' | 'better'
    rate_name: string
    price: number
    member_only: boolean
    refundable: boolean | null
    meal_plan: string | null
    seller: { name: string } | null
  }
  saving_pct: number
  saving_total: number
}

interface ToldBookingEvent {
  type: string
  created_at: string
  reference?: string | null
  chain?: string
  hotel_code?: string
  name?: string | null
  night?: string
  los?: number
  best?: ToldBest | null
}

export function bookingWords(event: ToldBookingEvent, booking: ToldBooking): Words {
  const {
    name,
    chain = '',
    hotel_code: code = '',
    night = '',
    los = 1,
    reference = null,
    best = null,
  } = event
  const hotel = name ?? `${chain}:${code}`
  const nights = stayWords(night, los, event.created_at)
  const { paid } = booking
  const shown = (figure: number) => (paid.basis === 'points' ? points(figure) : money(figure, paid.currency))
  const isReminder = event.type === 'booking.deadline'
  const cheaper =
    best && `${shown(best.offer.price)} per night, ${percent(best.saving_pct)} below what you paid`
  return {
    subject: [hotel, nights, ...(reference === null ? [] : [reference])].join(', '),
    what: isReminder
      ? `can be canceled until ${momentWords(booking.cancel_by)}; ${cheaper ? `the best offer seen is ${cheaper}` : 'nothing cheaper was seen at the last look'}`
      : `${best?.offer.room === 'better' ? 'a better room' : 'the same room'} for ${cheaper ?? 'less'}`,
    facts: [
      ...(reference === null ? [] : [['Reference', reference] as const]),
      ['Hotel', `${hotel} (${chain}:${code})`],
      ['Stay', `${nights}, ${counted(los, 'night')}`],
      ['You booked', `${booking.room_name}, ${shown(paid.amount)} per night${basisWords(paid.basis)}`],
      ...(best ? offerFacts(best, shown) : []),
      ['Cancel by', momentWords(booking.cancel_by)],
    ],
  }
}

function offerFacts({ offer, saving_total: saved }: ToldBest, shown: (figure: number) => string) {
  const terms = [
    offer.rate_name,
    ...(offer.member_only ? ['for members'] : []),
    ...(offer.refundable === true ? ['refundable'] : []),
    ...(offer.meal_plan === null ? [] : [offer.meal_plan.replaceAll('_', ' ')]),
    ...(offer.seller ? [`from ${offer.seller.name}`] : []),
  ]
  return [
    ['Now', `${offer.room_name}, ${shown(offer.price)} per night`] as const,
    ['Rate', terms.join(', ')] as const,
    ['Total saving', shown(saved)] as const,
  ]
}

function basisWords(basis: string): string {
  return basis === 'after_tax' ? ' with taxes' : ''
}

function momentWords(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}
