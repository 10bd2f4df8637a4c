import { isObject, type Json, type JsonObject, shapeDocument } from '../../src/http/openapi-shape.ts'

/** The parts of the OpenAPI document that are read here. */
export interface OpenApi {
  paths: Record<string, Record<string, Described>>
  components: { schemas: JsonObject }
}

interface Described {
  operationId: string
  parameters?: { name: string; schema: JsonObject; description?: string }[]
  requestBody?: { content: { 'application/json': { schema: JsonObject } } }
}

/** An operation with its fields, wherever they go: path, query or body. */
export interface Operation {
  /** As the documentation writes it: `GET /hotels/{chain}/{code}`. */
  route: string
  fields: JsonObject
}

export function operationsOf({ paths, components: { schemas } }: OpenApi): Map<string, Operation> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, Operation] => [
      described.operationId,
      {
        route: `${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`,
        fields: { ...parametersOf(described, schemas), ...bodyOf(described, schemas) },
      },
    ]),
  )
  return new Map(all)
}

/** The arguments of a tool, in the form of the OpenAPI document. */
export function argumentsOf(inputSchema: JsonObject): JsonObject {
  const { schema } = shapeDocument({ schema: inputSchema })
  const properties = plain(isObject(schema) ? (schema['properties'] ?? {}) : {}, {})
  return isObject(properties) ? properties : {}
}

/** A map, as OpenAPI writes it: a pattern for every name says the same as any further property. */
function asOpenApi({ patternProperties, ...rest }: JsonObject): JsonObject {
  const any = isObject(patternProperties) ? patternProperties['^.*$'] : undefined
  return any === undefined ? rest : { ...rest, additionalProperties: any }
}

function parametersOf({ parameters = [] }: Described, schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      plain({ ...schema, ...(description !== undefined && { description }) }, schemas),
    ]),
  )
}

function bodyOf({ requestBody }: Described, schemas: JsonObject): JsonObject {
  if (!requestBody) return {}
  const body = plain(requestBody.content['application/json'].schema, schemas)
  return isObject(body) && isObject(body['properties']) ? body['properties'] : {}
}

const LEFT_OUT = new Set(['example', 'examples'])

/** Follows references, and leaves out examples, which tools do not show. */
function plain(value: Json, schemas: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => plain(item, schemas))
  if (!isObject(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string') {
    return plain(schemas[$ref.replace('#/components/schemas/', '')] ?? null, schemas)
  }
  return Object.fromEntries(
    Object.entries(asOpenApi(value)).flatMap(([key, item]) =>
      LEFT_OUT.has(key) ? [] : [[key, plain(item, schemas)]],
    ),
  )
}
