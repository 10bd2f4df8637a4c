import { type Static, type TSchema, Type } from 'typebox'
import { ERROR_CODES } from '../kernel/errors.ts'

/** Schemas that several rooms use. */

export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

/** An optional field. Validation sets the default, so a handler always finds a value. */
export type WithDefault<Schema extends TSchema> = ReturnType<typeof Type.Optional<Schema>> & {
  default: Static<Schema>
}

export function withDefault<Schema extends TSchema>(
  schema: Schema,
  value: Static<Schema>,
): WithDefault<Schema> {
  return Object.assign(Type.Optional(schema), { default: value })
}

/** No id of ours is longer. */
export const ID_LENGTH = 64

/** The id of something of the account, which begins with its kind. */
export function IdField(kind: string, description: string) {
  return Type.String({ description, maxLength: ID_LENGTH, examples: [`${kind}_4nW7sQ0aXk2mR9tYbC1dEf`] })
}

/** In a schema: later versions, or other operators, may have more values. */
export const OPEN = 'x-open'

/** One of these words, to which others may be added within this version of the contract. */
export function OpenEnum<Word extends string>(
  words: readonly Word[],
  options: { description?: string } = {},
) {
  return Type.Enum([...words], { ...options, [OPEN]: true })
}

/** No source has this id. */
export const NO_SOURCE = '-'

/** In a schema: ids of the sandbox while it is switched off, so that a refused request says why. */
export const SWITCHED_OFF = 'x-switched-off'

/** One of these sources. An enumeration of nothing is no valid schema, and a service may have no chain or no agency. */
export function SourceIds(
  ids: readonly string[],
  options: { description?: string } = {},
  switchedOff: readonly string[] = [],
) {
  const off = switchedOff.length > 0 ? { [SWITCHED_OFF]: [...switchedOff] } : {}
  return Type.Enum(ids.length > 0 ? [...ids] : [NO_SOURCE], { ...options, ...off, [OPEN]: true })
}

export const Credits = (description: string) => Type.Number({ description, minimum: 0, examples: [1.25] })

export const Timestamp = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const CalendarDate = (description: string) =>
  Type.String({ description, format: 'date', examples: ['2026-11-15'] })

export const UpstreamSchema = Type.Object(
  {
    requests: Type.Integer({ description: 'How many, retries not counted.', minimum: 0 }),
    cost: nullable(
      Type.Object({
        amount: Type.Number({ description: 'With up to six decimals.', minimum: 0, examples: [0.0225] }),
        currency: Type.String({ description: 'ISO 4217.', examples: ['USD'] }),
      }),
      'What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies.',
    ),
  },
  { description: 'The requests to sources that it is expected to make.' },
)

/** Of something that repeats. */
export const RepeatedUpstream = Type.Object(
  {
    ...UpstreamSchema.properties,
    per_month: Type.Object(UpstreamSchema.properties, { description: 'The same of 30 days.' }),
  },
  { description: 'The requests to sources that it is expected to make each time.' },
)

export const NextCursor = nullable(
  Type.String(),
  'Pass it back as `cursor` for the next page; null at the end.',
)

export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Enum(ERROR_CODES, {
          description: 'One of seven codes. Decide what to do by this code, not by the message.',
        }),
        message: Type.String({
          description: 'A sentence for people. Names the field and its limit where a limit was exceeded.',
        }),
        chain: Type.Optional(Type.String({ description: 'The source involved.' })),
        request_id: Type.String({ description: 'Give this id when you contact support about the answer.' }),
      },
      { description: 'What went wrong. It cost nothing.' },
    ),
  },
  { $id: 'Error' },
)
