import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { invalid } from '../kernel/errors.ts'

/**
 * Bodies are taken as they are: "2" is not 2, and an unknown field is a mistake to tell, not to drop. Query strings and
 * path parameters are texts by nature, so there a number is read out of one.
 */
export function createValidation(): FastifySchemaCompiler<object> {
  const options = { allErrors: false, useDefaults: true, removeAdditional: false, strict: false } as const
  const strict = new Ajv({ ...options, coerceTypes: false })
  const lenient = new Ajv({ ...options, coerceTypes: true })
  for (const ajv of [strict, lenient]) addFormats.default(ajv)
  return ({ schema, httpPart }) => {
    const validate: ValidateFunction = (httpPart === 'body' ? strict : lenient).compile(schema)
    const { properties = {} } = schema as { properties?: object }
    const texts = httpPart === 'body' ? [] : Object.keys(properties)
    return (data: Record<string, unknown>) => {
      if (!validate(data)) return { error: invalid(sentence(tellingOf(validate.errors ?? []), httpPart)) }
      const field = texts.find((name) => hasNul(data[name]))
      return field === undefined
        ? { value: data }
        : { error: invalid(`\`${field}\` must not contain the character U+0000`) }
    }
  }
}

/** PostgreSQL takes every character but this one, and ids and cursors are looked up as they came. */
function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}

const PLACE: Readonly<Record<string, string>> = {
  body: 'the body',
  querystring: 'the query',
  params: 'the path',
  headers: 'the headers',
}

/**
 * Where a field may be of several forms, every form it is not adds its complaint before the last one, which sums up. The
 * one to tell is about the form that was meant: the first whose type fits. Where none does, all types are named.
 */
function tellingOf(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const summary = errors.at(-1)
  if (!summary || errors.length === 1) return summary
  const forms = errors.slice(0, -1)
  const meant = forms.find(
    ({ keyword, instancePath }) => keyword !== 'type' || instancePath !== summary.instancePath,
  )
  const types = [...new Set(forms.flatMap(({ params }) => params['type'] as unknown))]
  return meant ?? { ...summary, keyword: 'type', params: { type: types.join(' or ') } }
}

/** What is wrong, said so that the client can mend it: the field, and the limit it missed. */
function sentence(error: ErrorObject | undefined, part: string | undefined): string {
  const place = PLACE[part ?? 'body'] ?? 'the request'
  if (!error) return `${place} is not valid`
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const field = path === '' ? place : `\`${path}\``
  const { params } = error
  switch (error.keyword) {
    case 'required':
      return `\`${join(path, params['missingProperty'])}\` is missing from ${place}`
    case 'additionalProperties':
      return `\`${join(path, params['additionalProperty'])}\` is not known in ${place}`
    case 'type':
      return `${field} must be of type ${String(params['type'])}`
    case 'enum':
      return `${field} must be one of ${listed(params['allowedValues'])}`
    case 'const':
      return `${field} must be ${JSON.stringify(params['allowedValue'])}`
    case 'minimum':
      return `${field} must be at least ${String(params['limit'])}`
    case 'maximum':
      return `${field} must be at most ${String(params['limit'])}`
    case 'exclusiveMinimum':
      return `${field} must be above ${String(params['limit'])}`
    case 'minLength':
      return `${field} must have at least ${String(params['limit'])} characters`
    case 'maxLength':
      return `${field} must have at most ${String(params['limit'])} characters`
    case 'minItems':
      return `${field} must have at least ${String(params['limit'])} entries`
    case 'maxItems':
      return `${field} must have at most ${String(params['limit'])} entries`
    case 'format':
      return `${field} must be a ${String(params['format'])}`
    case 'pattern':
      return `${field} must match ${String(params['pattern'])}`
    default:
      return `${field} ${error.message ?? 'is not valid'}`
  }
}

function join(path: string, name: unknown): string {
  return path === '' ? String(name) : `${path}.${String(name)}`
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values)
}
