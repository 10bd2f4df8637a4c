import { Link } from '@tanstack/react-router'
import type { Booking } from '@vacancy/client'
import { type Choice, ChooseRow, chooseAll } from '../acts/choice.tsx'
import type { RowKind } from '../acts/row-acts.tsx'
import { Badge } from '../ui/feedback.tsx'
import { formatAgo, formatMinute, formatShare } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'
import { figureOf, stayOf } from './booking-words.ts'

export const BOOKINGS: RowKind = {
  rows: 'bookings',
  one: 'booking',
  acts: [
    {
      name: 'close',
      label: 'Close',
      done: 'closed',
      follows:
        'Nothing is looked up or told any more, for example because you have canceled them or booked again. Your reservations at the hotels are not touched.',
    },
    {
      name: 'delete',
      label: 'Delete',
      done: 'deleted',
      follows:
        'They are no longer followed and cost nothing more. What you were told stays on the events page.',
    },
  ],
}

interface BookingTableProps {
  bookings: readonly Booking[]
  /** Those of the other pages, too. */
  all: readonly Booking[]
  choice: Choice
}

export function BookingTable({ bookings, all, choice }: BookingTableProps) {
  return (
    <Table label="Bookings" isStacked>
      <Heads
        of={[
          chooseAll('bookings', all, choice),
          'Booking',
          { number: 'Now' },
          { number: 'Paid' },
          'Stay',
          'Cancel by',
          'Status',
        ]}
      />
      <tbody>
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} choice={choice} />
        ))}
      </tbody>
    </Table>
  )
}

function BookingRow({ booking, choice }: { booking: Booking; choice: Choice }) {
  const { id, name, hotel_code: code, reference, room_name: room, paid, status, attention } = booking
  return (
    <tr className={status === 'watching' ? undefined : 'spent'}>
      <ChooseRow id={id} name={`${name ?? code}, ${reference ?? stayOf(booking)}`} choice={choice} />
      <th scope="row">
        <Link to="/bookings/$id" params={{ id }}>
          {name ?? code}
        </Link>
        <span className="under">{reference === null ? room : `${reference} · ${room}`}</span>
      </th>
      <td className="number" data-name="Now">
        <Now booking={booking} />
      </td>
      <td className="number" data-name="Paid">
        {figureOf(booking, paid.amount)}
        <span className="under">a night</span>
      </td>
      <td data-name="Stay">{stayOf(booking)}</td>
      <td data-name="Cancel by">
        {formatMinute(booking.cancel_by)}
        <span className="under">{formatAgo(booking.cancel_by)}</span>
      </td>
      <td data-name="Status">
        <Badge of={attention ?? status} />
      </td>
    </tr>
  )
}

/** What the same or a better room costs now. */
function Now({ booking }: { booking: Booking }) {
  const { best, last_refresh_at: looked } = booking
  if (best === null) return <span className="faint">{looked === null ? 'not yet' : 'nothing cheaper'}</span>
  return (
    <>
      <strong>{figureOf(booking, best.offer.price)}</strong>
      <span className="under">saves {formatShare(best.saving_pct / 100)}</span>
    </>
  )
}
