import { Type } from 'typebox'
import { Credits, NextCursor, nullable, OpenEnum, RepeatedUpstream, Timestamp } from '../edge/schemas.ts'
import { EndpointIds } from '../endpoints/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ChainField, CheckinField, COMMON_FIELDS, HotelCode, LosField } from '../rates/request.ts'
import { ChildrenFields } from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { ATTENTIONS } from '../watches/attention.ts'
import { MEAL_PLANS, PAID_BASES } from '../watches/conditions/booking.ts'
import { BestOffer, BOOKED_FIELDS } from '../webhooks/booking-schemas.ts'
import { BOOKING_STATES } from './booking.ts'

const STRICT = { additionalProperties: false }
const optional = Type.Optional

/** Defaults apply only to new bookings: in a change, an omitted field stays unchanged. */
const usually = (isNew: boolean, value: unknown) => (isNew ? { default: value } : {})

const Reference = Type.String({
  description: 'Your words for the booking, such as a guest or a file number. Events have it, too.',
  minLength: 1,
  maxLength: LIMITS.bookingTextLength,
  examples: ['File 20417'],
})

const fields = (isNew: boolean) => ({
  room_name: Type.String({
    description:
      'The booked room, as the source names it. What the name says (class, beds, view, …) decides which rooms are the same or better.',
    minLength: 1,
    maxLength: LIMITS.bookingTextLength,
    examples: ['Deluxe King Room'],
  }),
  refundable: Type.Boolean({
    description: 'Whether a cancellation is refunded. If so, only refundable offers count.',
  }),
  meal_plan: Type.Enum([...MEAL_PLANS], {
    description: 'The meals that were booked. Offers have at least these.',
  }),
  amount: Type.Number({
    description: 'Per room and night: money in `currency`, or points.',
    exclusiveMinimum: 0,
    maximum: 1_000_000_000_000,
    examples: [189.5],
  }),
  cancel_by: Type.String({
    description:
      'Until when the booking can be canceled: a time with its offset, or a date, which is its first moment in UTC. Nothing is told later.',
    maxLength: 40,
    examples: ['2027-03-01T18:00:00+01:00'],
  }),
  min_saving_pct: Type.Number({
    description: 'The least saving to be told of, in percent of what was paid.',
    minimum: 0,
    maximum: 100,
    ...usually(isNew, LIMITS.bookingMinSavingPct),
  }),
  refresh_sec: Type.Integer({
    description:
      'Seconds between refreshes. A booking or watch of the same stay with a shorter interval refreshes this one too.',
    minimum: LIMITS.watchRefreshSecMin,
    maximum: LIMITS.watchRefreshSecMax,
    ...usually(isNew, LIMITS.bookingRefreshSecDefault),
  }),
})

const { max_age: _, currency: _usual, ...PARTY } = COMMON_FIELDS

export const bookingBody = (catalog: Catalog) => {
  const { amount, ...terms } = fields(true)
  return Type.Object(
    {
      chain: ChainField(catalog),
      hotel_code: HotelCode,
      checkin: CheckinField,
      los: LosField,
      ...PARTY,
      room_name: terms.room_name,
      refundable: terms.refundable,
      meal_plan: terms.meal_plan,
      paid: Type.Object(
        {
          amount,
          currency: optional(
            Type.String({
              description: 'ISO 4217: a currency that the hotel quotes. Not needed for points.',
              pattern: '^[A-Z]{3}$',
              examples: ['USD'],
            }),
          ),
          basis: Type.Enum([...PAID_BASES], {
            description:
              'What `amount` is: the price with all taxes and fees, the price as the source displays it, or points. Offers are compared on the same basis.',
          }),
        },
        { ...STRICT, description: 'What was paid.' },
      ),
      cancel_by: terms.cancel_by,
      min_saving_pct: optional(terms.min_saving_pct),
      refresh_sec: optional(terms.refresh_sec),
      endpoints: EndpointIds,
      reference: optional(Reference),
    },
    STRICT,
  )
}

export const bookingChange = () => {
  const { amount, ...terms } = fields(false)
  return Type.Object(
    {
      status: optional(
        Type.Enum(['watching', 'closed'], {
          description:
            '`closed`: nothing is refreshed or told any more, for example because it was booked again. `watching` opens it again, before `cancel_by`.',
        }),
      ),
      room_name: optional(terms.room_name),
      refundable: optional(terms.refundable),
      meal_plan: optional(terms.meal_plan),
      paid: optional(
        Type.Object(
          {
            amount: optional(amount),
            basis: optional(
              Type.Enum([...PAID_BASES], { description: 'Points stay points, and money stays money.' }),
            ),
          },
          { ...STRICT, description: 'Omitted fields stay unchanged, and the currency always does.' },
        ),
      ),
      cancel_by: optional(terms.cancel_by),
      min_saving_pct: optional(terms.min_saving_pct),
      refresh_sec: optional(terms.refresh_sec),
      endpoints: optional(EndpointIds),
      reference: optional(Type.Union([Reference, Type.Null()], { description: 'Null takes it away.' })),
    },
    STRICT,
  )
}

const When = (description: string) => Type.Union([Timestamp(description), Type.Null()])

export const BookingSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the booking.', examples: ['bkg_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    reference: nullable(Type.String(), 'Your words for it; null if there are none.'),
    chain: Type.String({ description: 'The source.' }),
    hotel_code: Type.String({ description: 'The property’s code at the source.' }),
    name: nullable(Type.String(), 'The hotel’s name; null if unknown.'),
    checkin: Type.String({ description: 'Check-in.', format: 'date' }),
    los: Type.Integer({ description: 'Nights.' }),
    adults: Type.Integer({ description: 'Per room.' }),
    ...ChildrenFields,
    rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
    ...BOOKED_FIELDS,
    refresh_sec: Type.Integer({ description: 'Seconds between refreshes.' }),
    endpoints: EndpointIds,
    status: Type.Enum([...BOOKING_STATES], {
      description:
        '`watching`: the stay is shopped and judged. `past_deadline`: it can no longer be canceled. `closed`: by you, or because the stay is past.',
    }),
    attention: nullable(
      OpenEnum([...ATTENTIONS, 'no_credits']),
      'Why you should look at the booking; null if all is well. `no_credits`: the account cannot pay for the next refresh; goes on by itself once it can. The others are those of watches.',
    ),
    best: BestOffer,
    credits_per_refresh: Credits(
      'The price of one refresh: a quarter of the price of a shop. Free if the source fails.',
    ),
    upstream: RepeatedUpstream,
    last_refresh_at: When('When it was last refreshed.'),
    next_refresh_at: When('When it is refreshed next; null if it is not.'),
    created_at: Timestamp('When it was created.'),
  },
  { $id: 'Booking' },
)

export const BookingList = Type.Object({
  bookings: Type.Array(BookingSchema, { description: 'In the order asked for.' }),
  next_cursor: NextCursor,
})
