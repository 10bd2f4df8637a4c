/**
 * Final changes to the OpenAPI document for code generators: shapes get names, and "or null" its short form, so that clients
 * get `Lowest` and `number | null` instead of anonymous unions.
 */
import { OPEN, SWITCHED_OFF } from '../edge/schemas.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const NAME = 'x-component'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A schema as plain JSON. Its `$id`s become marks, because a nested `$id` would change what references mean. */
export function plainSchema(schema: object): JsonObject {
  return mapObjects(JSON.parse(JSON.stringify(schema)) as Json, ({ $id, ...rest }) => ({
    ...rest,
    ...(typeof $id === 'string' && { [NAME]: $id }),
  })) as JsonObject
}

/** Gives a schema this name in the document, unless it has one. */
export function named<Schema extends object>(schema: Schema, name: string): Schema {
  return { [NAME]: name, ...schema }
}

/** Moves every marked shape into the components, shortens unions with null and lists of values, and opens those that may grow. */
export function shapeDocument(document: JsonObject): JsonObject {
  const schemas: JsonObject = {}
  const shaped = mapObjects(document, (node) => {
    const { [NAME]: name, ...rest } = withNull(alone(node))
    const schema = sized(opened(typed(rest)))
    if (typeof name !== 'string') return schema
    schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }) as JsonObject
  const components = isObject(shaped['components']) ? shaped['components'] : {}
  const known = isObject(components['schemas']) ? components['schemas'] : {}
  return { ...shaped, components: { ...components, schemas: { ...known, ...schemas } } }
}

/** `anyOf: [X, null]` as `type: [X, 'null']`. A named shape stays a union with null, because it is defined elsewhere. */
function withNull(node: JsonObject): JsonObject {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [one, other] = anyOf
  if (!isObject(one) || !isObject(other) || other['type'] !== 'null') return node
  const { type, enum: values } = one
  if (typeof type !== 'string') return node
  return {
    ...one,
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

/** Headers that many answers have are written once. */
export function hoistHeaders(document: JsonObject): JsonObject {
  const headers: JsonObject = {}
  const place = (name: string, header: Json): Json => {
    headers[name] ??= header
    const isSame = JSON.stringify(headers[name]) === JSON.stringify(header)
    return isSame ? { $ref: `#/components/headers/${name}` } : header
  }
  const hoisted = mapObjects(document, ({ headers: own, ...node }) => {
    if (!isObject(own) || !('description' in node))
      return own === undefined ? node : { ...node, headers: own }
    const placed = Object.entries(own).map(([name, header]) => [name, place(name, header)])
    return { ...node, headers: Object.fromEntries(placed) as JsonObject }
  }) as JsonObject
  const components = isObject(hoisted['components']) ? hoisted['components'] : {}
  return { ...hoisted, components: { ...components, headers } }
}

/** A shape with a description of its own is written as a union of one. */
function alone(node: JsonObject): JsonObject {
  const { anyOf, ...rest } = node
  const [only, ...others] = Array.isArray(anyOf) ? anyOf : []
  return isObject(only) && others.length === 0 ? { ...only, ...rest } : node
}

/** A list that may grow names the values that are known, and allows others. */
function opened(node: JsonObject): JsonObject {
  const { [OPEN]: isOpen, [SWITCHED_OFF]: _off, enum: values, ...rest } = node
  if (isOpen !== true || !Array.isArray(values)) return node
  // The reference shows examples, not the extension.
  return { ...rest, examples: values, 'x-extensible-enum': values }
}

/** Says how many bits an integer has, for languages that must know. */
function sized(node: JsonObject): JsonObject {
  const { type, maximum } = node
  if (type !== 'integer' && !(Array.isArray(type) && type.includes('integer'))) return node
  const isSmall = typeof maximum === 'number' && maximum < 2 ** 31
  return { ...node, format: isSmall ? 'int32' : 'int64' }
}

/** Adds `type: string` to a list of strings. */
function typed(node: JsonObject): JsonObject {
  const { enum: values, type } = node
  const bare = Array.isArray(values) && type === undefined
  return bare && values.every((value) => typeof value === 'string') ? { type: 'string', ...node } : node
}

/** Inner objects first. */
function mapObjects(value: Json, change: (node: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])
  return change(Object.fromEntries(inner) as JsonObject)
}
