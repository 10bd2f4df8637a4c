import { type TProperties, type TSchema, Type } from 'typebox'
import type { Route, RouteInput } from '../edge/route.ts'
import { NextCursor, nullable, withDefault } from '../edge/schemas.ts'
import type { Compile, Validate } from '../edge/validation.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { PriceList } from '../sources/catalog/price-list.ts'
import { briefInput, briefOutput, type Schema } from './brief.ts'
import { Place, rowSchema } from './row.ts'
import type { Args, Tool } from './tool.ts'

/** The cap of a call that does not name its own. */
export const DEFAULT_MAX_CREDITS = 5
const ROWS_DEFAULT = 10
export const ROWS_MOST = 50

/** A tool with its route, as it is listed and called. */
export interface Offer {
  tool: Tool
  route: Route
  listing: Listing
  validate: Validate
  /** Splits validated arguments into the parts of the route's request, defaults filled in. */
  ask(args: Args, requestId: string, asTask?: boolean): RouteInput
}

export interface Listing {
  name: string
  title: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
  /** Only what differs from what the protocol takes for granted. */
  annotations: { readOnlyHint?: true; destructiveHint?: false; openWorldHint?: false }
}

/** Ties a tool to its route: the schemas of its arguments are those of the route, so the two can never differ. */
export function offer(tool: Tool, routes: readonly Route[], prices: PriceList, compile: Compile): Offer {
  const route = routes.find(({ operationId }) => operationId === tool.operationId)
  if (!route) throw new Error(`the tool ${tool.name} calls ${tool.operationId}, which is no route`)
  const input = Type.Object({ ...fieldsOf(tool, route), ...tool.own, ...commonFields(tool, route) }, STRICT)
  // Compiled when the tool is called for the first time: compiling all of them would slow down every start.
  const validate = lazily(() => compile(plain(input), 'arguments'))
  const parts = lazily(() => partsOf(route, compile))
  return {
    tool,
    route,
    listing: {
      name: tool.name,
      title: tool.title,
      description: tool.costs ? `${tool.description} ${tool.costs(prices)}` : tool.description,
      inputSchema: briefInput(plain(input)),
      outputSchema: briefOutput(plain(outputSchema(tool, route))),
      annotations: {
        ...(tool.startsWork ? { destructiveHint: false } : { readOnlyHint: true }),
        ...(route.kind !== 'billable' && { openWorldHint: false }),
      },
    },
    validate: (args) => validate()(args),
    ask: (args, requestId, asTask = false) => {
      const named = Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          tool.renamed?.[name] ?? name,
          tool.lists?.includes(name) && Array.isArray(value) ? value.join(',') : value,
        ]),
      )
      const all: Args = { ...named, ...tool.fixed, ...(asTask && tool.asTask) }
      const asked: RouteInput = { params: {}, query: {}, body: undefined, requestId }
      for (const { part, names, validate: check } of parts()) {
        const picked = Object.fromEntries(
          names.filter((name) => name in all).map((name) => [name, all[name]]),
        )
        const checked = check(picked)
        if ('error' in checked) throw checked.error
        asked[part] = checked.value
      }
      return asked
    },
  }
}

/** The parts of the route's request, each with its fields. */
function partsOf(route: Route, compile: Compile) {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const validate = compile(schema, part === 'query' ? 'querystring' : part)
    return [{ part, names: Object.keys(schema.properties), validate }]
  })
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const STRICT = { additionalProperties: false }

/** The fields that the tool takes, as the route defines them. */
function fieldsOf({ name: toolName, fields, renamed, defaults, lists }: Tool, route: Route): TProperties {
  const known: TProperties = {
    ...route.params?.properties,
    ...route.query?.properties,
    ...route.body?.properties,
  }
  return Object.fromEntries(
    fields.map((name) => {
      const schema = known[renamed?.[name] ?? name]
      if (!schema) throw new Error(`${toolName} takes ${name}, which ${route.operationId} does not know`)
      if (lists?.includes(name)) return [name, LIST]
      const usual = defaults?.[name]
      return [
        name,
        usual === undefined ? schema : Object.assign(Type.Optional({ ...schema }), { default: usual }),
      ]
    }),
  )
}

/** A model that must write a list here and a text with commas there gets one of them wrong. */
const LIST = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^,]*$' }), { minItems: 1, maxItems: 50 }),
)

function commonFields(tool: Tool, route: Route): TProperties {
  const rows = {
    limit: withDefault(Type.Integer({ minimum: 1, maximum: ROWS_MOST }), tool.rowsDefault ?? ROWS_DEFAULT),
    cursor: Type.Optional(Type.String({ maxLength: 400 })),
  }
  const isList = tool.fields.length > 0 && !tool.hasOneRow
  if (route.kind !== 'billable') return isList ? rows : {}
  return {
    ...(isList && rows),
    dry_run: withDefault(Type.Boolean(), false),
    max_credits: Type.Optional(Type.Number({ minimum: 0, maximum: LIMITS.maxCredits })),
  }
}

const Quote = Type.Object({ credits_min: Type.Number(), credits_max: Type.Number() })

const Job = Type.Object({
  job_id: Type.String(),
  status: Type.String(),
  cells_done: Type.Integer(),
  cells_total: Type.Integer(),
  credits_reserved: Type.Number(),
  credits_spent: Type.Number(),
})

function outputSchema(tool: Tool, route: Route): TSchema {
  return Type.Object({
    summary: Type.String(),
    rows: Type.Array(rowSchema(tool.columns), { maxItems: ROWS_MOST }),
    rows_total: Type.Optional(Type.Integer()),
    next_cursor: NextCursor,
    why_empty: nullable(Type.String()),
    ...(route.kind === 'billable' && { quote: Type.Optional(Quote) }),
    ...(tool.fields.includes('place_id') && {
      place: Type.Optional(Place),
      other_places: Type.Optional(Type.Array(Place)),
    }),
    ...((tool.startsWork || tool.pagesItself) && {
      jobs: Type.Optional(Type.Array(Job)),
    }),
    credits: Type.Object({
      charged: Type.Number(),
      remaining: nullable(Type.Number()),
    }),
  })
}

/** As JSON, without names, which would collide when a schema appears twice, and examples. */
function plain(schema: TSchema): object {
  const text = JSON.stringify(schema, (name, value: unknown) => (LEFT_OUT.has(name) ? undefined : value))
  return JSON.parse(text) as object
}

const LEFT_OUT = new Set(['$id', 'examples'])
