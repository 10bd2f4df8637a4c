import type { EventRow, ListEventsResponse } from '@vacancy/client'
import { Fault } from './call.ts'

/** The end of the list of events. The API gives the oldest first, for replaying; whoever looks wants the newest. */
export interface EventTail {
  /** Oldest first. */
  events: EventRow[]
  /** The event before the first of them; null where there is none. */
  before: string | null
  /** Is there nothing newer? Else it is still being read towards the end. */
  atEnd: boolean
  /** How many have been read to get here. */
  read: number
}

/** As many as are kept: the others have been passed by on the way to the end. */
export const MOST_EVENTS = 500

/** What one page of the API holds at most, and how many are read before the reader is told how far it is. */
export const EVENTS_PER_PAGE = 1000
const PAGES_AT_ONCE = 5

type ReadPage = (after: string | null) => Promise<ListEventsResponse>

export const tailAfter = (before: string | null): EventTail => ({
  events: [],
  before,
  atEnd: false,
  read: 0,
})

/** Reads what is newer, and again what may have changed: from the first delivery that is not over. */
export async function readOn(tail: EventTail, readPage: ReadPage): Promise<EventTail> {
  try {
    return await walk(tail, readPage)
  } catch (error) {
    // The place that was reached is forgotten after a time, or is that of somebody else who used this browser.
    const isForgotten = error instanceof Fault && error.status === 400
    if (!isForgotten || (tail.before === null && tail.events.length === 0)) throw error
    return walk(tailAfter(null), readPage)
  }
}

async function walk(tail: EventTail, readPage: ReadPage): Promise<EventTail> {
  const open = tail.events.findIndex(({ delivery }) => delivery.status === 'pending')
  let { before, read } = tail
  let events = open < 0 ? tail.events : tail.events.slice(0, open)
  for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
    const { events: newer, next_cursor } = await readPage(events.at(-1)?.id ?? before)
    read += newer.length
    const all = [...events, ...newer]
    events = all.slice(-MOST_EVENTS)
    before = all.at(-MOST_EVENTS - 1)?.id ?? before
    if (next_cursor === null) return { events, before, atEnd: true, read }
  }
  return { events, before, atEnd: false, read }
}

/** With one event as it is now. */
export function withEvent(tail: EventTail, changed: EventRow): EventTail {
  return { ...tail, events: tail.events.map((event) => (event.id === changed.id ? changed : event)) }
}
