import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'
import type { HttpAnswer, HttpRequest } from '../../src/sources/source.ts'

/**
 * Holds requests and answers against a vendor's own description, Swagger 2.0 or OpenAPI 3. Answers may carry only fields
 * that the description names: a misspelt field would otherwise pass, since descriptions leave their objects open.
 */
export interface VendorSpec {
  /** Whether the description has an operation under this method and path. */
  knows(request: HttpRequest): boolean
  problemsOfRequest(request: HttpRequest): string[]
  problemsOfAnswer(request: HttpRequest, answer: HttpAnswer): string[]
}

export type Json = Record<string, unknown>

interface Operation {
  pattern: RegExp
  pathNames: string[]
  method: string
  parameters: Parameter[]
  responses: Json
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
  /** How a list is written: `csv` in one text, `multi` by repeating the parameter. */
  list: 'csv' | 'multi'
}

/** `basePath` is for descriptions that leave it to their servers. */
export function createVendorSpec(document: Json, basePath = swaggerBase(document)): VendorSpec {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv)
  const operations = operationsOf(document, basePath)
  const compiled = new Map<string, ValidateFunction>()

  const problems = (schema: Json, value: unknown, where: string): string[] => {
    const key = JSON.stringify(schema)
    let check = compiled.get(key)
    if (!check) {
      check = ajv.compile(rooted(document, schema))
      compiled.set(key, check)
    }
    if (check(value)) return []
    return (check.errors ?? []).map(
      (error) => `${where}${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
    )
  }

  const find = (request: HttpRequest): Operation | undefined =>
    operations.find(({ method, pattern }) => method === request.method && pattern.test(request.path))

  return {
    knows: (request) => find(request) !== undefined,
    problemsOfRequest(request) {
      const operation = find(request)
      if (!operation) return [`${request.method} ${request.path} is not described`]
      return parameterProblems(operation, request, problems)
    },
    problemsOfAnswer(request, answer) {
      const operation = find(request)
      if (!operation) return [`${request.method} ${request.path} is not described`]
      const described = operation.responses[String(answer.status)] ?? operation.responses['default']
      if (!described) return [`${request.path}: status ${answer.status} is not described`]
      const schema = answerSchema(resolve(document, described as Json))
      if (!schema || answer.body === '') return []
      return problems(convert(document, schema, true), JSON.parse(answer.body), `${request.path} body`)
    },
  }
}

function swaggerBase(document: Json): string {
  return typeof document['basePath'] === 'string' ? document['basePath'] : ''
}

function parameterProblems(
  operation: Operation,
  request: HttpRequest,
  problems: (schema: Json, value: unknown, where: string) => string[],
): string[] {
  const found: string[] = []
  const given = givenValues(operation, request)
  const named = new Set(
    operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name),
  )
  for (const name of Object.keys(request.query ?? {})) {
    if (!named.has(name)) found.push(`query parameter ${name} is not described`)
  }
  for (const parameter of operation.parameters) {
    const texts = given(parameter)
    if (texts === undefined) {
      if (parameter.required) found.push(`${parameter.in} parameter ${parameter.name} is missing`)
      continue
    }
    const where = `${parameter.in} parameter ${parameter.name}`
    found.push(...problems(parameter.schema, valueOf(parameter, texts), where))
  }
  return found
}

function givenValues(operation: Operation, request: HttpRequest) {
  const segments = operation.pattern.exec(request.path) ?? []
  const headers = new Map(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return ({ in: place, name }: Parameter): string[] | undefined => {
    if (place === 'path') return [decodeURIComponent(segments[operation.pathNames.indexOf(name) + 1] ?? '')]
    if (place === 'header') {
      const value = headers.get(name.toLowerCase())
      return value === undefined ? undefined : [value]
    }
    if (place === 'formData') return formValues(request.body ?? '', name)
    const value = place === 'query' ? request.query?.[name] : undefined
    return value === undefined ? undefined : [value].flat()
  }
}

function formValues(body: string, name: string): string[] | undefined {
  const values = new URLSearchParams(body).getAll(name)
  return values.length === 0 ? undefined : values
}

function valueOf({ schema, list }: Parameter, texts: string[]): unknown {
  if (schema['type'] !== 'array') return typed(schema, texts[0] ?? '')
  const items = list === 'csv' ? texts.flatMap((text) => text.split(',')) : texts
  return items.map((text) => typed((schema['items'] ?? {}) as Json, text))
}

function typed({ type }: Json, text: string): unknown {
  if ((type === 'integer' || type === 'number') && text.trim() !== '') return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function operationsOf(document: Json, basePath: string): Operation[] {
  const operations: Operation[] = []
  for (const [path, item] of Object.entries((document['paths'] ?? {}) as Record<string, Json>)) {
    const pathNames = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
    const literal = `${basePath}${path}`.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    const pattern = new RegExp(`^${literal.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`)
    for (const method of ['get', 'post']) {
      const operation = item[method] as Json | undefined
      if (!operation) continue
      const listed = [item['parameters'] ?? [], operation['parameters'] ?? []].flat() as Json[]
      operations.push({
        pattern,
        pathNames,
        method: method.toUpperCase(),
        parameters: listed.map((parameter) => readParameter(document, resolve(document, parameter))),
        responses: operation['responses'] as Json,
      })
    }
  }
  // `/hotels/search` before `/hotels/{id}`, should a description have both.
  return operations.toSorted((a, b) => a.pathNames.length - b.pathNames.length)
}

function readParameter(document: Json, parameter: Json): Parameter {
  const { name, in: place, required, collectionFormat, explode, ...rest } = parameter
  const schema = (parameter['schema'] as Json | undefined) ?? rest
  const repeated = collectionFormat === 'multi' || (collectionFormat === undefined && explode !== false)
  const list = repeated && (collectionFormat !== undefined || 'schema' in parameter) ? 'multi' : 'csv'
  return {
    name: String(name),
    in: String(place),
    required: required === true,
    schema: convert(document, schema, false),
    list,
  }
}

function answerSchema(described: Json): Json | undefined {
  if (described['schema']) return described['schema'] as Json
  const content = described['content'] as Record<string, Json> | undefined
  return Object.entries(content ?? {}).find(([type]) => type.includes('json'))?.[1]['schema'] as
    | Json
    | undefined
}

function resolve(document: Json, node: Json): Json {
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  let target: unknown = document
  for (const part of reference.slice(2).split('/')) {
    target = (target as Json)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return resolve(document, target as Json)
}

const converted = new WeakMap<Json, Json>()

/** The schema with everything it may refer to beside it. */
function rooted(document: Json, schema: Json): Json {
  let shared = converted.get(document)
  if (!shared) {
    const each = (schemas: unknown): Json =>
      Object.fromEntries(
        Object.entries((schemas ?? {}) as Record<string, Json>).map(([name, definition]) => [
          name,
          convert(document, definition, false),
        ]),
      )
    const components = document['components'] as Json | undefined
    shared = {
      definitions: each(document['definitions']),
      components: { schemas: each(components?.['schemas']) },
    }
    converted.set(document, shared)
  }
  return { ...shared, allOf: [schema] }
}

/**
 * The description's dialect as JSON Schema. `closed` forbids fields that are not named; a part of an `allOf` stays open,
 * because its siblings name the others.
 */
function convert(document: Json, schema: Json, closed: boolean): Json {
  const close = closed && namesFields(document, schema) ? { unevaluatedProperties: false } : {}
  // Both dialects ignore what stands beside a reference; some descriptions have a contradicting type there.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'], ...close }
  const result: Json = { ...close }
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') result[key] = mapValues(value as Record<string, Json>, document)
    else if (key === 'items') result[key] = convert(document, value as Json, true)
    else if (key === 'allOf' || key === 'oneOf' || key === 'anyOf') {
      result[key] = (value as Json[]).map((part) => convert(document, part, false))
    } else if (KEPT.has(key)) result[key] = value
  }
  return withDialect(result, schema)
}

const KEPT = new Set(
  (
    'type enum pattern format minLength maxLength minimum maximum minItems maxItems uniqueItems required ' +
    'additionalProperties const multipleOf'
  ).split(' '),
)

function mapValues(properties: Record<string, Json>, document: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, convert(document, schema, true)]),
  )
}

function withDialect(result: Json, schema: Json): Json {
  if (schema['nullable'] === true && typeof result['type'] === 'string')
    result['type'] = [result['type'], 'null']
  // A known defect: dates of ten characters with a limit of eight.
  if (schema['format'] === 'date') delete result['maxLength']
  if (schema['exclusiveMinimum'] === true) result['exclusiveMinimum'] = schema['minimum']
  if (schema['exclusiveMaximum'] === true) result['exclusiveMaximum'] = schema['maximum']
  return result
}

function namesFields(document: Json, schema: Json): boolean {
  const target = resolve(document, schema)
  if (target['additionalProperties'] !== undefined) return false
  if (target['properties']) return true
  return ((target['allOf'] ?? []) as Json[]).some((part) => namesFields(document, part))
}
