import type { Event as EventRow, ListEventsResponse } from './generated/shapes.ts'
import type { Input } from './operation.ts'
import { pause } from './retry.ts'
import type { CallOptions, Received, Request } from './send.ts'
import type { Signal } from './web.ts'

export interface EventsOptions extends Input<'listEvents'> {
  /** Keeps waiting for new events instead of ending with the latest. */
  follow?: boolean | undefined
  /** Polling interval while waiting. */
  pollMs?: number | undefined
  signal?: Signal | undefined
}

type Ask = (request: Request, options?: CallOptions) => Promise<Received>

const LARGEST_PAGE = 1000
const POLL_MS = 5000

export async function* eventsOf(ask: Ask, options: EventsOptions = {}): AsyncGenerator<EventRow, void, void> {
  const { limit = LARGEST_PAGE, follow = false, pollMs = POLL_MS, signal, after: first, ...filter } = options
  let after = first
  for (;;) {
    const query = { after, ...filter, limit }
    const answer = await ask({ method: 'GET', path: '/events', query }, { signal })
    const data = answer.data as ListEventsResponse
    yield* data.events
    after = data.events.at(-1)?.id ?? after
    if (data.next_cursor !== null && data.events.length > 0) continue
    if (!follow || filter.order === 'desc') return
    await pause(pollMs, signal)
  }
}
