import { componentOf, type OpenApi, type Schema } from '../../client/scripts/openapi.ts'
import { argument, bracketed, comment, docstring, literal, pascal, WORDS } from './python-text.ts'

/** Small shapes that many others have, by their fields. Those with days have one shape in requests and another in answers. */
const COMMON: Readonly<Record<string, string>> = {
  'chain,hotel_code': 'HotelRef',
  'asked from,to': 'DateRange',
  'from,to': 'NightRange',
  'code,message': 'RowError',
}

export interface ShapeWriter {
  /** The type of a schema. `name` is for a class, if it needs one. */
  typeOf(schema: Schema, name: string): string
  /** Fields of what a method takes, as the lines of a class. */
  asked(owner: string, fields: readonly Field[]): string
  /** The classes that the written types use, in order of their names. */
  classes(): string
}

export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
}

/** Python has no inline object types: each becomes a class, and equal ones become one. */
export function createShapeWriter(document: OpenApi): ShapeWriter {
  const written = new Map<string, string>()
  const names = new Map<string, string>()
  /** Whether a request is being written. There a day or a moment may be Python's own type; answers have strings. */
  let isAsked = false

  function asked<Made>(is: boolean, make: () => Made): Made {
    const before = isAsked
    isAsked = is
    const made = make()
    isAsked = before
    return made
  }

  function typeOf(schema: Schema, name: string): string {
    const component = componentOf(schema)
    if (component !== null) return declare(component)
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return enumeration(schema.enum)
    const either = schema.anyOf ?? schema.oneOf
    if (either) return unique(either.map((each) => typeOf(each, name))).join(' | ')
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    return types.length === 0 ? 'Any' : unique(types.map((type) => ofType(type, schema, name))).join(' | ')
  }

  function ofType(type: string, schema: Schema, name: string): string {
    switch (type) {
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'string':
        return isAsked ? `str${orTime(schema)}` : 'str'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${schema.items ? typeOf(schema.items, name.replace(/s$/, '')) : 'Any'}]`
      case 'object':
        return objectType(schema, name)
      default:
        throw new Error(`The document has a schema of unknown type ${type}.`)
    }
  }

  function objectType(schema: Schema, name: string): string {
    if (schema.properties) return inline(schema, name)
    const open = schema.additionalProperties
    const values = [
      ...Object.values(schema.patternProperties ?? {}),
      ...(typeof open === 'object' ? [open] : []),
    ]
    const types = unique(values.map((value) => typeOf(value, `${name}Value`)))
    return `dict[str, ${types.length === 0 ? 'Any' : types.join(' | ')}]`
  }

  function inline(schema: Schema, wanted: string): string {
    const inside = fieldsOf(schema)
    const of = isAsked && takesTime(schema) ? 'asked ' : ''
    const key = of + JSON.stringify(bare(schema))
    const known = names.get(key)
    if (known !== undefined) return known
    const common = COMMON[of + inside.map(({ name }) => name).join(',')]
    const name = [common, wanted].find((each) => each !== undefined && !isTaken(each)) ?? `${wanted}Fields`
    if (isTaken(name)) throw new Error(`Two shapes would be called ${name}.`)
    names.set(key, name)
    written.set(name, '')
    written.set(name, classOf(name, inside))
    return name
  }

  const isTaken = (name: string) => written.has(name) || name in document.components.schemas

  function declare(name: string): string {
    if (written.has(name)) return name
    const schema = document.components.schemas[name]
    if (!schema?.properties) throw new Error(`${name} is no object of the document.`)
    written.set(name, '')
    return asked(name.endsWith('Request'), () => declareClass(name, schema))
  }

  function declareClass(name: string, schema: Schema): string {
    // The fields of a body are given as arguments. Dry runs have methods of their own.
    const nameOf = name.endsWith('Request') ? argument : undefined
    const all = fieldsOf(schema, nameOf).filter((field) => field.name !== 'dry_run')
    const base = document.components.schemas[name.replace(/202$/, '')]
    const isMore = base !== undefined && base !== schema && isPart(base, schema)
    const more = isMore ? all.filter((field) => !(field.name in (base.properties ?? {}))) : all
    const above = isMore ? declare(name.replace(/202$/, '')) : 'TypedDict'
    written.set(name, classOf(name, more, above, schema.description))
    return name
  }

  function classOf(name: string, of: readonly Field[], above = 'TypedDict', description?: string): string {
    if (of.some((field) => WORDS.has(field.name) || /^\d/.test(field.name))) return dictOf(name, of)
    const about = description === undefined ? '' : `${docstring(description, '    ')}\n`
    return `class ${name}(${above}):\n${about}${fields(name, of) || '    pass\n'}`
  }

  /** The form of a class whose fields have names that no class can have. */
  function dictOf(owner: string, of: readonly Field[]): string {
    const lines = of.map((field) => {
      const said = explained(field.schema)
      return `${said === '' ? '' : comment(said, '        ')}        ${literal(field.name)}: ${literal(annotation(owner, field))},\n`
    })
    return `${owner} = TypedDict(\n    ${literal(owner)},\n    {\n${lines.join('')}    },\n)\n`
  }

  function fields(owner: string, of: readonly Field[]): string {
    const lines = of.map((field) => {
      const said = explained(field.schema)
      return `${lineOf(field.name, annotation(owner, field))}\n${said === '' ? '' : docstring(said, '    ')}`
    })
    return lines.join('')
  }

  function annotation(owner: string, { name, schema, isRequired }: Field): string {
    const type = typeOf(schema, `${owner}${pascal(name)}`)
    return isRequired ? type : `NotRequired[${type}]`
  }

  function enumeration(values: readonly (string | number | boolean | null)[]): string {
    const words = values.filter((value) => value !== null)
    const orNone = words.length < values.length ? ' | None' : ''
    return `Literal[${words.map(literal).join(', ')}]${orNone}`
  }

  const classes = () =>
    [...written.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n\n')

  return { typeOf, asked: (owner, of) => asked(true, () => fields(owner, of)), classes }
}

function fieldsOf({ properties = {}, required = [] }: Schema, nameOf = (name: string) => name): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name: nameOf(name),
    schema,
    isRequired: required.includes(name),
  }))
}

/** What is taken in place of the text of a day or a moment. */
function orTime({ format, pattern = '', examples = [] }: Schema): string {
  const [example = ''] = examples.map(String)
  if (format === 'date-time') return ' | dt.datetime'
  // A moment without a format is one that may be a day.
  if (/^\d{4}-\d\d-\d\dT/.test(example)) return ' | dt.date | dt.datetime'
  return format === 'date' || pattern.includes('-\\d{2}') ? ' | dt.date' : ''
}

function takesTime(schema: Schema): boolean {
  const parts = [schema.items ?? [], schema.anyOf ?? [], Object.values(schema.properties ?? {})].flat()
  return orTime(schema) !== '' || parts.some(takesTime)
}

/** A field of a class. Long lists of literals take several lines. */
function lineOf(name: string, type: string): string {
  const [, before = '', literals, after = ''] = /^(.*?Literal\[)(.*?)(\].*)$/.exec(type) ?? []
  if (literals === undefined) return `    ${name}: ${type}`
  return bracketed(`${name}: ${before}`, literals.split(', '), after, '    ')
}

function explained({ description, default: fallback }: Schema): string {
  const ended = description === undefined || /[.!?)…]$/.test(description) ? description : `${description}.`
  return [ended, fallback === undefined ? undefined : `Default: ${JSON.stringify(fallback)}.`]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** Whether every field of one shape is in the other, and the same. */
function isPart(part: Schema, whole: Schema): boolean {
  return Object.entries(part.properties ?? {}).every(([name, schema]) => {
    const other = whole.properties?.[name]
    const isSame = part.required?.includes(name) === whole.required?.includes(name)
    return other !== undefined && isSame && JSON.stringify(bare(schema)) === JSON.stringify(bare(other))
  })
}

/** A schema without what is only for people. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const isWords = (name: string, of: unknown) =>
    ['description', 'examples', 'default', 'title'].includes(name) && typeof of !== 'object'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, of]) => !isWords(name, of) && name !== 'examples')
      .map(([name, of]) => [name, bare(of)]),
  )
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)]
}
