import type { Static } from 'typebox'
import type { BookingList, BookingSchema } from '../../bookings/schemas.ts'
import { counted } from '../../kernel/counted.ts'
import { hotelOf, money, nightOf, present } from '../figures.ts'
import { priceWords } from '../price-words.ts'
import type { Row } from '../row.ts'
import { type Tool, tool } from '../tool.ts'
import { sourceText } from '../words.ts'

type Booking = Static<typeof BookingSchema>

const COLUMNS = [
  'booking_id',
  'booking_status',
  'reference',
  'hotel',
  'night',
  'night_in_words',
  'nights',
  'paid',
  'paid_points',
  'price',
  'price_basis',
  'points',
  'saving',
  'saving_pct',
  'room_from_source',
  'rate_from_source',
  'refundable',
  'cancel_by',
  'observed_at',
  'note',
] as const

const followBooking = tool<typeof BookingSchema>(
  {
    name: 'follow_booking',
    title: 'Follow a booking that was made',
    description:
      'For a stay that is booked: it is shopped every six hours until `cancel_by`, and `endpoints` are told when the same room or a plainly better one, on terms as good, costs less. Then list_bookings.',
    costs: ({ cachedShop }) =>
      `The call is free; each refresh costs ${priceWords(cachedShop)}, so ask the user first.`,
    operationId: 'createBooking',
    fields: [
      'chain',
      'hotel_code',
      'checkin',
      'los',
      'adults',
      'children_ages',
      'rooms',
      'room_name',
      'refundable',
      'meal_plan',
      'paid',
      'cancel_by',
      'min_saving_pct',
      'endpoints',
      'reference',
    ],
    startsWork: true,
    hasOneRow: true,
    columns: COLUMNS,
  },
  (booking) => ({
    summary: `The booking ${booking.id} is followed until ${booking.cancel_by}; each refresh costs up to ${booking.credits_per_refresh} credits.`,
    rows: [rowOf(booking)],
  }),
)

const listBookings = tool<typeof BookingList>(
  {
    name: 'list_bookings',
    title: 'Bookings that are followed',
    description:
      'Free. What was booked and paid, and the cheapest offer of the last look that could replace it. To rebook, the user books the offer, then cancels before `cancel_by`.',
    operationId: 'listBookings',
    fields: ['status', 'q', 'sort', 'scope'],
    pagesItself: true,
    columns: COLUMNS,
  },
  ({ bookings, next_cursor: nextCursor }) => {
    const cheaper = bookings.filter(({ best }) => best !== null).length
    return {
      summary: `${counted(bookings.length, 'booking')}, ${cheaper} of them for less now.`,
      rows: bookings.map(rowOf),
      whyEmpty: 'No booking is followed with this key. Next: follow_booking, or `scope` account.',
      nextCursor,
    }
  },
)

function rowOf(booking: Booking): Row {
  const { paid, best, attention } = booking
  const isPoints = paid.basis === 'points'
  return present({
    booking_id: booking.id,
    booking_status: booking.status,
    reference: booking.reference === null ? undefined : sourceText(booking.reference),
    ...hotelOf(booking),
    ...nightOf(booking.checkin),
    nights: booking.los,
    paid: isPoints ? undefined : money(paid.amount, paid.currency),
    paid_points: isPoints ? paid.amount : undefined,
    price: isPoints ? undefined : money(best?.offer.price, paid.currency),
    price_basis: best && !isPoints ? (paid.basis === 'after_tax' ? 'after_tax' : 'as_shown') : undefined,
    points: isPoints ? best?.offer.price : undefined,
    saving: isPoints ? undefined : money(best?.saving, paid.currency),
    saving_pct: best?.saving_pct,
    room_from_source: best ? sourceText(best.offer.room_name) : undefined,
    rate_from_source: best ? sourceText(best.offer.rate_name) : undefined,
    refundable: best?.offer.refundable ?? undefined,
    cancel_by: booking.cancel_by,
    observed_at: best?.seen_at,
    note: attention ?? undefined,
  })
}

export const BOOKING_TOOLS: readonly Tool[] = [followBooking, listBookings]
