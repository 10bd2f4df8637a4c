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
      about="Events sent to your webhooks, and their delivery. Failed deliveries are retried for about a day."
    >
      {keyId === undefined ? <NeedsKey /> : <EventList query={query} none={<NoEvents />} />}
    </Page>
  )
}

function NoEvents() {
  return (
    <Empty icon="events" title="No events yet">
      <p>Watches send events, and so do jobs with a webhook.</p>
    </Empty>
  )
}
