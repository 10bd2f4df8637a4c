import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventRow, ListEventsResponse } from '@vacancy/client'
import { rememberQuotes } from '../hotels/quoted-currency.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { call } from './call.ts'

const AGAIN_MS = 15_000

/** Fields of `GET /events`; empty ones do not count. */
export type EventFilter = Partial<
  Record<'watch_id' | 'booking_id' | 'type' | 'endpoint_id' | 'status' | 'from' | 'to', string>
>

/** The newest events, newest first. */
export function useEvents(filter: EventFilter, limit: number) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...given, ['order', 'desc'], ['limit', String(limit)]])
  return useQuery({
    queryKey: ['v1', keyId, 'events', query.toString()],
    enabled: keyId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    queryFn: async () => {
      const { data } = await call<ListEventsResponse>(`/v1/events?${query}`, { keyId })
      rememberQuotes(
        queries,
        data.events.flatMap(({ current }) => current ?? []),
      )
      return data
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
export function showEvent(queries: QueryClient, keyId: string | undefined, changed: EventRow): void {
  queries.setQueriesData<ListEventsResponse>(
    { queryKey: ['v1', keyId, 'events'] },
    (page) =>
      page && {
        ...page,
        events: page.events.map((event) => (event.id === changed.id ? changed : event)),
      },
  )
}
