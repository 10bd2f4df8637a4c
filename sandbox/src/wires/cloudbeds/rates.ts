import { dateOf, dayOf } from '../../world/days.ts'
import { hashText } from '../../world/hash.ts'
import type { House, Plan, Quote, StayAsk } from '../../world/world.ts'
import { jsonAmount } from '../json-amount.ts'

/** Everything has a number at this vendor. */
function numberOf(...parts: string[]): string {
  return String(100_000 + (hashText(parts.join(' ')) % 900_000))
}

const roomTypeID = (hotel: string, room: string): string => numberOf('room', hotel, room)
const rateID = (hotel: string, room: string, plan: string): string => numberOf('rate', hotel, room, plan)

interface Night {
  date: string
  minor: number
}

/** What a night allows. */
interface Limits {
  roomsAvailable: number
  blocked?: boolean
  minLos?: number
}

/** A figure as a number or, at some properties, as a text. */
function figureOf(quote: Quote, minor: number): number | string {
  const amount = jsonAmount(minor, quote.currency)
  return quote.quirks.has('sparse') ? amount.toFixed(2) : amount
}

/** The rate plans of every room, whether they are sold or not. */
export function ratePlansOf(quote: Quote, house: House, ask: StayAsk): object[] {
  const sold = quote.rooms.flatMap((room) => [
    ...room.plans.map((plan) => rowOf(quote, room, plan, nightsOf(plan), { roomsAvailable: room.left })),
    // Kept back, and cheaper than all that are sold.
    ...quote.heldBack.map((held) => {
      const limits = { roomsAvailable: room.left, minLos: held.minLos }
      return rowOf(quote, room, { ...held, meal: 'room_only' }, cheap(ask), limits)
    }),
  ])
  const flexible = { code: 'FLEX', name: 'Flexible Rate', meal: 'room_only' } as const
  const others = house.rooms.filter((room) => !quote.rooms.some(({ code }) => code === room.code))
  return [...sold, ...others.map((room) => rowOf(quote, room, flexible, cheap(ask), limitsOf(quote)))]
}

/** What the nights of a room that is not sold say. */
function limitsOf({ status, minLos }: Quote): Limits {
  switch (status) {
    case 'closed':
      return { roomsAvailable: 4, blocked: true }
    case 'restricted_los':
      return { roomsAvailable: 4, minLos }
    case 'available':
    case 'sold_out':
      return { roomsAvailable: 0 }
  }
}

function nightsOf({ nights }: Plan): Night[] {
  return nights.map(({ night, base }) => ({ date: night, minor: base }))
}

/** Prices that nobody gets. */
function cheap({ checkin, los }: StayAsk): Night[] {
  return Array.from({ length: los }, (_, i) => ({ date: dateOf(dayOf(checkin) + i), minor: 100 }))
}

function rowOf(
  quote: Quote,
  room: { code: string; name: string },
  plan: Pick<Plan, 'code' | 'name' | 'meal'>,
  nights: readonly Night[],
  limits: Limits,
): object {
  const { code } = quote.listing
  const total = nights.reduce((sum, { minor }) => sum + minor, 0)
  const isBase = plan.code === 'FLEX'
  return {
    rateID: rateID(code, room.code, plan.code),
    isDerived: !isBase,
    roomRate: figureOf(quote, total),
    totalRate: figureOf(quote, total),
    roomTypeID: roomTypeID(code, room.code),
    roomTypeName: room.name,
    propertyID: code,
    ...(!isBase && { ratePlanID: numberOf('plan', code, plan.code) }),
    ...(!isBase && { ratePlanNamePublic: plan.name, ratePlanNamePrivate: plan.code }),
    ...(plan.meal !== 'room_only' && {
      addOns: [{ addOnID: '1', addOnName: 'Breakfast buffet', itemID: '2', itemName: 'Breakfast' }],
    }),
    roomRateDetailed: nights.map(({ date, minor }) => ({
      date,
      rateBase: figureOf(quote, minor),
      totalRate: figureOf(quote, minor),
      closedToArrival: false,
      closedToDeparture: false,
      blocked: false,
      minLos: 0,
      maxLos: 0,
      cutOff: 0,
      lastMinuteBooking: 0,
      ...limits,
    })),
    roomsAvailable: limits.roomsAvailable,
  }
}

/** The room types that take the party, one row for each of their plans. Restrictions do not matter here. */
export function availableOf(quote: Quote, house: House, ask: StayAsk): object[] {
  const { code } = quote.listing
  const isFull = quote.status === 'sold_out'
  const left = new Map(quote.rooms.map((room) => [room.code, room.left]))
  const rooms = house.rooms.flatMap((room) => {
    const roomsAvailable = quote.status === 'available' ? (left.get(room.code) ?? 0) : 4
    if (isFull || roomsAvailable === 0 || room.maxOccupancy < ask.adults + ask.children) return []
    const row = {
      roomTypeID: roomTypeID(code, room.code),
      roomTypeName: room.name,
      roomTypeNameShort: room.code,
      roomTypeDescription: room.beds,
      maxGuests: quote.quirks.has('sparse') ? String(room.maxOccupancy) : room.maxOccupancy,
      adultsIncluded: 2,
      childrenIncluded: 0,
      roomRate: 1,
      roomRateID: rateID(code, room.code, 'FLEX'),
      roomsAvailable,
    }
    return [row]
  })
  // A property without rooms is left out by some answers, and has an empty list in others.
  if (rooms.length === 0 && quote.quirks.has('sparse') && isFull) return []
  const { currency } = quote
  return [
    {
      propertyID: code,
      propertyCurrency: [{ currencyCode: currency, currencySymbol: currency, currencyPosition: 'before' }],
      propertyRooms: rooms,
    },
  ]
}
