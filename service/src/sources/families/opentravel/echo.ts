import { addNights, parseDay } from '../../../kernel/dates.ts'
import { type Occupancy, SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { ADULT, CHILD } from './request.ts'
import { all, at, attribute, flag } from './xml.ts'

/** The stay that an answer must be about. */
export interface Asked {
  hotelCode: string
  checkin: string
  los: number
  occupancy: Occupancy
}

/** Refuses a room stay for other dates. The schema makes them optional: if missing, the requested dates apply. */
export function checkDates(roomStay: Element, asked: Asked): void {
  const span = at(roomStay, 'TimeSpan')
  if (span === undefined) return
  const start = dateOf(attribute(span, 'Start'))
  const end = dateOf(attribute(span, 'End')) ?? endOf(start, attribute(span, 'Duration'))
  if (start !== asked.checkin || end !== addNights(asked.checkin, asked.los))
    throw new SourceFailure('broken', `an answer for ${start ?? '?'} to ${end ?? '?'}`)
}

/**
 * Whether guest counts match the requested party. Counts and ages are optional in the schema: guests without an age fill up
 * what the others leave open.
 */
export function isForParty(counts: Element | undefined, { occupancy }: Asked): boolean {
  if (counts === undefined) return true
  const perRoom = flag(counts, 'IsPerRoom')
  // Counts for all rooms together are accepted like counts per room.
  const parties = perRoom === undefined ? [1, occupancy.rooms] : [perRoom ? 1 : occupancy.rooms]
  return parties.some((rooms) => isParty(counts, occupancy.adults * rooms, occupancy.children * rooms))
}

function isParty(counts: Element, adults: number, children: number): boolean {
  const guests = all(counts, 'GuestCount')
  const countOf = (code: string | undefined) =>
    guests
      .filter((guest) => attribute(guest, 'AgeQualifyingCode') === code)
      .reduce((sum, guest) => sum + Number(attribute(guest, 'Count') ?? 1), 0)
  const [grown, young, unknown] = [countOf(ADULT), countOf(CHILD), countOf(undefined)]
  const others = guests.some(
    (guest) => ![ADULT, CHILD, undefined].includes(attribute(guest, 'AgeQualifyingCode')),
  )
  return !others && grown <= adults && young <= children && grown + young + unknown === adults + children
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
