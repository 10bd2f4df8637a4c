import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventRow, ListEventsResponse } from '@vacancy/client'
import { rememberQuotes } from '../hotels/quoted-currency.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { call } from './call.ts'
import { EVENTS_PER_PAGE, type EventTail, readOn, tailAfter, withEvent } from './event-tail.ts'

const AGAIN_MS = 15_000

/** What events can be about. */
type Subject = { watch_id: string } | { booking_id: string }

/** The newest events, of all or of one watch or booking. Events are read once, even if the page is reopened. */
export function useEvents(of?: Subject) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const id = of && Object.values(of)[0]
  const queryKey = ['v1', keyId, 'events', id]
  const place = ['vacancy.events', keyId, id].filter(Boolean).join('.')
  const readPage = async (after: string | null) => {
    const query = new URLSearchParams({ ...of, limit: String(EVENTS_PER_PAGE) })
    if (after !== null) query.set('after', after)
    const { data } = await call<ListEventsResponse>(`/v1/events?${query}`, { keyId })
    rememberQuotes(
      queries,
      data.events.flatMap(({ current }) => current ?? []),
    )
    return data
  }
  return useQuery({
    queryKey,
    enabled: keyId !== undefined,
    refetchInterval: ({ state }) => (state.data?.atEnd === false ? 1 : AGAIN_MS),
    queryFn: async () => {
      const known = queries.getQueryData<EventTail>(queryKey) ?? tailAfter(localStorage.getItem(place))
      const tail = await readOn(known, readPage)
      // Progress is shown only while older events are being skipped.
      if (tail.before === null) localStorage.removeItem(place)
      else localStorage.setItem(place, tail.before)
      return tail
    },
  })
}

/** An event with every attempt to deliver it. Until they are read, with those of the list: the last ones. */
export function useWholeEvent(event: EventRow): EventRow {
  const { keyId } = useActingKey()
  const { data } = useQuery({
    queryKey: ['v1', keyId, 'event', event.id],
    queryFn: async () => (await call<EventRow>(`/v1/events/${event.id}`, { keyId })).data,
  })
  return data ?? event
}

/** Updates an event wherever it is shown. */
export function showEvent(queries: QueryClient, keyId: string | undefined, event: EventRow): void {
  queries.setQueriesData<EventTail>(
    { queryKey: ['v1', keyId, 'events'] },
    (tail) => tail && withEvent(tail, event),
  )
}
