import { type Static, Type } from 'typebox'
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
  }),
  error: Type.Optional(Type.String()),
})

/** A hotel's own page repeats its token only if the search led straight to it. */
const Details = Type.Object({ ...Property.properties, property_token: Type.Optional(Type.String()) })

const List = Type.Object({ properties: Type.Array(Property) })

const Failure = Type.Object({ error: Type.String() })

export type Property = Static<typeof Property>
export type Details = Static<typeof Details>
export type Envelope = Static<typeof Envelope>

export const checkEnvelope = shapeOf(Envelope)
export const checkList = shapeOf(List)
export const checkProperty = shapeOf(Property)
export const checkDetails = shapeOf(Details)
export const checkFailure = shapeOf(Failure)
