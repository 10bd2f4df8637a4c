import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Actor, personOf } from '../accounts/acts.ts'
import type { KeyHolder } from '../accounts/key-ring.ts'
import type { Scope } from '../accounts/key-terms.ts'
import type { UsageName } from '../billing/prices.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { KeepWith } from './repeats.ts'
import type { Planned } from './sale.ts'
import { withDefault } from './schemas.ts'
import type { Served } from './served.ts'

export interface RouteAnswer {
  description: string
  schema: TSchema
  /** Media types, if not JSON; none for an answer without a body. */
  types?: readonly string[]
  /** Headers of this answer only, with their descriptions. */
  headers?: Readonly<Record<string, string>>
}

/** Sections of the API reference, in reading order. */
export const TAGS = [
  { name: 'Rates', description: 'Prices of stays, in cash and for members.' },
  { name: 'Award', description: 'Prices of stays in points, and what the points are worth.' },
  { name: 'Grids', description: 'Many hotels and many nights: from the cache at once, or as a job.' },
  { name: 'History', description: 'How prices changed, and whether a price is a good one.' },
  { name: 'Parity', description: 'Compares the chains’ own rates with those of travel agencies.' },
  { name: 'Receipts', description: 'What the sources sent for an answer, kept and signed.' },
  { name: 'Places', description: 'Hotels around a place.' },
  { name: 'Identity', description: 'The ids of a hotel at travel agencies and in the search engine.' },
  { name: 'Sets', description: 'Lists of hotels under a name, for the calls that take several hotels.' },
  { name: 'Schedules', description: 'Calls that the service makes for you, every hour, day or week.' },
  {
    name: 'Boards',
    description: 'The market or the parity of a saved set over some nights, and how it changed.',
  },
  { name: 'Feeds', description: 'Links that spreadsheets read: always the newest run of a schedule.' },
  { name: 'Watches', description: 'Get an event when a price or availability changes.' },
  {
    name: 'Bookings',
    description: 'Get an event when what you booked can be booked for less.',
  },
  { name: 'Endpoints', description: 'Where events go: webhooks, Slack channels and e-mail addresses.' },
  { name: 'Account', description: 'Your plan, your usage and the status of the service.' },
] as const

/**
 * Routes are data: parameters, answers and price. The HTTP room turns them into handlers and the OpenAPI document, so other
 * rooms never see the web framework.
 */
interface RouteText {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the spec, below /v1: `/jobs/{id}`. */
  path: string
  operationId: string
  tag: (typeof TAGS)[number]['name']
  summary: string
  description: string
  params?: TObject
  query?: TObject
  body?: TObject
  /**
   * May take more than 20 ms of processor time or 1 MB. What is free of it, reads and quotes, goes through `free-work.ts`; paid calls ask
   * the ledger before planning, and accounts take turns. `list`: usually small, so an account may have a few in flight.
   */
  large?: boolean | 'list'
  /** What a key must have for it, if that does not follow from its method and its price. */
  scope?: Scope
  /** Whether it answers `hotel_not_found`. Billable routes always may. */
  namesHotel?: boolean
  /** Refusals of this route beside the errors that every route of its kind has, by status. */
  refusals?: Readonly<Record<string, string>>
  /** Answers other than errors; errors are the same for every route. */
  answers: Partial<Record<Served['status'], RouteAnswer>>
}

/** What a handler receives after validation. */
export interface RouteInput<Params = unknown, Query = unknown, Body = unknown> {
  params: Params
  query: Query
  body: Body
  requestId: string
}

export interface Caller {
  holder: KeyHolder
  /** Who is signed in, if the call came from the dashboard. */
  person?: string
}

/** Who is written down for what a call changes. */
export function actorOf({ holder, person }: Caller): Actor {
  return person === undefined ? { kind: 'key', id: holder.key.id } : personOf(person)
}

/** Somebody without a key. */
export interface Visitor {
  /** What attempts are counted by. */
  network: string
  /** Wants the headers only. */
  isHead: boolean
  /** What the client has already, as its headers say. */
  ifNoneMatch: string | undefined
  ifModifiedSince: string | undefined
  /** Reads compressed answers. */
  takesGzip: boolean
}

export interface PublicRoute extends RouteText {
  kind: 'public'
  handle(asked: RouteInput, visitor: Visitor): Promise<Served> | Served
}

export interface FreeRoute extends RouteText {
  kind: 'free'
  /** Still answered when no credits are left. */
  exempt: boolean
  /** Creates something, and stores its answer with it, so that a retry never creates a second one. */
  handle(asked: RouteInput, caller: Caller, keepWith: KeepWith): Promise<Served> | Served
  /** Calls that ask for more than is free. They are sold. */
  paid?: PaidPart
}

/** What some calls of a free route buy. */
export interface PaidPart extends Pick<BillableRoute, 'usage' | 'plan'> {
  isAsked(asked: Pick<RouteInput, 'query'>): boolean
}

export interface BillableRoute extends RouteText {
  kind: 'billable'
  /** The name of the price rule. Every billable route has one. */
  usage: UsageName
  /** A dry run needs only the estimate. */
  plan(asked: RouteInput, caller: Caller, dryRun: boolean): Promise<Planned>
}

export type Route = PublicRoute | FreeRoute | BillableRoute

/** After validation: fields with a default are set. */
type Filled<Fields extends Record<string, TSchema>> = {
  [Name in keyof Fields as Fields[Name] extends { default: unknown } ? Name : never]: Static<Fields[Name]>
}
export type InputOf<Schema> =
  Schema extends TObject<infer Fields>
    ? Static<Schema> & Filled<Fields>
    : Schema extends TSchema
      ? Static<Schema>
      : undefined

/** What a handler receives, typed by the schemas of its route. */
export type TypedInput<Text extends Pick<RouteText, 'params' | 'query' | 'body'>> = RouteInput<
  InputOf<Text['params']>,
  InputOf<Text['query']>,
  InputOf<Text['body']>
>

export function publicRoute<const Text extends RouteText>(
  text: Text,
  handle: (asked: TypedInput<Text>, visitor: Visitor) => Promise<Served> | Served,
): PublicRoute {
  return { ...text, kind: 'public', handle }
}

export function freeRoute<const Text extends RouteText>(
  text: Text & { exempt?: boolean },
  handle: (asked: TypedInput<Text>, caller: Caller, keepWith: KeepWith) => Promise<Served> | Served,
): FreeRoute {
  return { ...text, kind: 'free', exempt: text.exempt ?? false, handle }
}

/** A free route, some of whose calls are sold. */
export function partlyFreeRoute<const Text extends RouteText>(
  text: Text,
  handle: (asked: TypedInput<Text>) => Promise<Served> | Served,
  paid: {
    usage: UsageName
    isAsked(query: InputOf<Text['query']>): boolean
    plan(asked: TypedInput<Text>): Promise<Planned>
  },
): FreeRoute {
  return {
    ...freeRoute(text, handle),
    paid: { ...paid, isAsked: ({ query }) => paid.isAsked(query as InputOf<Text['query']>) },
  }
}

/** Whether a call of the route may cost something. */
export function isSold(route: Route, asked: Pick<RouteInput, 'query'>): boolean {
  return route.kind === 'billable' || (route.kind === 'free' && route.paid?.isAsked(asked) === true)
}

/** The scope that a key needs for a call. */
export function scopeOf(route: Route, asked: Pick<RouteInput, 'query'>, dryRun: boolean): Scope {
  if (isSold(route, asked)) return dryRun ? 'read' : 'spend'
  return route.scope ?? (route.method === 'GET' ? 'read' : 'manage')
}

/** Every billable POST accepts a dry run and a credit limit, and so may a GET in its query. The edge handles both. */
export const QUOTABLE = {
  dry_run: withDefault(
    Type.Boolean({
      description: 'Return a quote instead. Free; no source is called.',
    }),
    false,
  ),
  max_credits: Type.Optional(
    Type.Number({
      description: 'Refuse the call, before any source is called, if it could cost more than this.',
      minimum: 0,
      maximum: LIMITS.maxCredits,
    }),
  ),
}

export function billableRoute<const Text extends RouteText & { usage: UsageName }>(
  text: Text,
  plan: (asked: TypedInput<Text>, caller: Caller, dryRun: boolean) => Promise<Planned>,
): BillableRoute {
  const body =
    text.body && Type.Object({ ...text.body.properties, ...QUOTABLE }, { additionalProperties: false })
  return { ...text, ...(body && { body }), kind: 'billable', plan }
}
