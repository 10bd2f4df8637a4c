import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'

/** The fields we read of a place; the field mask requests only these. */
const Place = Type.Object({
  id: Type.String({ minLength: 1 }),
  displayName: Type.Object({ text: Type.String({ minLength: 1 }) }),
  // The vendor omits default values from JSON, including a coordinate of exactly 0.
  location: Type.Optional(
    Type.Object({
      latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    }),
  ),
  addressComponents: Type.Optional(
    Type.Array(
      Type.Object({
        shortText: Type.Optional(Type.String()),
        types: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
})

/** The vendor returns an empty object if there are none. */
const Page = Type.Object({
  places: Type.Optional(Type.Array(Place)),
  nextPageToken: Type.Optional(Type.String()),
})

const Failure = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(Type.Object({ reason: Type.Optional(Type.String()) }))),
  }),
})

export type Place = Static<typeof Place>
export type Failure = Static<typeof Failure>['error']

export const checkPlace = shapeOf(Place)
export const checkPage = shapeOf(Page)
export const checkFailure = shapeOf(Failure)
