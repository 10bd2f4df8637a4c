import { componentOf, type OpenApi, type Schema } from './openapi.ts'

/** Components whose names mean something else in TypeScript. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorEnvelope' }

export interface TypeWriter {
  /** The type of a schema, written inline. */
  typeOf(schema: Schema): string
  /** A component as an exported declaration. */
  declare(name: string): string
  /** A field with its comment. */
  field(name: string, schema: Schema, required: boolean): string
  /** The components that the written types use, directly or indirectly. */
  used(): string[]
}

/**
 * `sources` are the source ids in the document: a list of these alone has a name. Lists that may grow suggest their words, but accept
 * any string.
 */
export function createTypeWriter(document: OpenApi, sources: readonly string[]): TypeWriter {
  const seen = new Set<string>()

  function typeOf(schema: Schema): string {
    const component = componentOf(schema)
    if (component !== null) {
      use(component)
      return RENAMED[component] ?? component
    }
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum) return enumeration(schema.enum)
    if (schema['x-extensible-enum']) return openEnumeration(schema['x-extensible-enum'], schema)
    const either = schema.anyOf ?? schema.oneOf
    if (either) return unique(either.map(typeOf)).join(' | ')
    if (schema.allOf) return unique(schema.allOf.map(typeOf)).join(' & ')
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    return types.length === 0 ? 'unknown' : unique(types.map((type) => ofType(type, schema))).join(' | ')
  }

  function ofType(type: string, schema: Schema): string {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number'
      case 'string':
      case 'boolean':
      case 'null':
        return type
      case 'array':
        return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`
      case 'object':
        return objectType(schema)
      default:
        throw new Error(`The document has a schema of unknown type ${type}.`)
    }
  }

  function objectType(schema: Schema): string {
    if (schema.properties) return `{\n${fieldsOf(schema)}\n}`
    const open = schema.additionalProperties
    const values = [
      ...Object.values(schema.patternProperties ?? {}),
      ...(typeof open === 'object' ? [open] : []),
    ]
    return values.length === 0
      ? 'Record<string, unknown>'
      : `Record<string, ${unique(values.map(typeOf)).join(' | ')}>`
  }

  function fieldsOf({ properties = {}, required = [] }: Schema): string {
    return Object.entries(properties)
      .map(([name, schema]) => field(name, schema, required.includes(name)))
      .join('\n')
  }

  function field(name: string, schema: Schema, required: boolean): string {
    const type = typeOf(schema)
    const explained = comment(schema.description, schema.default)
    const key = /^[A-Za-z_$]/.test(name) ? name : JSON.stringify(name)
    return `${explained}${required ? `${key}: ${type}` : `${key}?: ${type} | undefined`}`
  }

  function enumeration(values: readonly (string | number | boolean | null)[]): string {
    return values.map(literal).join(' | ')
  }

  function openEnumeration(words: readonly string[], { type = [] }: Schema): string {
    const orNull = type.includes('null') ? ['null'] : []
    if (words.every((word) => sources.includes(word))) return ['SourceId', ...orNull].join(' | ')
    return [...words.map(literal), '(string & {})', ...orNull].join(' | ')
  }

  function declare(name: string): string {
    const schema = document.components.schemas[name]
    if (!schema) throw new Error(`The document refers to ${name}, but does not define it.`)
    const written = RENAMED[name] ?? name
    const explained = comment(schema.description)
    return schema.properties
      ? `${explained}export interface ${written} {\n${fieldsOf(schema)}\n}\n`
      : `${explained}export type ${written} = ${typeOf(schema)}\n`
  }

  function use(component: string): void {
    if (seen.has(component)) return
    seen.add(component)
    declare(component)
  }

  return { typeOf, declare, field, used: () => [...seen].toSorted() }
}

export function comment(text: string | undefined, fallback?: unknown): string {
  const lines = [
    ...(text === undefined ? [] : text.split('\n')),
    ...(fallback === undefined ? [] : [`@default ${JSON.stringify(fallback)}`]),
  ].map((line) => line.trim().replaceAll('*/', '*\\/'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)]
}
