import type { AnswerExample } from './example.ts'

/** The life of a booking, in order, while its endpoint exists. */
export const BOOKING_EXAMPLES: readonly AnswerExample[] = [
  {
    name: 'booking',
    operationId: 'createBooking',
    summary: 'Tell me when my room costs less',
    call: {
      method: 'POST',
      path: '/bookings',
      body: {
        chain: 'aurelia',
        hotel_code: 'NEWSF',
        checkin: '2028-01-16',
        los: 2,
        room_name: 'Standard Queen',
        refundable: true,
        meal_plan: 'room_only',
        paid: { amount: 310, currency: 'USD', basis: 'after_tax' },
        cancel_by: '2028-01-14T18:00:00-08:00',
        endpoints: ['{endpoint}'],
        reference: 'File 20417',
      },
    },
  },
  {
    name: 'bookings',
    operationId: 'listBookings',
    summary: 'Those with the highest saving',
    call: { method: 'GET', path: '/bookings?status=watching&sort=saving&limit=1' },
  },
  {
    name: 'booking_read',
    operationId: 'getBooking',
    summary: 'After the first look',
    call: { method: 'GET', path: '/bookings/{booking}' },
  },
  {
    name: 'booking_changed',
    operationId: 'changeBooking',
    summary: 'Booked again, so it is closed',
    call: { method: 'PATCH', path: '/bookings/{booking}', body: { status: 'closed' } },
  },
  {
    name: 'booking_deleted',
    operationId: 'deleteBooking',
    summary: 'Deletes the booking',
    call: { method: 'DELETE', path: '/bookings/{booking}' },
  },
]
