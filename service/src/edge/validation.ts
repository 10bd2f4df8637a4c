import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { sentence, tellingOf } from './complaints.ts'

/** Where the values of a request come from. */
export type Part = 'body' | 'arguments' | 'querystring' | 'params' | 'headers'

export type Validate = (data: Record<string, unknown>) => { value: unknown } | { error: ApiError }

export type Compile = (schema: object, part: Part | undefined) => Validate

const OPTIONS = {
  allErrors: false,
  // Errors have the value and its schema.
  verbose: true,
  useDefaults: true,
  removeAdditional: false,
  strict: false,
  // They are our own. Ajv would compile the schema of schemas first, which takes 60 ms of the first call.
  validateSchema: false,
} as const

/**
 * Bodies are validated strictly: "2" is not 2, and an unknown field is an error. Query and path parameters are always text,
 * so numbers are parsed from them.
 */
export function createValidation(): Compile {
  const strict = addFormats.default(new Ajv({ ...OPTIONS, coerceTypes: false }))
  const lenient = addFormats.default(new Ajv({ ...OPTIONS, coerceTypes: true }))
  return (schema, part) => {
    const isStrict = part === 'body' || part === 'arguments'
    const { properties = {} } = schema as { properties?: object }
    const texts = isStrict ? [] : Object.keys(properties)
    let validate: ValidateFunction | undefined
    return (data: Record<string, unknown>) => {
      // Compiled on the first call, which takes a few milliseconds. All of them would be a third of the work of a start.
      validate ??= (isStrict ? strict : lenient).compile(schema)
      if (!validate(data)) return { error: invalid(sentence(tellingOf(validate.errors ?? []), part)) }
      const field = texts.find((name) => hasNul(data[name]))
      return field === undefined
        ? { value: data }
        : { error: invalid(`\`${field}\` must not contain the character U+0000.`) }
    }
  }
}

/** PostgreSQL rejects U+0000, and ids and cursors go into queries unchanged. */
function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
