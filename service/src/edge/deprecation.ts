import type { TObject, TSchema } from 'typebox'

/** Something that still works but will end. docs/versioning.md has the rules. */
export interface Deprecation {
  /** The day of the announcement. */
  since: string
  /** The day after which it may be gone, at least a year later. */
  sunset: string
  /** What to use, as a sentence. */
  instead: string
}

/** Marks an optional field of a query or a body. Answers to requests that use it have the headers. */
export function deprecatedField<Schema extends TSchema>(schema: Schema, deprecation: Deprecation): Schema {
  if ('default' in schema) throw new Error('a deprecated field has no default: every request would use it')
  const { description } = schema as { description?: string }
  // A copy by spreading would lose that the field is optional.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema
  return Object.assign(copy, {
    deprecated: true,
    description: describeDeprecation(description, deprecation),
    'x-deprecation': deprecation,
  })
}

export function describeDeprecation(
  description: string | undefined,
  { since, sunset, instead }: Deprecation,
): string {
  const note = `Deprecated since ${since}, and may be gone after ${sunset}. ${instead}`
  return description === undefined ? note : `${description} ${note}`
}

interface Asked {
  query: unknown
  body: unknown
}

/** The headers for a request, or null if nothing about the route is deprecated. */
export function deprecationOf(route: {
  deprecation?: Deprecation
  query?: TObject
  body?: TObject
}): ((asked: Asked) => Record<string, string>) | null {
  const fields = (['query', 'body'] as const).flatMap((part) =>
    Object.entries(route[part]?.properties ?? {}).flatMap(([name, schema]) =>
      isMarked(schema) ? [{ part, name, deprecation: schema['x-deprecation'] }] : [],
    ),
  )
  if (!route.deprecation && fields.length === 0) return null
  return (asked) => {
    const used = fields.filter(({ part, name }) => name in Object(asked[part]))
    return headersOf([
      ...(route.deprecation ? [route.deprecation] : []),
      ...used.map(({ deprecation }) => deprecation),
    ])
  }
}

function isMarked(schema: TSchema): schema is TSchema & { 'x-deprecation': Deprecation } {
  return 'x-deprecation' in schema
}

/** RFC 9745 and RFC 8594. Of several, the first to come counts. */
function headersOf(deprecations: readonly Deprecation[]): Record<string, string> {
  if (deprecations.length === 0) return {}
  const first = (days: string[]) => new Date(Math.min(...days.map((day) => Date.parse(day))))
  return {
    deprecation: `@${first(deprecations.map(({ since }) => since)).getTime() / 1000}`,
    sunset: first(deprecations.map(({ sunset }) => sunset)).toUTCString(),
    link: '</docs>; rel="deprecation"; type="text/html"',
  }
}
