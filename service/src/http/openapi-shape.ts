/**
 * Final changes to the OpenAPI document for code generators: shapes get names, and "or null" its short form, so that clients
 * get `Lowest` and `number | null` instead of anonymous unions.
 */

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

/** Moves every marked shape into the components, and shortens unions with null and lists of values. */
export function shapeDocument(document: JsonObject): JsonObject {
  const schemas: JsonObject = {}
  const shaped = mapObjects(document, (node) => {
    const { [NAME]: name, ...rest } = withNull(node)
    const schema = typed(rest)
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
