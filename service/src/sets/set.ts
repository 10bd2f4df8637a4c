import { type Static, type TSchema, Type } from 'typebox'
import { nullable, OpenEnum, Timestamp } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ChainField, HotelCode } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { isOff } from '../sources/catalog/gone.ts'

/** A hotel as requests and answers name it. */
export interface SetHotel {
  chain: string
  hotel_code: string
}

/** A list of hotels that an account keeps under a name. */
export interface HotelSet {
  no: number
  id: string
  name: string
  hotels: SetHotel[]
  subject: SetHotel | null
  createdAt: Date
  updatedAt: Date
}

const STRICT = { additionalProperties: false }

export const NameField = Type.String({
  description: 'A name for people. It need not be unique.',
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  examples: ['London five stars'],
})

function setFields(catalog: Catalog) {
  const hotel = { chain: ChainField(catalog), hotel_code: HotelCode }
  return {
    name: NameField,
    hotels: Type.Array(Type.Object(hotel, STRICT), {
      description: 'The hotels, of one chain or of several, in the order of answers.',
      minItems: 1,
      maxItems: LIMITS.setHotels,
    }),
    subject: Type.Object(hotel, {
      ...STRICT,
      description: 'The hotel that the others are compared with, such as your own. One of `hotels`.',
    }),
  }
}

export function setBody(catalog: Catalog) {
  const { name, hotels, subject } = setFields(catalog)
  return Type.Object({ name, hotels, subject: Type.Optional(subject) }, STRICT)
}

export function setChange(catalog: Catalog) {
  const { name, hotels, subject } = setFields(catalog)
  return Type.Object(
    {
      name: Type.Optional(name),
      hotels: Type.Optional(hotels),
      subject: Type.Optional(nullable(subject, 'Null: no subject any more.')),
    },
    STRICT,
  )
}

export type SetBody = Static<ReturnType<typeof setBody>>
export type SetChange = Static<ReturnType<typeof setChange>>

/** Why somebody should look at it. */
export const Attention = nullable(
  OpenEnum(['source_disabled']),
  'Why you should look at it; null if all is well. `source_disabled`: the operator switched a source of its hotels off, the sandbox for instance, or removed it.',
)

export function attentionOf(
  catalog: Catalog,
  hotels: readonly { chain: string }[],
): 'source_disabled' | null {
  return hotels.some(({ chain }) => isOff(catalog, chain)) ? 'source_disabled' : null
}

const Hotel = Type.Object({
  chain: Type.String({ description: 'Id of the source.' }),
  hotel_code: Type.String({ description: 'The property’s code at the source.' }),
})

export const SetSchema: TSchema = Type.Object(
  {
    id: Type.String({
      description: 'Takes the place of a hotel list in other calls.',
      examples: ['set_4nW7sQ0aXk2mR9tYbC1dEf'],
    }),
    name: Type.String({ description: 'As given.' }),
    hotels: Type.Array(Hotel, { description: 'The hotels, in order.' }),
    subject: nullable(Hotel, 'The hotel that the others are compared with; null if there is none.'),
    attention: Attention,
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it was changed last.'),
  },
  { $id: 'HotelSet' },
)

export function setView(
  catalog: Catalog,
  { id, name, hotels, subject, createdAt, updatedAt }: HotelSet,
): Record<string, unknown> {
  return {
    id,
    name,
    hotels,
    subject,
    attention: attentionOf(catalog, hotels),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
