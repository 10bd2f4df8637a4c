import { Link } from '@tanstack/react-router'
import { useTexts } from '../address.ts'
import { useEndpoints } from '../api/v1-queries.ts'
import { endpointName } from '../endpoints/endpoint-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { TimeRange } from '../ui/time-range.tsx'
import { EventList } from './event-list.tsx'
import { EVENT_WORDS } from './event-words.ts'

/** The filter is in the address, so it can be shared. */
export function EventsPage() {
  const { keyId } = useActingKey()
  const [{ type = '', endpoint = '', status = '', from = '', to = '' }] = useTexts()
  const filter = { type, endpoint_id: endpoint, status, from, to }
  const isFiltered = Object.values(filter).some((text) => text !== '')
  return (
    <Page
      title="Events"
      about="Sent by your watches, bookings, schedules and jobs, and whether they arrived. Failed deliveries are tried again for about a day."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <>
          <Filters />
          <EventList filter={filter} none={isFiltered ? <NoMatch /> : <NoEvents />} />
        </>
      )}
    </Page>
  )
}

function Filters() {
  const [{ type = '', endpoint = '', status = '', from = '', to = '' }, setTexts] = useTexts()
  const endpoints = useEndpoints().data?.endpoints ?? []
  return (
    <div className="filters">
      <Select
        label="Type"
        value={type}
        onChange={(event) => setTexts({ type: event.target.value || undefined })}
      >
        <option value="">All types</option>
        {Object.entries(EVENT_WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words} ({value})
          </option>
        ))}
      </Select>
      <Select
        label="Sent to"
        value={endpoint}
        onChange={(event) => setTexts({ endpoint: event.target.value || undefined })}
      >
        <option value="">All receivers</option>
        {endpoints.map((one) => (
          <option key={one.id} value={one.id}>
            {endpointName(one)}
          </option>
        ))}
      </Select>
      <Select
        label="Delivery"
        value={status}
        onChange={(event) => setTexts({ status: event.target.value || undefined })}
      >
        <option value="">All</option>
        <option value="delivered">Delivered</option>
        <option value="pending">Pending</option>
        <option value="failed">Failed</option>
      </Select>
      <TimeRange from={from} to={to} onChange={setTexts} />
    </div>
  )
}

function NoMatch() {
  return (
    <Empty icon="events" title="No event matches">
      <Link className="button plain" to="/events" search={{}}>
        Show all events
      </Link>
    </Empty>
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
