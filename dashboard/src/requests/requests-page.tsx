import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../address.ts'
import { type LoggedRequest, useRequests } from '../api/account-queries.ts'
import { useKeys } from '../api/own-queries.ts'
import type { Key } from '../api/own-shapes.ts'
import { MOST_ROWS } from '../api/v1-queries.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Field, Segments, Select } from '../ui/field.tsx'
import { formatCount, formatCredits, formatNight, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { Paged, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { TimeRange } from '../ui/time-range.tsx'
import { StatusBadge } from './status-badge.tsx'

const OUTCOMES = [
  { value: '', label: 'All' },
  { value: 'ok', label: 'Successful' },
  { value: 'failed', label: 'Failed' },
] as const

/** The log of requests. The filter is in the address, so it can be shared. */
export function RequestsPage() {
  const [{ outcome = '', key = '', status = '', from = '', to = '', q = '' }, setTexts] = useTexts()
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const query = useRequests({ outcome, keyId: key, status, from, to, q }, limit)
  const keys = useKeys().data?.keys ?? []
  const isFiltered = [outcome, key, status, from, to, q].some((text) => text !== '')
  return (
    <Page
      title="Requests"
      about="Every call with one of your keys, failures included. Kept for 7 days; a busy account keeps its newest ones."
    >
      <div className="filters">
        <Segments
          label="Outcome"
          value={OUTCOMES.find(({ value }) => value === outcome)?.value ?? ''}
          options={OUTCOMES}
          onChoose={(chosen) => setTexts({ outcome: chosen === '' ? undefined : chosen })}
        />
        <Select
          label="Key"
          value={key}
          onChange={(event) => setTexts({ key: event.target.value || undefined })}
        >
          <option value="">All keys</option>
          {keys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label="Status"
          inputMode="numeric"
          maxLength={3}
          placeholder="404"
          value={status}
          onChange={(event) => setTexts({ status: event.target.value || undefined })}
        />
        <TimeRange from={from} to={to} onChange={setTexts} />
        <Field
          label="Path, hotel code or request id"
          type="search"
          value={q}
          maxLength={100}
          placeholder="/shop"
          onChange={(event) => setTexts({ q: event.target.value || undefined })}
        />
      </div>
      <Loaded query={query}>
        {({ requests, next_cursor }) =>
          requests.length === 0 ? (
            <NoRequests isFiltered={isFiltered} />
          ) : (
            <Card flush>
              <Paged
                rows={requests}
                source={{
                  isCut: next_cursor !== null,
                  most: MOST_ROWS,
                  busy: query.isPlaceholderData,
                  onMore: setLimit,
                  others: 'Filter the list to see older ones.',
                }}
              >
                {(shown) => <RequestTable requests={shown} keys={keys} />}
              </Paged>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  return (
    <section className="card">
      {isFiltered ? (
        <Empty icon="requests" title="No request matches">
          <Link className="button plain" to="/requests" search={{}}>
            Show all requests
          </Link>
        </Empty>
      ) : (
        <Empty icon="requests" title="No requests yet">
          <p>Calls appear here a second after they were answered.</p>
          <Link className="button primary" to="/start">
            Make your first call
          </Link>
        </Empty>
      )}
    </section>
  )
}

function RequestTable({ requests, keys }: { requests: readonly LoggedRequest[]; keys: Key[] }) {
  const nameOf = useHotelNames(requests.flatMap(({ about }) => about ?? []))
  return (
    <Table label="Requests">
      <Heads of={['Request', 'Status', { number: 'Credits' }, { number: 'Time' }, 'Key', 'When']} />
      <tbody>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} keys={keys} nameOf={nameOf} />
        ))}
      </tbody>
    </Table>
  )
}

interface RequestRowProps {
  request: LoggedRequest
  keys: Key[]
  nameOf: (hotel: HotelId) => string | undefined
}

function RequestRow({ request, keys, nameOf }: RequestRowProps) {
  const { id, method, path, status, error, credits, took_ms, key_id, from_page, at, unlisted, about } =
    request
  const name = keys.find((key) => key.id === key_id)?.name ?? key_id
  return (
    <tr>
      <th scope="row">
        <Link to="/requests/$id" params={{ id }} className="request-line">
          <span className="method">{method}</span> {path}
        </Link>
        {about && <span className="under">{wordsOf(about, nameOf)}</span>}
        {unlisted > 0 && <span className="under">{formatWhole(unlisted)} more before it are not listed</span>}
      </th>
      <td>
        <StatusBadge status={status} error={error} />
      </td>
      <td className="number">{formatCredits(credits)}</td>
      <td className="number">{formatWhole(took_ms)} ms</td>
      <td>
        {name}
        {from_page && <span className="under">from this dashboard</span>}
      </td>
      <td>
        <Moment at={at} />
      </td>
    </tr>
  )
}

/** The hotel, and the first night. */
function wordsOf(
  { more, night, ...hotel }: NonNullable<LoggedRequest['about']>,
  nameOf: RequestRowProps['nameOf'],
): string {
  const name = nameOf(hotel) ?? `${hotel.chain} ${hotel.hotel_code}`
  const others = more === 0 ? '' : ` and ${formatCount(more, 'hotel')} more`
  const isNight = night !== null && /^\d{4}-\d\d-\d\d$/.test(night)
  return `${name}${others}${isNight ? `, ${formatNight(night)}` : ''}`
}
