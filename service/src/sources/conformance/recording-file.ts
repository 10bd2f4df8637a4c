import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LIMITS } from '../../kernel/limits.ts'

const exact = { additionalProperties: false } as const
const Names = Type.Record(Type.String(), Type.Unknown())

const Stay = {
  checkin: Type.String({ format: 'date' }),
  los: Type.Integer({ minimum: 1 }),
  occupancy: Type.Object(
    {
      adults: Type.Integer({ minimum: 1 }),
      children: Type.Integer({ minimum: 0 }),
      rooms: Type.Integer({ minimum: 1 }),
      ages: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: LIMITS.childAge }))),
    },
    exact,
  ),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
}

const Answer = Type.Object(
  {
    /** A pattern for the method and path of the request, such as `POST /hotels$`. */
    to: Type.String(),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The body as JSON, or as a text. */
    json: Type.Optional(Type.Unknown()),
    body: Type.Optional(Type.String()),
  },
  exact,
)

/** One question and how the vendor answered it. */
const RecordingFile = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    /** Where the answer comes from. */
    origin: Type.String({ minLength: 1 }),
    /** The family that read it, and in which version. */
    family: Type.Optional(Type.String()),
    familyVersion: Type.Optional(Type.String()),
    /** What the ids of the requests follow from, where the vendor repeats them. */
    firstId: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$' })),
    /** When it was recorded: families judge by the clock whether a stay can still be cancelled. */
    now: Type.String({ format: 'date-time' }),
    /** The options of the entry; none if left out. */
    profile: Type.Optional(Names),
    /** Names of the fields that the entry of the source has. */
    source: Type.Optional(
      Type.Object(
        {
          localCurrency: Type.Optional(Type.Boolean()),
          currencies: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
          taxIncluded: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
          points: Type.Optional(Type.Boolean()),
          pointsCash: Type.Optional(Type.Boolean()),
        },
        exact,
      ),
    ),
    shop: Type.Optional(Type.Object({ hotelCode: Type.String(), ...Stay }, exact)),
    lowest: Type.Optional(
      Type.Object(
        { hotelCodes: Type.Array(Type.String(), { minItems: 1 }), member: Type.Boolean(), ...Stay },
        exact,
      ),
    ),
    answers: Type.Array(Answer, { minItems: 1 }),
    /** What a person reads in the answer, under the names of our records. Only the named fields are compared. */
    expect: Names,
  },
  exact,
)

export type RecordingFile = Static<typeof RecordingFile>

/** Every `*.json` of a folder, in the order of their names. Throws an error with one line. */
export function readRecordings(folder: string): RecordingFile[] {
  return namesOfRecordings(folder).map((name) => readRecording(join(folder, name)))
}

export function namesOfRecordings(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (names.length === 0) throw new Error(`${folder} has no recordings: files that end with .json`)
  return names.toSorted()
}

export function readRecording(file: string): RecordingFile {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Value.Check(RecordingFile, parsed)) {
    const [first] = Value.Errors(RecordingFile, parsed)
    throw new Error(`${file}: ${first?.instancePath ?? ''} ${first?.message ?? 'is not a recording'}`)
  }
  if ((parsed.shop === undefined) === (parsed.lowest === undefined))
    throw new Error(`${file}: needs one of shop and lowest`)
  return parsed
}
