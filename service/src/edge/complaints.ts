import type { ErrorObject } from 'ajv'
import { closest, meant } from '../kernel/closest.ts'
import { counted } from '../kernel/counted.ts'
import { mustBeDate } from '../kernel/dates.ts'
import { NO_SOURCE, SWITCHED_OFF } from './schemas.ts'

/** What is wrong with a request, in sentences that name the field and its limit. */

const PLACE: Readonly<Record<string, string>> = {
  body: 'the body',
  arguments: 'the arguments',
  querystring: 'the query',
  params: 'the path',
  headers: 'the headers',
}

/** Formats and patterns of our schemas, in words. */
const FORMAT: Readonly<Record<string, string>> = {
  'date-time': 'a time in ISO 8601, such as 2026-11-15T09:30:00Z',
  email: 'an e-mail address',
  uri: 'a complete web address, such as https://example.com/hook',
}

const PATTERN: Readonly<Record<string, string>> = {
  '^[A-Z]{3}$': 'must be a three-letter ISO 4217 code in capitals, such as USD',
  '^[A-Z]{2}$': 'must be a two-letter ISO 3166 country code in capitals, such as FR',
  '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$':
    'must have 1 to 64 letters, digits, dots, dashes or underscores, and start with a letter or digit',
  '^[^\\u0000-\\u001f]*$': 'must not contain control characters',
  '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$': 'must not be blank or contain the character U+0000',
}

/**
 * If a field may take several forms, AJV reports each failed form and then a summary. Report the form whose type matches;
 * if none matches, name all types.
 */
export function tellingOf(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const summary = errors.at(-1)
  if (!summary || errors.length === 1) return summary
  const forms = errors.slice(0, -1)
  const fitting = forms.find(
    ({ keyword, instancePath }) => keyword !== 'type' || instancePath !== summary.instancePath,
  )
  const types = [...new Set(forms.flatMap(({ params }) => params['type'] as unknown))]
  return fitting ?? { ...summary, keyword: 'type', params: { type: types.join(' or ') } }
}

/** Names the field and the limit that it exceeds. */
export function sentence(error: ErrorObject | undefined, part: string | undefined): string {
  const text = complaint(error, PLACE[part ?? 'body'] ?? 'the request')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`
}

function complaint(error: ErrorObject | undefined, place: string): string {
  if (!error) return `${place} is not valid`
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const field = path === '' ? place : `\`${path}\``
  const { params } = error
  const limit = Number(params['limit'])
  switch (error.keyword) {
    case 'required': {
      const typo = typoOf(String(params['missingProperty']), error)
      if (typo !== null) return unknown(join(path, typo), place, String(params['missingProperty']))
      return `\`${join(path, params['missingProperty'])}\` is missing from ${place}`
    }
    case 'additionalProperties':
      return unknown(join(path, params['additionalProperty']), place, meantBy(error))
    case 'type':
      return `${field} must be of type ${String(params['type'])}${path === '' ? '' : formOf(error)}`
    case 'enum':
      return `${field} ${choice(error)}`
    case 'const':
      return `${field} must be ${JSON.stringify(params['allowedValue'])}`
    case 'minimum':
      return `${field} must be at least ${limit}`
    case 'maximum':
      return `${field} must be at most ${limit}`
    case 'exclusiveMinimum':
      return `${field} must be above ${limit}`
    case 'minLength':
      return `${field} must have at least ${counted(limit, 'character')}`
    case 'maxLength':
      return `${field} must have at most ${counted(limit, 'character')}`
    case 'minItems':
      return `${field} must have at least ${counted(limit, 'entry', 'entries')}`
    case 'maxItems':
      return `${field} must have at most ${counted(limit, 'entry', 'entries')}`
    case 'format':
      return `${field} ${format(error)}`
    case 'pattern':
      return `${field} ${PATTERN[String(params['pattern'])] ?? `must match ${String(params['pattern'])}`}`
    default:
      return `${field} ${error.message ?? 'is not valid'}`
  }
}

/** Needs the option `verbose` of Ajv. */
function format({ params, data }: ErrorObject): string {
  const name = String(params['format'])
  return name === 'date' ? mustBeDate(String(data)) : `must be ${FORMAT[name] ?? `a valid ${name}`}`
}

/** What an object has to have, for somebody who sent something else. Needs the option `verbose` of Ajv. */
function formOf({ parentSchema }: ErrorObject): string {
  const forms = [parentSchema, ...((parentSchema?.['anyOf'] ?? []) as object[])] as Partial<Form>[]
  const form = forms.find(({ properties }) => properties)
  const names = form?.required ?? Object.keys(form?.properties ?? {}).slice(0, MOST_NAMED)
  if (names.length === 0) return ''
  return `, such as {${names.map((name) => `"${name}": …`).join(', ')}}`
}

interface Form {
  properties: Record<string, unknown>
  required: readonly string[]
}

const MOST_NAMED = 3

function unknown(field: string, place: string, name: string | null): string {
  const ask = name === null ? '' : `. Did you mean \`${name}\`?`
  return `\`${field}\` is not known in ${place}${ask}`
}

/** A field that is not known and looks like the missing one. Needs the option `verbose` of Ajv. */
function typoOf(missing: string, { data, parentSchema }: ErrorObject): string | null {
  const known = Object.keys((parentSchema?.['properties'] ?? {}) as object)
  const given = Object.keys(data ?? {}).slice(0, MOST_FIELDS)
  return closest(
    missing,
    given.filter((field) => !known.includes(field)),
  )
}

/** The field that is meant by an unknown one. */
function meantBy({ params, parentSchema }: ErrorObject): string | null {
  const known = Object.keys((parentSchema?.['properties'] ?? {}) as object)
  return closest(String(params['additionalProperty']), known)
}

/** A body may have any number of fields, with any names. */
const MOST_FIELDS = 50

/** Needs the option `verbose` of Ajv. */
function choice({ params, data, parentSchema }: ErrorObject): string {
  const off: unknown = parentSchema?.[SWITCHED_OFF]
  if (Array.isArray(off) && off.includes(data))
    return `names ${String(data)} of the sandbox, which the operator of this service switched off`
  const allowed: unknown[] = Array.isArray(params['allowedValues']) ? params['allowedValues'] : []
  if (allowed.length === 1 && allowed[0] === NO_SOURCE) return 'must be a source, and this service has none'
  return `must be one of ${allowed.map(String).join(', ')}${meant(String(data), allowed.map(String))}`
}

function join(path: string, name: unknown): string {
  return path === '' ? String(name) : `${path}.${String(name)}`
}
