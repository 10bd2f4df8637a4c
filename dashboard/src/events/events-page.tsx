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
      about="What was sent to your webhooks, and how it went. A failed delivery is tried again for about a day."
    >
      {keyId === undefined ? <NeedsKey /> : <EventList query={query} none={<NoEvents />} />}
    </Page>
  )
}

function NoEvents() {
  return (
    <Empty icon="events" title="No events yet">
      <p>Watches make them, and jobs that were given a webhook.</p>
    </Empty>
  )
}
