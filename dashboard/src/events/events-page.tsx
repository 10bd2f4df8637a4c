import { useEvents } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Card, Page } from '../ui/page.tsx'
import { EventTable } from './event-table.tsx'

export function EventsPage() {
  const { keyId } = useActingKey()
  const query = useEvents()
  return (
    <Page
      title="Events"
      about="What was sent to your webhooks, and how it went. A failed delivery is tried again for about a day."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {(events) => (
            <Card flush={events.length > 0}>
              {events.length === 0 ? (
                <Empty icon="events" title="No events yet">
                  <p>Watches make them, and jobs that were given a webhook.</p>
                </Empty>
              ) : (
                <EventTable events={events} />
              )}
            </Card>
          )}
        </Loaded>
      )}
    </Page>
  )
}
