import { addNights, parseDay } from '../../../kernel/dates.ts'
import { type Occupancy, SourceFailure } from '../../source.ts'
import { ADULT, CHILD } from './request.ts'
import { all, at, attribute, type Element, flag } from './xml.ts'

/** The stay a piece of an answer must be about. */
export interface Asked {
  hotelCode: string
  checkin: string
  los: number
  occupancy: Occupancy
}

/** Refuses a room stay that is not about the dates and the party that were asked. */
export function checkRoomStay(roomStay: Element, asked: Asked): void {
  checkSpan(at(roomStay, 'TimeSpan'), asked)
  const counts = at(roomStay, 'GuestCounts')
  if (counts === undefined) throw new SourceFailure('broken', 'a room stay without its guest counts')
  // Counts for all rooms together are as good an echo as counts per room.
  const rooms = flag(counts, 'IsPerRoom') === false ? asked.occupancy.rooms : 1
  const adults = countOf(counts, ADULT)
  const children = countOf(counts, CHILD)
  const everyone = all(counts, 'GuestCount').length
  const told = [ADULT, CHILD].flatMap((code) => guestsOf(counts, code)).length
  if (
    everyone !== told ||
    adults !== asked.occupancy.adults * rooms ||
    children !== asked.occupancy.children * rooms
  )
    throw new SourceFailure('broken', `a room stay for ${adults} adults and ${children} children`)
}

function guestsOf(counts: Element, code: string): Element[] {
  return all(counts, 'GuestCount').filter((guest) => attribute(guest, 'AgeQualifyingCode') === code)
}

function countOf(counts: Element, code: string): number {
  return guestsOf(counts, code).reduce((sum, guest) => sum + Number(attribute(guest, 'Count') ?? 1), 0)
}

/** Refuses a `Start`/`End` (or `Start`/`Duration`) that is not the asked stay. */
function checkSpan(span: Element | undefined, asked: Asked): void {
  const start = dateOf(attribute(span, 'Start'))
  const end = dateOf(attribute(span, 'End')) ?? endOf(start, attribute(span, 'Duration'))
  if (start !== asked.checkin || end !== addNights(asked.checkin, asked.los))
    throw new SourceFailure('broken', `an answer for ${start ?? '?'} to ${end ?? '?'}`)
}

/** The calendar date of a date or a local date-time. */
export function dateOf(text: string | undefined): string | undefined {
  const date = text?.slice(0, 10)
  return date !== undefined && parseDay(date) !== null ? date : undefined
}

/** `P3N` and `P3D` are both three nights. */
function endOf(start: string | undefined, duration: string | undefined): string | undefined {
  const nights = /^P(\d{1,3})[ND]$/.exec(duration ?? '')?.[1]
  return start === undefined || nights === undefined ? undefined : addNights(start, Number(nights))
}
