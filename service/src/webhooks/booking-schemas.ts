import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'

/** What bookings and their events show. */

export const Paid = Type.Object(
  {
    amount: Type.Number({
      description: 'Per room and night: money in `currency`, or points.',
      exclusiveMinimum: 0,
      maximum: 1_000_000_000_000,
      examples: [189.5],
    }),
    currency: Type.String({ description: 'ISO 4217.', examples: ['USD'] }),
    basis: Type.Enum(['after_tax', 'bar', 'points'], {
      description:
        'What `amount` is: the price with all taxes and fees, the price as the source displays it, or points. Offers are compared on the same basis.',
    }),
  },
  { $id: 'BookingPaid' },
)

const BestOfferSchema = Type.Object(
  {
    offer: Type.Object(
      {
        room_code: Type.String({ description: 'The source’s code of the room.' }),
        room_name: Type.String({ description: 'The room, as the source names it.' }),
        room: Type.Enum(['same', 'better'], {
          description: 'How the room stands to the booked one, by what both are said to have.',
        }),
        rate_code: Type.String({ description: 'The source’s code of the rate.' }),
        rate_name: Type.String({ description: 'The rate.' }),
        price: Type.Number({ description: 'Per room and night, on the basis of what was paid.' }),
        member_only: Type.Boolean({ description: 'Whether only members of the loyalty program get it.' }),
        refundable: nullable(Type.Boolean(), 'Whether a cancellation is refunded; null if not stated.'),
        cancel_by: nullable(Type.String(), 'Until when, if the source states it.'),
        meal_plan: nullable(Type.String(), 'For example `breakfast`; null if not stated.'),
        seller: nullable(
          Type.Object({
            name: Type.String({ description: 'Its name.' }),
            source: nullable(Type.String(), 'The agency’s id here; null if it has none.'),
            direct: Type.Boolean({ description: 'Whether it is the hotel’s own site.' }),
          }),
          'Who sells it. Null unless the source is a metasearch engine.',
        ),
      },
      { description: 'The offer.' },
    ),
    saving: Type.Number({ description: 'How much less it costs, per room and night.' }),
    saving_pct: Type.Number({ description: 'The same in percent of what was paid.' }),
    saving_total: Type.Number({ description: 'The saving over all nights and rooms.' }),
    seen_at: Timestamp('When the offer was seen.'),
  },
  { $id: 'BookingOffer' },
)

export const BestOffer = nullable(
  BestOfferSchema,
  'The cheapest offer of the last look that could replace the booking; null if none costs less than what was paid.',
)

export const BOOKED_FIELDS = {
  room_name: Type.String({ description: 'The room that was booked.', examples: ['Deluxe King Room'] }),
  refundable: Type.Boolean({ description: 'Whether a cancellation is refunded until `cancel_by`.' }),
  meal_plan: Type.Enum(['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'], {
    description: 'The meals that were booked.',
  }),
  paid: Type.Union([Paid], { description: 'What was paid.' }),
  cancel_by: Timestamp('Until when the booking can be canceled.'),
  min_saving_pct: Type.Number({ description: 'The least saving that counts, in percent of what was paid.' }),
}

/** Within an event. */
export const BookedStay = Type.Object(
  {
    adults: Type.Integer({ description: 'Per room.' }),
    children: Type.Integer({ description: 'Per room.' }),
    children_ages: Type.Optional(Type.Array(Type.Integer(), { description: 'If they were given.' })),
    rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
    ...BOOKED_FIELDS,
  },
  { $id: 'BookedStay' },
)
