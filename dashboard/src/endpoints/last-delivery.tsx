import { useQuery } from '@tanstack/react-query'
import type { EventRow, ListEventsResponse } from '@vacancy/client'
import { call } from '../api/call.ts'
import { deliveriesOf } from '../api/deliveries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { formatWhole, inWords } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'

/** How far back the newest delivery is looked for. */
const EVENTS = 100

/** The newest events of the account. All endpoints on a page share them. */
function useNewestEvents() {
  const { keyId } = useActingKey()
  return useQuery({
    queryKey: ['v1', keyId, 'newest-events'],
    enabled: keyId !== undefined,
    refetchInterval: 5000,
    queryFn: async () =>
      (await call<ListEventsResponse>(`/v1/events?order=desc&limit=${EVENTS}`, { keyId })).data.events,
  })
}

/** What became of the last event that went to an endpoint, with the receiver's answer if it failed. */
export function LastDelivery({ endpoint }: { endpoint: string }) {
  const events = useNewestEvents().data ?? []
  const newest = events.flatMap((event: EventRow) =>
    deliveriesOf(event)
      .filter((delivery) => delivery.endpoint === endpoint)
      .map((delivery) => ({ event, delivery })),
  )[0]
  if (!newest) return <p className="hint">No event was sent to it lately.</p>
  const { event, delivery } = newest
  const attempt = delivery.log.at(-1)
  const failed = attempt && (attempt.error !== null || (attempt.status ?? 0) >= 300)
  return (
    <p className="hint" role="status">
      Last event: {inWords(event.type)}, <Moment at={event.created_at} />, {delivery.status}
      {attempt && `, ${formatWhole(attempt.duration_ms)} ms`}.
      {failed && (
        <span className="bad-text">
          {' '}
          Last failure: {attempt.error ?? `the receiver answered ${attempt.status}`}.
        </span>
      )}
    </p>
  )
}
