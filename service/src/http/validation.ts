import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { sentence, tellingOf } from '../edge/complaints.ts'
import { invalid } from '../kernel/errors.ts'

const OPTIONS = { allErrors: false, useDefaults: true, removeAdditional: false, strict: false } as const

/**
 * Bodies are validated strictly: "2" is not 2, and an unknown field is an error. Query and path parameters are always text,
 * so numbers are parsed from them.
 */
export function createValidation(): FastifySchemaCompiler<object> {
  const strict = addFormats.default(new Ajv({ ...OPTIONS, coerceTypes: false }))
  const lenient = addFormats.default(new Ajv({ ...OPTIONS, coerceTypes: true }))
  return ({ schema, httpPart }) => {
    const { properties = {} } = schema as { properties?: object }
    const texts = httpPart === 'body' ? [] : Object.keys(properties)
    let validate: ValidateFunction | undefined
    return (data: Record<string, unknown>) => {
      // Compiled on the first call, which takes a few milliseconds. All of them would be a third of the work of a start.
      validate ??= (httpPart === 'body' ? strict : lenient).compile(schema)
      if (!validate(data)) return { error: invalid(sentence(tellingOf(validate.errors ?? []), httpPart)) }
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
