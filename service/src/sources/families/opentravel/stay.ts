import { type Availability, type HotelRecord, type Room, SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { currencyNamed, wholeOf } from './amounts.ts'
import type { Reply } from './client.ts'
import { type Asked, checkDates, dateOf, isForParty } from './echo.ts'
import { judgeAll, warningsOf } from './errors.ts'
import { hotelOf } from './hotel.ts'
import type { Profile } from './profile.ts'
import { roomsOf } from './rooms.ts'
import { firstOf, statusOf } from './status.ts'
import { tiesTo } from './ties.ts'
import { all, at, attribute, flag } from './xml.ts'

/** What an availability answer says about one hotel. */
export interface HotelStay {
  hotel: HotelRecord | null
  status: Availability
  minLos: number | null
  /** Null unless there is a price. */
  currency: string | null
  rooms: Room[]
}

export interface StayReading {
  profile: Profile
  points: boolean
  /** The requested currency. */
  currency: string
  /** Whether any other hotel makes the whole answer invalid. */
  alone: boolean
}

/** Reads one hotel from an answer. Throws if anything is not clearly about the requested stay. */
export function readStay({ root, echoed }: Reply, asked: Asked, reading: StayReading): HotelStay {
  const { alone } = reading
  const isAsked = tiesTo(asked.hotelCode, root, alone && echoed)
  const everyStay = all(root, 'RoomStays', 'RoomStay').filter((stay) => flag(stay, 'IsAlternate') !== true)
  const roomStays = everyStay.filter(isAsked)
  if (alone && roomStays.length < everyStay.length)
    throw new SourceFailure('broken', 'room stays of a hotel that was not requested')
  const hotelStays = all(root, 'HotelStays', 'HotelStay').filter(isAsked)
  const arrival = arrivalOf(hotelStays, asked)
  const minLos = minLosOf(arrival)
  const properties = [roomStays[0], hotelStays[0]].map((stay) => at(stay, 'BasicPropertyInfo'))
  const hotel = properties.map(hotelOf).find((known) => known !== null) ?? null

  if (roomStays.length === 0) {
    const status = closedBy(arrival) ?? complained(root, asked, echoed, alone)
    return { hotel, status, minLos, currency: null, rooms: [] }
  }
  for (const roomStay of roomStays) checkDates(roomStay, asked)
  const ours = roomStays.filter((stay) => isForParty(at(stay, 'GuestCounts'), asked))
  const open = ours.filter((stay) => statusOf(stay) === 'available')
  if (open.length > 0) {
    const { taxIncluded, rateTimeUnit } = reading.profile
    const currency = () => currencyNamed(open, properties)
    const rooms = roomsOf(open, { asked, taxIncluded, rateTimeUnit, points: reading.points, currency })
    return { hotel, status: 'available', minLos, currency: currencyIn(rooms, reading.currency), rooms }
  }
  return { hotel, status: closedStatus(ours, echoed), minLos, currency: null, rooms: [] }
}

/** Why nothing is available. Trusted only for stays that name their dates, or an answer with our token. */
function closedStatus(roomStays: readonly Element[], echoed: boolean): Availability {
  const statuses = roomStays.map(statusOf)
  if (statuses.length === 0) throw new SourceFailure('broken', 'room stays for another party')
  if (statuses.includes(undefined)) {
    const words = roomStays.map((stay) => attribute(stay, 'AvailabilityStatus') ?? 'left out')
    throw new SourceFailure('broken', `room stays with the status ${words.join(', ').slice(0, 80)}`)
  }
  if (!echoed && roomStays.some((stay) => at(stay, 'TimeSpan') === undefined))
    throw new SourceFailure('broken', 'nothing for sale, without dates')
  return firstOf(statuses)
}

/** The requested currency if a rate has it, else that of the first rate. */
function currencyIn(rooms: readonly Room[], wanted: string): string | null {
  const currencies = rooms.flatMap((room) => room.rates.map((rate) => rate.currency))
  return currencies.find((currency) => currency === wanted) ?? currencies[0] ?? null
}

/** The entry for the check-in night; a summary may have one per night. */
function arrivalOf(hotelStays: Element[], asked: Asked): Element[] {
  return hotelStays
    .flatMap((stay) => all(stay, 'Availability'))
    .filter((availability) => dateOf(attribute(availability, 'Start')) === asked.checkin)
}

/** The minimum stay of the check-in night, if stated. */
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

/** Without room stays only "closed" is a complete answer: an open hotel would have more to say. */
function closedBy(arrival: Element[]): Availability | undefined {
  const statuses = arrival.map((availability) => attribute(availability, 'Status'))
  return statuses.some((status) => status === 'Close' || status === 'ClosedOnArrival') ? 'closed' : undefined
}

/** What warnings say about a hotel without a room stay; throws if none does, or if one is a failure. */
function complained(root: Element, asked: Asked, echoed: boolean, alone: boolean): Availability {
  const complaints = warningsOf(root).filter(
    ({ record }) => record === asked.hotelCode || (alone && record === undefined),
  )
  if (complaints.length === 0)
    throw new SourceFailure('broken', 'the answer does not mention the requested hotel')
  return judgeAll(complaints, echoed)
}
