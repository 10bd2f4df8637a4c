import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Documented {
  /** What is wrong with an answer, by the OpenAPI document's own schema; empty where nothing is. */
  problems(path: string, status: number, body: unknown, method?: 'get' | 'post'): string[]
}

/** Reads the OpenAPI document as strictly as can be: a field that it does not mention is a problem too. */
export function readDocument(document: object): Documented {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document) as object, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  return {
    problems: (path, status, body, method = 'post') => {
      const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
      const reference = `openapi#/${pointer.map((part) => escaped(String(part))).join('/')}`
      const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference })
      compiled.set(reference, validate)
      if (validate(body)) return []
      return (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(' '),
      )
    },
  }
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The same document, in which no object may have more fields than it names. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]))
  const isOpenObject = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy)
  return isOpenObject ? { ...copy, additionalProperties: false } : copy
}
