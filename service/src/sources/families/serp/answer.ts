import { type Static, type TSchema, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read of a list of hotels and of a hotel's own page. */
const Link = Type.Object({ link: Type.Optional(Type.String()) })

const Property = Type.Object({
  type: Type.Optional(Type.String()),
  name: Type.String({ minLength: 1 }),
  property_token: Type.String({ minLength: 1 }),
  gps_coordinates: Type.Optional(
    Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  ),
  featured_prices: Type.Optional(Type.Array(Link)),
  prices: Type.Optional(Type.Array(Link)),
})

const Envelope = Type.Object({
  search_metadata: Type.Object({ status: Type.String() }),
  search_parameters: Type.Object({
    engine: Type.String(),
    q: Type.Optional(Type.String()),
    check_in_date: Type.String(),
    check_out_date: Type.String(),
    property_token: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    adults: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    children: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    children_ages: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  }),
  error: Type.Optional(Type.String()),
})

/** A hotel's own page repeats its token only if the search led straight to it. */
const Details = Type.Object({ ...Property.properties, property_token: Type.Optional(Type.String()) })

const List = Type.Object({ properties: Type.Array(Property) })

/** A list in which single entries may lack something, such as the token of a holiday home. */
const LooseList = Type.Object({ properties: Type.Array(Type.Unknown()) })

const Amount = Type.Union([Type.Number(), Type.String(), Type.Null()])

/** Text and number of a price, with everything and before taxes and fees. */
const Figure = Type.Object({
  lowest: Type.Optional(Amount),
  extracted_lowest: Type.Optional(Amount),
  before_taxes_fees: Type.Optional(Amount),
  extracted_before_taxes_fees: Type.Optional(Amount),
})

const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const Terms = {
  link: Maybe(Type.String()),
  num_guests: Maybe(Type.Integer({ minimum: 0 })),
  rate_per_night: Maybe(Figure),
  total_rate: Maybe(Figure),
  free_cancellation: Maybe(Type.Boolean()),
  free_cancellation_until_date: Maybe(Type.String()),
  free_cancellation_until_time: Maybe(Type.String()),
  discount_remarks: Maybe(Type.Array(Type.String())),
}

const RoomRate = Type.Object(Terms)

const OfferedRoom = Type.Object({
  ...Terms,
  name: Maybe(Type.String()),
  rates: Maybe(Type.Array(RoomRate)),
})

/** One seller's offer on a hotel's page. */
const Offer = Type.Object({
  ...Terms,
  source: Type.String({ minLength: 1 }),
  official: Maybe(Type.Boolean()),
  rooms: Maybe(Type.Array(OfferedRoom)),
})

/** The page of a hotel with its offers, which are checked one by one. */
const Page = Type.Object({
  name: Type.String({ minLength: 1 }),
  property_token: Type.Optional(Type.String()),
  gps_coordinates: Property.properties.gps_coordinates,
  featured_prices: Maybe(Type.Array(Type.Unknown())),
  prices: Maybe(Type.Array(Type.Unknown())),
})

const Account = Type.Object({
  searches_per_month: Maybe(Type.Number()),
  total_searches_left: Type.Number(),
  this_hour_searches: Maybe(Type.Number()),
  last_hour_searches: Maybe(Type.Number()),
  account_rate_limit_per_hour: Maybe(Type.Number()),
})

const Failure = Type.Object({ error: Type.String() })

export type Property = Static<typeof Property>
export type Details = Static<typeof Details>
export type Envelope = Static<typeof Envelope>
export type Figure = Static<typeof Figure>
export type Terms = Static<typeof RoomRate>
export type Offer = Static<typeof Offer>
export type Page = Static<typeof Page>

export const checkEnvelope = shapeOf(Envelope)
export const checkList = shapeOf(List)
export const checkProperty = shapeOf(Property)
export const checkDetails = shapeOf(Details)
export const checkLooseList = shapeOf(LooseList)
export const checkOffer = shapeOf(Offer)
export const checkPage = shapeOf(Page)
export const checkAccount = shapeOf(Account)
export const checkFailure = shapeOf(Failure)
