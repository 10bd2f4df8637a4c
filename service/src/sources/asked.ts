import { checkBatch, checkCalendar, checkHotel, checkHotels, checkStay } from './answer-check.ts'
import { lookCloser } from './closer-look.ts'
import { hotelOf } from './hotel-of.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type Call,
  type FindQuery,
  type HotelRecord,
  type NearQuery,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from './source.ts'

/** A question about prices or hotels, as data: it can be kept with its answer and asked again. */
export type Asked =
  | { verb: 'shop'; query: StayQuery }
  | { verb: 'lowest'; query: BatchQuery }
  | { verb: 'calendar'; query: CalendarQuery }
  | { verb: 'near'; query: NearQuery }
  | { verb: 'find'; query: FindQuery }
  | { verb: 'hotel'; query: { hotelCode: string } }

// Asking and reading with all checks, the same for a call and for what was kept of one.

export async function readStay(adapter: Adapter, query: StayQuery, call: Call): Promise<StayAnswer> {
  return checkStay(query, await adapter.shop(query, call))
}

export async function readBatch(adapter: Adapter, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const rows = await (adapter.lowest?.(query, call) ?? unable())
  return checkBatch(query, await lookCloser(adapter, query, rows, call))
}

export async function readRange(adapter: Adapter, query: CalendarQuery, call: Call) {
  return checkCalendar(query, await (adapter.calendar?.(query, call) ?? unable()))
}

export async function readNear(adapter: Adapter, query: NearQuery, call: Call): Promise<HotelRecord[]> {
  return checkHotels(await (adapter.near?.(query, call) ?? unable()))
}

export async function readFound(adapter: Adapter, query: FindQuery, call: Call): Promise<HotelRecord[]> {
  return checkHotels(await (adapter.find?.(query, call) ?? unable()))
}

export async function readHotel(adapter: Adapter, hotelCode: string, nowMs: number, call: Call) {
  return checkHotel(hotelCode, await hotelOf(adapter, hotelCode, nowMs, call))
}

export function readAsked(adapter: Adapter, asked: Asked, nowMs: number, call: Call): Promise<unknown> {
  switch (asked.verb) {
    case 'shop':
      return readStay(adapter, asked.query, call)
    case 'lowest':
      return readBatch(adapter, asked.query, call)
    case 'calendar':
      return readRange(adapter, asked.query, call)
    case 'near':
      return readNear(adapter, asked.query, call)
    case 'find':
      return readFound(adapter, asked.query, call)
    case 'hotel':
      return readHotel(adapter, asked.query.hotelCode, nowMs, call)
  }
}

function unable(): never {
  throw new SourceFailure('refused', 'the family of this source cannot do that')
}
