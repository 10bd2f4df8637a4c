import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** What we read of a place; the field mask asks for nothing else. */
const Place = Type.Object({
  id: Type.String({ minLength: 1 }),
  displayName: Type.Object({ text: Type.String({ minLength: 1 }) }),
  // A coordinate of exactly 0 is left out of the JSON, as every default value of this vendor is.
  location: Type.Object({
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  }),
  addressComponents: Type.Optional(
    Type.Array(
      Type.Object({
        shortText: Type.Optional(Type.String()),
        types: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
})

/** An empty object is the vendor's way to say that there are none. */
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

export const checkPlace = Compile(Place)
export const checkPage = Compile(Page)
export const checkFailure = Compile(Failure)
