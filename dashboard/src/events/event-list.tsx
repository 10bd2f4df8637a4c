import { type ReactNode, useState } from 'react'
import type { useEvents } from '../api/event-queries.ts'
import { type EventTail, MOST_EVENTS } from '../api/event-tail.ts'
import { Loaded } from '../ui/feedback.tsx'
import { formatWhole } from '../ui/format.ts'
import { More } from '../ui/more.tsx'
import { Card } from '../ui/page.tsx'
import { EventTable } from './event-table.tsx'

interface EventListProps {
  query: ReturnType<typeof useEvents>
  title?: string
  ofWatch?: boolean
  /** Shown if there are no events. */
  none: ReactNode
}

const AT_FIRST = 100

/** The newest events, newest first. */
export function EventList({ query, title, ofWatch = false, none }: EventListProps) {
  return (
    <Loaded query={query}>
      {(tail) => (
        <Card title={title} flush={tail.events.length > 0}>
          {tail.atEnd ? <Events tail={tail} ofWatch={ofWatch} none={none} /> : <Reading read={tail.read} />}
        </Card>
      )}
    </Loaded>
  )
}

function Events({ tail, ofWatch, none }: { tail: EventTail; ofWatch: boolean; none: ReactNode }) {
  const [shown, setShown] = useState(AT_FIRST)
  const { events, before } = tail
  if (events.length === 0) return none
  return (
    <>
      <EventTable events={events.slice(-shown).toReversed()} ofWatch={ofWatch} />
      <More
        of="events"
        isCut={events.length > shown || before !== null}
        shown={shown}
        most={MOST_EVENTS}
        onMore={setShown}
        others="GET /events lists all of the last 30 days."
      />
    </>
  )
}

function Reading({ read }: { read: number }) {
  return (
    <p className="hint" role="status">
      Loading the newest events: {formatWhole(read)} read so far.
    </p>
  )
}
