import fc from 'fast-check'

/** The parts of an OpenAPI document that are needed to build requests. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  components?: { schemas?: Record<string, Schema> }
}

interface ApiOperation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  /** The known words of a list that may grow. */
  'x-extensible-enum'?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  examples?: unknown[]
  default?: unknown
}

/** A valid request, before it is spoiled. */
export interface FuzzRequest {
  operationId: string
  method: string
  /** Below the root of the server. */
  path: string
  query: [string, string][]
  body: unknown
}

const NAMES_FOR_FAULTS = new Set(['TIMEOUT', 'BROKEN', 'REFUSED', 'SLOW'])

/** Requests to every operation of the document, all equally likely. */
export function requestsOf(document: ApiDocument, prefix: string): fc.Arbitrary<FuzzRequest> {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(document.components?.schemas?.[name] ?? {})
  }

  const valueOf = (unresolved: Schema): fc.Arbitrary<unknown> => {
    const schema = resolve(unresolved)
    const union = schema.anyOf ?? schema.oneOf
    if (union) return fc.oneof(...union.map(valueOf))
    if (schema.const !== undefined) return fc.constant(schema.const)
    const words = schema.enum ?? schema['x-extensible-enum']
    if (words) return fc.constantFrom(...words)
    const shown = (schema.examples ?? []).filter((value) => !NAMES_FOR_FAULTS.has(String(value)))
    const known = shown.length > 0 ? [{ arbitrary: fc.constantFrom(...shown), weight: 4 }] : []
    return fc.oneof(...known, { arbitrary: inventedOf(schema), weight: 1 })
  }

  const inventedOf = (schema: Schema): fc.Arbitrary<unknown> => {
    switch (schema.type) {
      case 'integer':
        return numberOf(schema, (bounds) => fc.integer(bounds))
      case 'number':
        return numberOf(schema, (bounds) => fc.integer(bounds).map((value) => value / 4))
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(valueOf(schema.items ?? {}), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
        })
      case 'object':
        return objectOf(schema)
      case undefined:
      default:
        return fc.oneof(
          nightSoon(),
          fc.string({ maxLength: 20 }),
          fc.constantFrom('aurelia', 'NEWSF', 'Lisbon'),
        )
    }
  }

  const objectOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> =>
    fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)])),
      { requiredKeys: required },
    )

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestTo(path, method, operation)),
  )

  function requestTo(path: string, method: string, operation: ApiOperation): fc.Arbitrary<FuzzRequest> {
    const { operationId, parameters = [], requestBody } = operation
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    const schema = requestBody?.content['application/json']?.schema
    return fc
      .record({
        path: fc.tuple(...inPath.map(({ schema: of }) => valueOf(of))),
        query: fc.tuple(
          ...inQuery.map(({ schema: of, required }) =>
            required ? valueOf(of) : fc.option(valueOf(of), { nil: undefined, freq: 2 }),
          ),
        ),
        body: schema ? valueOf(schema) : fc.constant(undefined),
      })
      .map((made) => ({
        operationId,
        method: method.toUpperCase(),
        path: inPath.reduce(
          (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(textOf(made.path[index]))),
          `${prefix}${path}`,
        ),
        query: inQuery.flatMap(({ name }, index) =>
          made.query[index] === undefined ? [] : [[name, textOf(made.query[index])] as [string, string]],
        ),
        body: made.body,
      }))
  }

  return fc.oneof(...operations)
}

function numberOf(
  { minimum = 0, maximum = minimum + 1000 }: Schema,
  make: (bounds: { min: number; max: number }) => fc.Arbitrary<number>,
): fc.Arbitrary<number> {
  const bounds = { min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), Math.ceil(minimum) + 5000) }
  return fc.oneof(make(bounds), fc.constantFrom(bounds.min, bounds.max))
}

function nightSoon(): fc.Arbitrary<string> {
  return fc
    .integer({ min: -2, max: 502 })
    .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
