import { Type } from 'typebox'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { IdField, withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { endWatch } from '../watches/making/end.ts'
import { BOOKING_STATES, type Booking, bookingView } from './booking.ts'
import { changeBooking, unknownBooking } from './change.ts'
import { type BookingDeps, createBooking } from './create.ts'
import { BookingList, BookingSchema, bookingBody, bookingChange } from './schemas.ts'
import { findBooking, listBookings, SORTS } from './store.ts'

const Params = Type.Object({
  id: IdField('bkg', 'The booking.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    ...pageFields('Bookings per page.'),
    scope: Type.Optional(
      Type.Enum(['key', 'account'], {
        description:
          'Whose bookings: those that the calling key created, or all of the account, also of keys that were revoked since.',
        default: 'key',
      }),
    ),
    status: Type.Optional(Type.Enum([...BOOKING_STATES], { description: 'Only bookings with this status.' })),
    q: Type.Optional(
      Type.String({
        description:
          'Only bookings whose reference, hotel, room, check-in or id contains this text, in upper or lower case.',
        minLength: 1,
        maxLength: 100,
      }),
    ),
    sort: withDefault(
      Type.Enum([...SORTS], {
        description:
          '`newest` first, the next `checkin` or `cancel_by` first, the highest `saving` in percent first, or by `reference`.',
      }),
      'newest',
    ),
  },
  { additionalProperties: false },
)

export function bookingRoutes(deps: BookingDeps): Route[] {
  const { pool, catalog } = deps
  const one = { params: Params, query: NoQuery }
  const bookingOf = async (account: number, id: string): Promise<Booking> => {
    const booking = await findBooking(pool, account, id)
    if (!booking) throw unknownBooking(id)
    return booking
  }
  return [
    freeRoute(
      {
        method: 'POST',
        path: '/bookings',
        operationId: 'createBooking',
        tag: 'Bookings',
        summary: 'Follow a booking',
        description: `Shops a stay that was booked, at once and then every \`refresh_sec\` until \`cancel_by\`, and sends \`booking.better\` when the same room or a plainly better one can be booked for less: at least as refundable, with at least the meal, on the same basis, and cheaper by \`min_saving_pct\`. It fires once each time that begins, at the first look too. \`booking.deadline\` follows ${LIMITS.bookingReminderHours} hours before \`cancel_by\`. Shops of the stay by other calls are judged too. The call itself is free; each refresh costs \`credits_per_refresh\`, charged to the key that created the booking, and is shared with watches of the stay. An account can have at most ${LIMITS.bookings} bookings whose stay is ahead.`,
        namesHotel: true,
        query: NoQuery,
        body: bookingBody(catalog),
        answers: { 201: { description: 'The booking.', schema: BookingSchema } },
      },
      ({ body, requestId }, { holder }, keepWith) =>
        createBooking(deps, holder, body, requestId, async (client, booking) => {
          const answer = served(bookingView(catalog, booking), 201)
          await keepWith(client, answer)
          return answer
        }),
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/bookings',
        operationId: 'listBookings',
        tag: 'Bookings',
        summary: 'The bookings of this key or account',
        description:
          'Bookings created with the calling key or, with `scope=account`, with any key of the account. Free.',
        query: ListQuery,
        answers: { 200: { description: 'A page of bookings.', schema: BookingList } },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const scope = query.scope === 'account' ? { account } : { key: holder.key.no }
        const { cursor, status = null, q: search = null, sort } = query
        const first = cursor === undefined ? null : await cursorOf(cursor, account)
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit, last: Booking | undefined) =>
            listBookings(pool, {
              scope,
              status,
              search,
              sort,
              after: last?.watch.no ?? first,
              limit,
            }),
          (booking) => bookingView(catalog, booking),
          { step: BOOKINGS_PER_READ },
        )
        return served({ bookings: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/bookings/{id}',
        operationId: 'getBooking',
        tag: 'Bookings',
        summary: 'Get a booking',
        description: 'Any key of the account can read it. Free.',
        ...one,
        answers: { 200: { description: 'The booking.', schema: BookingSchema } },
      },
      async ({ params }, { holder }) =>
        served(bookingView(catalog, await bookingOf(holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'PATCH',
        path: '/bookings/{id}',
        operationId: 'changeBooking',
        tag: 'Bookings',
        summary: 'Change a booking',
        description:
          'Omitted fields stay unchanged. After a change of what was booked or paid, or of `min_saving_pct`, the next look counts as the first. The hotel, the stay and the party cannot be changed. Free.',
        ...one,
        body: bookingChange(),
        answers: { 200: { description: 'The changed booking.', schema: BookingSchema } },
      },
      async ({ params, body }, { holder }) =>
        served(bookingView(catalog, await changeBooking(deps, holder.account.no, params.id, body))),
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/bookings/{id}',
        operationId: 'deleteBooking',
        tag: 'Bookings',
        summary: 'Delete a booking',
        description:
          'Its past events stay readable. A running refresh is charged if it fetches the stay. Free.',
        ...one,
        answers: { 200: { description: 'The deleted booking.', schema: BookingSchema } },
      },
      async ({ params }, { holder }) => {
        const account = holder.account.no
        const booking = await bookingOf(account, params.id)
        await endWatch(deps, account, params.id)
        return served(bookingView(catalog, booking))
      },
    ),
  ]

  async function cursorOf(cursor: string, account: number): Promise<number> {
    const booking = await findBooking(pool, account, cursor)
    if (!booking) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
    return booking.watch.no
  }
}

/** Each read fetches the watches, too. */
const BOOKINGS_PER_READ = 200
