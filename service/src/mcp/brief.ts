/**
 * The schemas of tools as they are listed. An agent pays for every word of them in each conversation, so they are short: what several
 * tools take or answer is explained once, in the server's instructions, and limits are told by the answer to a call that breaks one.
 * Calls are checked by the whole schemas.
 */

export type Schema = { type: 'object'; [keyword: string]: unknown }

type Part = Readonly<Record<string, unknown>>

/** The fields that no name explains. */
const WORDS: Readonly<Record<string, string>> = {
  cert: 'Only nights that this certificate covers.',
  condition: 'When to tell.',
  endpoints: 'Ids (end_…); a call without them names those that there are.',
  fill: '`stale`: a job fetches what is not known.',
  fill_budget: 'The most credits of these jobs.',
  max_points: 'Per night.',
  max_top_up: 'Points to add to the certificate.',
  min_access: 'Least share of nights sold for points.',
  outlook: 'Also judge whether to wait.',
  point_value: 'Cents, by chain.',
  resolve: 'Look up unknown ids.',
  since: 'Seen from then on.',
  until: 'Seen until then.',
  wallet: 'What you hold, or `saved`.',
}

const LEFT_OUT: ReadonlySet<string> = new Set(
  '$id description examples pattern format minLength maxLength minItems maxItems minimum maximum exclusiveMinimum additionalProperties x-open x-switched-off'.split(
    ' ',
  ),
)

export function briefInput(schema: object): Schema {
  return briefly(schema as Part, '') as Schema
}

function briefly(schema: Part, name: string): Part {
  const { properties, ...rest } = schema
  const isSource = name === 'chain' && 'enum' in rest
  const words = WORDS[name]
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([keyword, value]) => !LEFT_OUT.has(keyword) && !isPlain(keyword, value))
        .filter(([keyword]) => !(isSource && keyword === 'enum'))
        .map(([keyword, value]) => [keyword, within(value)]),
    ),
    ...(isSource && { type: 'string' }),
    ...(words !== undefined && { description: words }),
    ...(isPart(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, inner]) => [field, briefly(inner as Part, field)]),
      ),
    }),
  }
}

/** What everybody expects where nothing is said. */
function isPlain(keyword: string, value: unknown): boolean {
  return (
    keyword === 'default' &&
    (value === false || value === 1 || (isPart(value) && Object.keys(value).length === 0))
  )
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within)
  return isPart(value) ? briefly(value, '') : value
}

/** Names with the kinds of their values; text has none. What objects hold is explained once. */
export function briefOutput(schema: object): Schema {
  const { properties } = schema as { properties: Record<string, Part> }
  const kinds = Object.entries(properties).map(([name, part]) => [
    name,
    name === 'rows' ? rowsOf(part) : kindOf(part),
  ])
  return {
    type: 'object',
    required: ['summary', 'rows', 'credits'],
    properties: Object.fromEntries(kinds) as unknown,
  }
}

function rowsOf({ items }: Part): Part {
  const { properties } = items as { properties: Record<string, Part> }
  const kinds = Object.entries(properties).map(([name, part]) => [name, kindOf(part)])
  return { type: 'array', items: { type: 'object', properties: Object.fromEntries(kinds) as unknown } }
}

function kindOf({ type }: Part): Part {
  return typeof type !== 'string' || type === 'string' ? {} : { type }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
