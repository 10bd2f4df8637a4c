import { type Availability, type HotelRecord, type Room, SourceFailure } from '../../source.ts'
import { currencyOf, wholeOf } from './amounts.ts'
import type { Reply } from './client.ts'
import { type Asked, checkRoomStay, dateOf } from './echo.ts'
import { judge, warningsOf } from './errors.ts'
import { hotelOf, roomOf } from './hotel.ts'
import type { Profile } from './profile.ts'
import { readRate } from './rate.ts'
import { all, at, attribute, type Element, flag } from './xml.ts'

/** What an availability answer says of one hotel. */
export interface HotelStay {
  hotel: HotelRecord | null
  status: Availability
  minLos: number | null
  /** Null unless there is something to pay. */
  currency: string | null
  rooms: Room[]
}

export interface StayReading {
  profile: Profile
  points: boolean
  /** Whether every hotel but the asked one makes the whole answer wrong. */
  alone: boolean
}

/** Statuses under which a rate can be booked now. `Exclusive` is one of them: for those it is meant for. */
const BOOKABLE = new Set([
  'AvailableForSale',
  'LimitedAvailability',
  'ChangeDuringStay',
  'MultipleNights',
  'Exclusive',
])
const STATUS: Readonly<Record<string, Availability>> = {
  NoAvailability: 'sold_out',
  ClosedOut: 'closed',
  LOS_Restricted: 'restricted_los',
}
/** Of several reasons why nothing can be had, the one that a caller can act on comes first. */
const PRECEDENCE: Availability[] = ['restricted_los', 'sold_out', 'closed']

/** Reads one hotel out of an answer; whatever is not clearly about the asked stay is thrown as broken. */
export function readStay({ root, echoed }: Reply, asked: Asked, reading: StayReading): HotelStay {
  const everyStay = all(root, 'RoomStays', 'RoomStay').filter((stay) => flag(stay, 'IsAlternate') !== true)
  const roomStays = everyStay.filter((stay) => codeOf(stay) === asked.hotelCode)
  if (reading.alone && roomStays.length < everyStay.length)
    throw new SourceFailure('broken', 'room stays of a hotel that was not asked for')
  const hotelStays = all(root, 'HotelStays', 'HotelStay').filter((stay) => codeOf(stay) === asked.hotelCode)
  const arrival = arrivalOf(hotelStays, asked)
  const minLos = minLosOf(arrival)
  const hotel = hotelOf(at(roomStays[0] ?? hotelStays[0], 'BasicPropertyInfo'))

  if (roomStays.length === 0) {
    const status = closedBy(arrival) ?? complained(root, asked, echoed, reading.alone)
    return { hotel, status, minLos, currency: null, rooms: [] }
  }
  for (const roomStay of roomStays) checkRoomStay(roomStay, asked)
  const open = roomStays.filter((stay) => statusOf(stay) === 'available')
  if (open.length > 0) return { hotel, status: 'available', minLos, ...roomsOf(open, asked, reading) }
  const told = new Set(roomStays.map(statusOf))
  const status = PRECEDENCE.find((candidate) => told.has(candidate)) ?? 'sold_out'
  return { hotel, status, minLos, currency: null, rooms: [] }
}

function codeOf(stay: Element): string | undefined {
  return attribute(at(stay, 'BasicPropertyInfo'), 'HotelCode')
}

function statusOf(roomStay: Element): Availability {
  const text = attribute(roomStay, 'AvailabilityStatus')
  const offers = at(roomStay, 'RoomRates') !== undefined
  if (offers && (text === undefined || BOOKABLE.has(text))) return 'available'
  const status = text === undefined ? undefined : STATUS[text]
  // Anything else, "on request" and "other available" among it, is neither bookable nor surely sold out.
  if (status === undefined)
    throw new SourceFailure('broken', `a room stay with the status ${text ?? 'left out'}`)
  return status
}

/** What holds for the check-in night; the entries of a summary may go night by night. */
function arrivalOf(hotelStays: Element[], asked: Asked): Element[] {
  return hotelStays
    .flatMap((stay) => all(stay, 'Availability'))
    .filter((availability) => dateOf(attribute(availability, 'Start')) === asked.checkin)
}

/** The shortest stay that the check-in night admits, where the answer states one. */
function minLosOf(arrival: Element[]): number | null {
  const limits = arrival
    .flatMap((availability) => all(availability, 'Restriction'))
    .filter((restriction) => attribute(restriction, 'RestrictionType') === 'MinLOS')
    .map((restriction) => {
      const days = attribute(restriction, 'TimeUnit') === 'Week' ? 7 : 1
      return days * wholeOf(attribute(restriction, 'Time') ?? '', 'Time')
    })
  return limits.length === 0 ? null : Math.max(...limits)
}

/** Without room stays only a closed house is a full answer: an open one would have something to say. */
function closedBy(arrival: Element[]): Availability | undefined {
  const statuses = arrival.map((availability) => attribute(availability, 'Status'))
  return statuses.some((status) => status === 'Close' || status === 'ClosedOnArrival') ? 'closed' : undefined
}

/** What a warning says of a hotel that has no room stay; throws where none does, or where it is a failure. */
function complained(root: Element, asked: Asked, echoed: boolean, alone: boolean): Availability {
  const complaint = warningsOf(root).find(
    ({ record }) => record === asked.hotelCode || (alone && record === undefined),
  )
  if (complaint === undefined) throw new SourceFailure('broken', 'no word of the asked hotel')
  const verdict = judge(complaint, echoed)
  if ('failure' in verdict) throw verdict.failure
  return verdict.status
}

function roomsOf(roomStays: Element[], asked: Asked, { profile, points }: StayReading) {
  const currency = currencyOf(roomStays.flatMap(pricedElements), at(roomStays[0], 'BasicPropertyInfo'))
  const rooms = new Map<string, Room>()
  for (const roomStay of roomStays) {
    for (const roomRate of all(roomStay, 'RoomRates', 'RoomRate')) {
      const plan = planOf(roomStay, roomRate)
      if (![roomRate, plan].every(isOffered)) continue
      const context = { asked, currency, taxIncluded: profile.taxIncluded, points }
      const rate = readRate(roomRate, plan, context)
      if (rate === undefined) continue
      const roomType = roomTypeOf(roomStay, roomRate)
      const roomCode = attribute(roomRate, 'RoomTypeCode') ?? attribute(roomType, 'RoomTypeCode')
      if (roomCode === undefined) throw new SourceFailure('broken', 'a room rate without its room')
      const room = rooms.get(roomCode) ?? { ...roomOf(roomType, roomCode), rates: [] }
      room.rates.push(rate)
      rooms.set(roomCode, room)
    }
  }
  if (rooms.size === 0) throw new SourceFailure('broken', 'for sale, and nothing in it to buy')
  return { currency, rooms: [...rooms.values()] }
}

function pricedElements(roomStay: Element): Element[] {
  const roomRates = all(roomStay, 'RoomRates', 'RoomRate')
  const priced = ['Base', 'Total', 'AdditionalGuestAmounts'].flatMap((name) =>
    roomRates.flatMap((roomRate) => all(roomRate, 'Rates', 'Rate', name)),
  )
  return priced.concat(roomRates.flatMap((roomRate) => all(roomRate, 'Total')))
}

/** The plan says who may book; a rate whose plan is missing could be a member rate in disguise. */
function planOf(roomStay: Element, roomRate: Element): Element {
  const plans = all(roomStay, 'RatePlans', 'RatePlan')
  const plan = ['RatePlanCode', 'RatePlanID']
    .filter((name) => attribute(roomRate, name) !== undefined)
    .map((name) => plans.find((each) => attribute(each, name) === attribute(roomRate, name)))
    .find((each) => each !== undefined)
  if (plan === undefined) throw new SourceFailure('broken', 'a room rate whose plan is not described')
  return plan
}

function roomTypeOf(roomStay: Element, roomRate: Element): Element | undefined {
  const types = all(roomStay, 'RoomTypes', 'RoomType')
  const code = attribute(roomRate, 'RoomTypeCode')
  if (code === undefined) return types.length === 1 ? types[0] : undefined
  return types.find((type) => attribute(type, 'RoomTypeCode') === code)
}

function isOffered(element: Element): boolean {
  return ['AvailabilityStatus', 'RateIndicator']
    .map((name) => attribute(element, name))
    .every((status) => status === undefined || BOOKABLE.has(status))
}
