import { Link } from '@tanstack/react-router'
import { useEvents } from '../api/event-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EventList } from './event-list.tsx'

export function EventsPage() {
  const { keyId } = useActingKey()
  const query = useEvents()
  return (
    <Page
      title="Events"
      about="What your watches, bookings, schedules and jobs have told, and whether it arrived. Failed deliveries are retried for about a day."
    >
      {keyId === undefined ? <NeedsKey /> : <EventList query={query} none={<NoEvents />} />}
    </Page>
  )
}

function NoEvents() {
  return (
    <Empty icon="events" title="No events yet">
      <p>An event is sent when the condition of a watch is met, or when a schedule has run.</p>
      <Link className="button primary" to="/watches" search={{ new: '1' }}>
        Create a watch
      </Link>
    </Empty>
  )
}
