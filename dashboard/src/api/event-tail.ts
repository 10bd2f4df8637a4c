import type { Delivery, EventRow, ListEventsResponse } from '@vacancy/client'
import { Fault } from './call.ts'

/** The newest events. The API lists the oldest first, for replays, but the page shows the newest. */
export interface EventTail {
  /** Oldest first. */
  events: EventRow[]
  /** The event before the first of them; null if there is none. */
  before: string | null
  /** False while newer events are still being read. */
  atEnd: boolean
  /** How many events have been read so far. */
  read: number
}

/** Only this many of the newest are kept. */
export const MOST_EVENTS = 500

/** The largest page of the API, and how many pages are read before progress is shown. */
export const EVENTS_PER_PAGE = 1000
const PAGES_AT_ONCE = 5

type ReadPage = (after: string | null) => Promise<ListEventsResponse>

export const tailAfter = (before: string | null): EventTail => ({
  events: [],
  before,
  atEnd: false,
  read: 0,
})

/** Reads newer events, and again those whose delivery is not finished. */
export async function readOn(tail: EventTail, readPage: ReadPage): Promise<EventTail> {
  try {
    return await walk(tail, readPage)
  } catch (error) {
    // The stored position may have expired, or belong to another user of this browser.
    const isForgotten = error instanceof Fault && error.status === 400
    if (!isForgotten || (tail.before === null && tail.events.length === 0)) throw error
    return walk(tailAfter(null), readPage)
  }
}

export interface AnyDelivery extends Omit<Delivery, 'attempts'> {
  /** Null for the webhook of the watch or job itself. */
  endpoint: string | null
}

/** The deliveries of an event: to the webhook of its watch or job, or to endpoints. */
export function deliveriesOf({ delivery, deliveries = [] }: EventRow): AnyDelivery[] {
  if (delivery) return [{ ...delivery, endpoint: null }]
  return deliveries
}

function isPending(event: EventRow): boolean {
  return deliveriesOf(event).some(({ status }) => status === 'pending')
}

async function walk(tail: EventTail, readPage: ReadPage): Promise<EventTail> {
  const open = tail.events.findIndex(isPending)
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

/** Replaces one event. */
export function withEvent(tail: EventTail, changed: EventRow): EventTail {
  return { ...tail, events: tail.events.map((event) => (event.id === changed.id ? changed : event)) }
}
