/** The part of OpenAPI 3.1 that our document uses. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: (string | number | boolean | null)[]
  /** The known words of a list that may grow. */
  'x-extensible-enum'?: string[]
  const?: string | number | boolean | null
  format?: string
  pattern?: string
  examples?: unknown[]
  description?: string
  default?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-billable'?: boolean
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Route {
  method: string
  path: string
  operation: Operation
}

/** Methods whose names are shorter than the ids, which cannot be reserved words of any language. */
const METHOD_NAMES: Readonly<Record<string, string>> = { exportGrid: 'export' }

export function methodNameOf(operationId: string): string {
  return METHOD_NAMES[operationId] ?? operationId
}

/** The operations of the document, each with the name of its method as its id. */
export function routesOf(document: OpenApi): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, ...operation }]) => ({
      method: method.toUpperCase(),
      path,
      operation: { ...operation, operationId: methodNameOf(id) },
    })),
  )
}

export function bodyOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema
}

const COMPONENT = '#/components/schemas/'

/** The component that a schema refers to; null for an inline schema. */
export function componentOf({ $ref }: Schema): string | null {
  return $ref?.startsWith(COMPONENT) ? $ref.slice(COMPONENT.length) : null
}

export function resolved(document: OpenApi, schema: Schema): Schema {
  const name = componentOf(schema)
  if (name === null) return schema
  const found = document.components.schemas[name]
  if (!found) throw new Error(`The document refers to ${name}, but does not define it.`)
  return found
}
