import { type Room, SourceFailure } from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import type { Element } from '../read-xml.ts'
import { type Asked, isForParty } from './echo.ts'
import { roomCodeIn, roomOf } from './hotel.ts'
import { coverStay, isElsewhere } from './nights.ts'
import type { Offer, Part } from './offer.ts'
import { type RateContext, readRate } from './rate.ts'
import { isOffered } from './status.ts'
import { createPlanReader } from './terms.ts'
import { all, at, attribute } from './xml.ts'

/** The rooms on sale for the whole stay. */
export function roomsOf(roomStays: readonly Element[], reading: Omit<RateContext, 'readPlan'>): Room[] {
  const context = { ...reading, readPlan: createPlanReader() }
  const rooms = new Map<string, Room>()
  checkOfferCount(roomStays.reduce((sum, stay) => sum + all(stay, 'RoomRates', 'RoomRate').length, 0))
  for (const roomStay of roomStays) {
    for (const parts of salesOf(roomStay, context)) {
      const rate = readRate(parts, context)
      const roomRate = parts[0]?.roomRate
      if (rate === undefined || roomRate === undefined) continue
      const room = rooms.get(roomCodeIn(roomRate) ?? '') ?? described(roomStay, roomRate, rooms)
      room.rates.push(rate)
      rooms.set(room.roomCode, room)
    }
  }
  if (rooms.size === 0) throw new SourceFailure('broken', 'available, but without a rate')
  return [...rooms.values()]
}

function described(roomStay: Element, roomRate: Element, rooms: ReadonlyMap<string, Room>): Room {
  const room = roomOf(roomStay, roomRate)
  return rooms.get(room.roomCode) ?? { ...room, rates: [] }
}

/**
 * The ways to buy a room for all nights. Most room rates cover the stay alone. If partners send one per night, those of a room
 * and plan belong together; if the plan changes during the stay, those of a room.
 */
function salesOf(roomStay: Element, { asked, rateTimeUnit }: RateContext): Part[][] {
  const plans = all(roomStay, 'RatePlans', 'RatePlan')
  const offeredPlans = new Set(plans.filter(isOffered))
  const offers = all(roomStay, 'RoomRates', 'RoomRate').flatMap((roomRate): Offer[] => {
    const plan = planOf(plans, roomRate)
    const offered = isOffered(roomRate) && (plan === undefined || offeredPlans.has(plan))
    const asAsked = isForParty(at(roomRate, 'GuestCounts'), asked) && !isElsewhere(roomRate, asked)
    return offered && asAsked ? [{ roomStay, roomRate, plan }] : []
  })
  const sales: Part[][] = []
  let open = offers
  for (const keyOf of [each, roomAndPlan, roomAlone]) {
    const left: Offer[] = []
    for (const group of grouped(open, keyOf)) {
      const parts = partsOf(group, asked, rateTimeUnit)
      if (parts) sales.push(parts)
      else left.push(...group)
    }
    open = left
  }
  // The rest has prices for only some nights, so the stay cannot be bought with it.
  if (sales.length === 0 && open.length > 0)
    throw new SourceFailure('broken', `rates that do not cover ${asked.los} nights from ${asked.checkin}`)
  return sales
}

type KeyOf = (offer: Offer, index: number) => string

const each: KeyOf = (_offer, index) => String(index)
const roomAlone: KeyOf = ({ roomRate }) => roomCodeIn(roomRate) ?? ''
const roomAndPlan: KeyOf = (offer, index) =>
  [
    roomAlone(offer, index),
    attribute(offer.roomRate, 'RatePlanCode'),
    attribute(offer.roomRate, 'RatePlanID'),
  ].join('\n')

function grouped(offers: readonly Offer[], keyOf: KeyOf): Offer[][] {
  return [...Map.groupBy(offers, keyOf).values()]
}

function partsOf(
  offers: readonly Offer[],
  asked: Asked,
  rateTimeUnit: RateContext['rateTimeUnit'],
): Part[] | undefined {
  const priced = coverStay(
    offers.map((offer) => offer.roomRate),
    asked,
    rateTimeUnit,
  )
  return priced?.flatMap(({ roomRate, segments }) => {
    const offer = offers.find((candidate) => candidate.roomRate === roomRate)
    return offer ? [{ ...offer, segments }] : []
  })
}

/**
 * The plan says who may book, so a rate with a missing plan could be a hidden member rate. A room stay may describe no plans,
 * and with a single plan a rate need not refer to it.
 */
function planOf(plans: readonly Element[], roomRate: Element): Element | undefined {
  if (plans.length === 0) return undefined
  const code = attribute(roomRate, 'RatePlanCode')
  const id = attribute(roomRate, 'RatePlanID')
  if (code === undefined && id === undefined && plans.length === 1) return plans[0]
  const plan = planNamed(plans, 'RatePlanCode', code) ?? planNamed(plans, 'RatePlanID', id)
  if (plan === undefined) throw new SourceFailure('broken', 'a room rate whose plan is not described')
  return plan
}

function planNamed(plans: readonly Element[], by: string, name: string | undefined): Element | undefined {
  return name === undefined ? undefined : plans.find((candidate) => attribute(candidate, by) === name)
}
