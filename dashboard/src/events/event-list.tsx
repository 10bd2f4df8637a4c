import { type ReactNode, useState } from 'react'
import { type EventFilter, useEvents } from '../api/event-queries.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import { Loaded } from '../ui/feedback.tsx'
import { More } from '../ui/more.tsx'
import { Card } from '../ui/page.tsx'
import { EventTable } from './event-table.tsx'

interface EventListProps {
  filter: EventFilter
  title?: string
  ofWatch?: boolean
  /** Shown if there are no events. */
  none: ReactNode
}

const AT_FIRST = 100

/** The newest events, newest first. */
export function EventList({ filter, title, ofWatch = false, none }: EventListProps) {
  const [limit, setLimit] = useState(AT_FIRST)
  const query = useEvents(filter, limit)
  return (
    <Loaded query={query}>
      {({ events, next_cursor }) => (
        <Card title={title} flush={events.length > 0}>
          {events.length === 0 ? none : <EventTable events={events} ofWatch={ofWatch} />}
          <More
            of="events"
            isCut={next_cursor !== null}
            shown={events.length}
            // A page of large events ends before its limit.
            most={events.length < limit && !query.isPlaceholderData ? events.length : MOST_ROWS}
            busy={query.isPlaceholderData}
            onMore={setLimit}
            others="GET /events lists all of the last 30 days."
          />
        </Card>
      )}
    </Loaded>
  )
}
