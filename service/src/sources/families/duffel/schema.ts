import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** What is read of the Stays answers, and nothing else. */
const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const CancellationStep = Type.Object({
  refund_amount: Type.String(),
  before: MaybeText,
  currency: Type.String(),
})

const StaysRate = Type.Object({
  id: Type.String(),
  name: MaybeText,
  board_type: MaybeText,
  total_amount: Type.String(),
  total_currency: Type.String(),
  base_amount: MaybeText,
  base_currency: MaybeText,
  tax_amount: MaybeText,
  tax_currency: MaybeText,
  fee_amount: MaybeText,
  fee_currency: MaybeText,
  due_at_accommodation_amount: MaybeText,
  due_at_accommodation_currency: MaybeText,
  cancellation_timeline: Type.Optional(Type.Union([Type.Array(CancellationStep), Type.Null()])),
  code: MaybeText,
  negotiated_rate_id: MaybeText,
  loyalty_programme_required: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  deal_types: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  description: MaybeText,
  expires_at: MaybeText,
  quantity_available: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})

const StaysRoom = Type.Object({
  name: Type.String(),
  beds: Type.Optional(
    Type.Union([Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })), Type.Null()]),
  ),
  rates: Type.Array(StaysRate),
})

const StaysLocation = Type.Object({
  address: Type.Optional(
    Type.Union([Type.Object({ city_name: MaybeText, country_code: MaybeText }), Type.Null()]),
  ),
  geographic_coordinates: Type.Optional(
    Type.Union([Type.Object({ latitude: Type.Number(), longitude: Type.Number() }), Type.Null()]),
  ),
})

const Accommodation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: StaysLocation,
})

const SearchResult = Type.Object({
  id: Type.String(),
  check_in_date: Type.String(),
  check_out_date: Type.String(),
  rooms: Type.Integer(),
  guests: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({ type: Type.String(), age: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }),
      ),
      Type.Null(),
    ]),
  ),
  accommodation: Accommodation,
})

const RatedResult = Type.Intersect([
  SearchResult,
  Type.Object({ accommodation: Type.Object({ rooms: Type.Array(StaysRoom) }) }),
])

const Suggestion = Type.Object({
  accommodation_id: Type.String(),
  accommodation_name: Type.String(),
  accommodation_location: StaysLocation,
})

export type VendorRate = Static<typeof StaysRate>
export type VendorRoom = Static<typeof StaysRoom>
export type VendorLocation = Static<typeof StaysLocation>
export type VendorResult = Static<typeof SearchResult>

export const searchAnswer = shapeOf(Type.Object({ data: Type.Object({ results: Type.Array(SearchResult) }) }))
export const ratesAnswer = shapeOf(Type.Object({ data: RatedResult }))
export const accommodationAnswer = shapeOf(Type.Object({ data: Accommodation }))
export const suggestionsAnswer = shapeOf(Type.Object({ data: Type.Array(Suggestion) }))
