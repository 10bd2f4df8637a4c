import { useParams } from '@tanstack/react-router'
import type { Booking } from '@vacancy/client'
import { useBooking } from '../api/booking-queries.ts'
import { useEndpointName } from '../endpoints/use-endpoint-name.ts'
import { EventList } from '../events/event-list.tsx'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { repeatedWords } from '../paid/upstream-words.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Badge, Empty, Loaded } from '../ui/feedback.tsx'
import { formatCount, formatMinute, formatShare } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, FactList, Page } from '../ui/page.tsx'
import { BookingActions } from './booking-actions.tsx'
import { ATTENTION, BASES, figureOf, partyOf, stayOf, termsOf } from './booking-words.ts'

export function BookingPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useBooking(id)
  return (
    <>
      <BackLink to="/bookings">Bookings</BackLink>
      <Loaded query={query}>{(booking) => <BookingView booking={booking} />}</Loaded>
    </>
  )
}

function BookingView({ booking }: { booking: Booking }) {
  const { id, name, chain, hotel_code: code, reference, attention, paid, status } = booking
  const nameOf = useEndpointName()
  const facts: [string, React.ReactNode][] = [
    ['Status', <Badge key="status" of={status} />],
    ['Room', booking.room_name],
    ['Stay', stayOf(booking)],
    ['Guests', partyOf(booking)],
    ['Paid per room and night', `${figureOf(booking, paid.amount)}, ${BASES[paid.basis]}`],
    ['Terms', termsOf(booking)],
    ['Cancel by', formatMinute(booking.cancel_by)],
    ['Tells', booking.endpoints.map(nameOf).join(', ')],
    ['Least saving', formatShare(booking.min_saving_pct / 100)],
    ['Last look', <Moment key="last" at={booking.last_refresh_at} never="not yet" />],
    ['Next look', <Moment key="next" at={booking.next_refresh_at} never="not planned" />],
    ['Cost per look', formatCount(booking.credits_per_refresh, 'credit')],
    ['Sent to sources, per look', repeatedWords(booking.upstream)],
  ]
  return (
    <Page
      title={name ?? `${chain} ${code}`}
      about={
        <>
          {reference !== null && `${reference} · `}
          {chain} <code>{code}</code> · <code>{id}</code>
        </>
      }
      actions={<BookingActions booking={booking} />}
    >
      {attention !== null && (
        <p className="caution" role="status">
          {ATTENTION[attention]}
        </p>
      )}
      <Found booking={booking} />
      <Card title="Booked">
        <FactList facts={facts} />
      </Card>
      <History id={id} />
    </Page>
  )
}

/** What could replace the booking now. */
function Found({ booking }: { booking: Booking }) {
  const { best, chain, hotel_code, checkin, status, last_refresh_at: looked } = booking
  if (best === null) {
    if (status !== 'watching') return null
    return (
      <Card title="Better offer">
        <p className="note">
          {looked === null
            ? 'The first look has not ended yet.'
            : 'The last look found no offer that costs less, of the same room or a better one, on terms as good.'}
        </p>
      </Card>
    )
  }
  const { offer } = best
  const facts: [string, React.ReactNode][] = [
    ['Per room and night', <strong key="price">{figureOf(booking, offer.price)}</strong>],
    ['Room', `${offer.room_name} (${offer.room === 'same' ? 'the same room' : 'a better room'})`],
    ['Rate', offer.member_only ? `${offer.rate_name}, for members` : offer.rate_name],
    ...(offer.seller ? [['Sold by', offer.seller.name] as [string, string]] : []),
    ['Cancellation', cancellationOf(booking)],
    ['Seen', <Moment key="seen" at={best.seen_at} />],
  ]
  return (
    <Card
      title={
        <>
          Better offer <span className="badge good">saves {figureOf(booking, best.saving_total)}</span>
        </>
      }
      aside={
        <HotelLink hotel={{ chain, hotel_code }} night={checkin}>
          Open the hotel
        </HotelLink>
      }
    >
      <FactList facts={facts} />
      {status === 'watching' && (
        <p className="hint">
          Book the offer first, then cancel the old booking before {formatMinute(booking.cancel_by)}, and
          close it here.
        </p>
      )}
    </Card>
  )
}

function cancellationOf({ best }: Booking): string {
  if (best === null || best.offer.refundable === null) return 'not stated'
  if (!best.offer.refundable) return 'not refundable'
  return best.offer.cancel_by === null
    ? 'refundable'
    : `refundable until ${formatMinute(best.offer.cancel_by)}`
}

function History({ id }: { id: string }) {
  return (
    <EventList
      filter={{ booking_id: id }}
      title="Notifications so far"
      ofWatch
      none={
        <Empty icon="events" title="Nothing yet">
          <p>You get one notification for each better offer, and one 48 hours before the deadline.</p>
        </Empty>
      }
    />
  )
}
