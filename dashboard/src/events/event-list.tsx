import { type ReactNode, useState } from 'react'
import { useChoice } from '../acts/choice.tsx'
import { RowActs, type RowKind } from '../acts/row-acts.tsx'
import { type EventFilter, useEvents } from '../api/event-queries.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { Loaded } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import { Paged, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { EventTable } from './event-table.tsx'

interface EventListProps {
  filter: EventFilter
  title?: string
  ofWatch?: boolean
  /** Shown if there are no events. */
  none: ReactNode
}

const EVENTS: RowKind = {
  rows: 'events',
  one: 'event',
  acts: [{ name: 'redeliver', label: 'Redeliver', done: 'sent again' }],
}

/** The newest events, newest first. */
export function EventList({ filter, title, ofWatch = false, none }: EventListProps) {
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const query = useEvents(filter, limit)
  const choice = useChoice()
  return (
    <Loaded query={query}>
      {({ events, next_cursor }) => (
        <Card title={title} flush={events.length > 0}>
          <RowActs of={EVENTS} shown={events} choice={choice} />
          {events.length === 0 ? (
            none
          ) : (
            <Paged
              rows={events}
              source={{
                isCut: next_cursor !== null,
                // A page of large events ends before its limit.
                most: events.length < limit && !query.isPlaceholderData ? events.length : MOST_ROWS,
                busy: query.isPlaceholderData,
                onMore: setLimit,
                others: 'GET /events lists all of the last 30 days.',
              }}
            >
              {(shown) => <EventTable events={shown} all={events} ofWatch={ofWatch} choice={choice} />}
            </Paged>
          )}
        </Card>
      )}
    </Loaded>
  )
}
