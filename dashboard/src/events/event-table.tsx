import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventRow, MatrixCell } from '@vacancy/client'
import { useState } from 'react'
import { type Choice, ChooseRow, chooseAll } from '../acts/choice.tsx'
import { call } from '../api/call.ts'
import { type AnyDelivery, deliveriesOf } from '../api/deliveries.ts'
import { showEvent } from '../api/event-queries.ts'
import { figureOf } from '../bookings/booking-words.ts'
import { useEndpointName } from '../endpoints/use-endpoint-name.ts'
import type { HotelId } from '../hotels/hotel-id.ts'
import { useHotelNames } from '../hotels/hotel-names.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { Badge, FaultNote } from '../ui/feedback.tsx'
import {
  formatAgo,
  formatClock,
  formatCount,
  formatMoment,
  formatMoney,
  formatNight,
  formatPoints,
  inWords,
} from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Heads, Table } from '../ui/page.tsx'
import { EventDetails } from './event-details.tsx'
import { eventWords } from './event-words.ts'

interface EventTableProps {
  events: readonly EventRow[]
  /** Those of the other pages, too. */
  all: readonly EventRow[]
  /** On the page of a watch, where the hotel is known. */
  ofWatch?: boolean
  choice: Choice
}

export function EventTable({ events, all, ofWatch = false, choice }: EventTableProps) {
  const nameOf = useHotelNames(events.flatMap(hotelOf))
  const receiverOf = useEndpointName()
  return (
    <Table label="Events">
      <Heads
        of={[
          chooseAll('events', all.filter(wasSent), choice),
          'Event',
          ofWatch ? 'Night' : 'Subject',
          'Change',
          'Delivery',
          'When',
          { unseen: 'Actions' },
        ]}
      />
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <ChooseRow
              id={event.id}
              name={`${eventWords(event.type)}, ${formatMoment(event.created_at)}`}
              choice={choice}
              canAct={wasSent(event)}
            />
            <th scope="row">{eventWords(event.type)}</th>
            {ofWatch ? (
              <td>{event.night && formatNight(event.night)}</td>
            ) : (
              <td className="wordy">
                <About event={event} nameOf={nameOf} />
              </td>
            )}
            <td>
              <Change event={event} />
            </td>
            <td className="wordy">
              <Delivery event={event} receiverOf={receiverOf} />
            </td>
            <td>
              <Moment at={event.created_at} />
            </td>
            <td className="row-actions">
              <Details event={event} />
              {wasSent(event) && <Redeliver event={event} />}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function wasSent(event: EventRow): boolean {
  return deliveriesOf(event).length > 0
}

function hotelOf({ chain, hotel_code }: EventRow): HotelId[] {
  return chain === undefined || hotel_code === undefined ? [] : [{ chain, hotel_code }]
}

interface AboutProps {
  event: EventRow
  nameOf: (hotel: HotelId) => string | undefined
}

function About({ event, nameOf }: AboutProps) {
  if (event.schedule) return <Ran run={event.schedule} />
  if (event.job_id) {
    return (
      <Link to="/jobs/$id" params={{ id: event.job_id }}>
        Open the job
      </Link>
    )
  }
  const name = hotelOf(event).map(nameOf)[0] ?? `${event.chain} ${event.hotel_code}`
  if (event.booking_id) {
    return (
      <>
        <Link to="/bookings/$id" params={{ id: event.booking_id }}>
          {name}
        </Link>
        <span className="under">{event.reference ?? event.booking?.room_name}</span>
      </>
    )
  }
  if (!event.watch_id) return <span className="faint">–</span>
  return (
    <>
      <Link to="/watches/$id" params={{ id: event.watch_id }}>
        {name}
      </Link>
      <span className="under">{event.night && formatNight(event.night)}</span>
    </>
  )
}

/** A run of a schedule: its job, or why it did not happen. */
function Ran({ run: { name, job_id, message } }: { run: NonNullable<EventRow['schedule']> }) {
  return (
    <>
      {job_id === null ? (
        name
      ) : (
        <Link to="/jobs/$id" params={{ id: job_id }}>
          {name}
        </Link>
      )}
      {message !== null && <span className="under">{message}</span>}
    </>
  )
}

function Change({ event: { previous, current, booking, best } }: { event: EventRow }) {
  if (booking && best)
    return `${figureOf(booking, booking.paid.amount)} → ${figureOf(booking, best.offer.price)}`
  if (!current) return <span className="faint">–</span>
  return (
    <>
      {previous ? `${figureOfCell(previous)} → ` : ''}
      {figureOfCell(current)}
    </>
  )
}

function figureOfCell(cell: MatrixCell): string {
  if (cell.status !== 'available') return inWords(cell.status)
  if (cell.kind === 'award') return `${formatPoints(cell.lowest_points)} pts`
  return formatMoney(cell.lowest_bar, cell.currency)
}

/** One line for each receiver. */
function Delivery({ event, receiverOf }: { event: EventRow; receiverOf: (id: string) => string }) {
  return deliveriesOf(event).map((delivery) => (
    <Receiver
      key={delivery.endpoint ?? ''}
      id={event.id}
      delivery={delivery}
      name={delivery.endpoint === null ? null : receiverOf(delivery.endpoint)}
    />
  ))
}

interface ReceiverProps {
  id: string
  delivery: AnyDelivery
  name: string | null
}

/** The last answer in a few words, and the last attempt when opened. */
function Receiver({ id, delivery, name }: ReceiverProps) {
  const { status, attempts_made: attempts, last_status, next_attempt_at, log } = delivery
  const tried = formatCount(attempts, 'attempt')
  const answered = last_status === null ? '' : `, last answer ${last_status}`
  const next = next_attempt_at === null ? '' : `, next ${formatAgo(next_attempt_at)}`
  const waits = status === 'pending' && next_attempt_at === null
  return (
    <>
      <Badge of={status} />
      {name !== null && <span className="under">{name}</span>}
      <details className="attempts">
        <summary>{waits ? 'until the address is confirmed' : tried + answered + next}</summary>
        <code>{id}</code>
        <ol>
          {log.map((attempt) => (
            <li key={attempt.at}>
              {formatClock(attempt.at)}: {attempt.status ?? attempt.error ?? 'no answer'},{' '}
              {attempt.duration_ms} ms
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

function Details({ event }: { event: EventRow }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="small" look="quiet" onClick={() => setOpen(true)}>
        Details
      </Button>
      {open && <EventDetails event={event} onClose={() => setOpen(false)} />}
    </>
  )
}

function Redeliver({ event }: { event: EventRow }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => call<EventRow>(`/v1/events/${event.id}/redeliver`, { method: 'POST', keyId }),
    onSuccess: ({ data }) => {
      showEvent(queries, keyId, data)
      return queries.invalidateQueries({ queryKey: ['v1', keyId, 'events'] })
    },
  })
  return (
    <>
      <Button className="small" look="quiet" busy={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? 'Sent again' : 'Redeliver'}
      </Button>
      {send.error && <FaultNote error={send.error} />}
    </>
  )
}
