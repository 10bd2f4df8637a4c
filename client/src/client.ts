import { versioned } from './address.ts'
import { type EventsOptions, eventsOf } from './events.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Event as EventRow, Job, MatrixCell } from './generated/shapes.ts'
import type { Hooks } from './hooks.ts'
import { type CellsOptions, cellsOf, type WaitOptions, waitForJob } from './jobs.ts'
import { type ListMethods, listMethods } from './lists.ts'
import { explained } from './older-server.ts'
import type { OperationMethods, OperationName, QuoteMethods } from './operation.ts'
import { type CallOptions, type Connection, type Received, type Request, type Scalar, send } from './send.ts'
import { VERSION } from './version.ts'
import { type WaitingMethods, waitingMethods } from './wait-for.ts'
import type { Fetch } from './web.ts'

export { type ErrorCode, type FailureCode, VacancyError } from './errors.ts'
export type * from './generated/shapes.ts'
export type { Event as EventRow } from './generated/shapes.ts'
export type { Attempt, Hooks, Outcome } from './hooks.ts'
export type { Answer, Input, OperationName, QuoteAnswer } from './operation.ts'
export type { CallOptions, Receipt, Received } from './send.ts'
export type { Finished } from './wait-for.ts'
export type { FileStream } from './web.ts'

export interface ClientOptions {
  /** Address of the service, such as `https://rates.example.com`, with or without `/v1`. */
  baseUrl: string
  /** For server code only: never put a key into a web page or an app. */
  apiKey: string
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined
  /** Maximum number of retries, where a retry can help. Default 3. */
  retries?: number | undefined
  /** The longest wait for the answer to an attempt, in milliseconds. Default 60,000; null waits for as long as it takes. */
  timeoutMs?: number | null | undefined
  /** Called before and after every attempt. */
  hooks?: Hooks | undefined
  /** Put before our own User-Agent, such as `my-app/2.1`. */
  userAgent?: string | undefined
}

/** `hotels` lists those around a place; its methods read the directory, for free. */
export interface HotelMethods {
  hotels: OperationMethods['hotels'] & {
    /** Finds hotels by code, name, brand or city, also while somebody types. */
    search: OperationMethods['searchHotels']
    /** What is known of one hotel. */
    get: OperationMethods['getHotel']
  }
}

export interface Extras {
  /** Dry runs: what a call could cost. Free, and no source is asked. */
  quote: QuoteMethods
  /** Every row of a list, across all pages, such as `each.listWatches()`. */
  each: ListMethods
  /** Calls that may start a job: waits for it, and resolves with the complete answer. */
  waitFor: WaitingMethods
  /** Resolves when the job has ended. Check its `status`: it may have failed. */
  waitForJob(id: string, options?: WaitOptions): Promise<Job>
  /** Every cell of a job, in order, across all pages. Waits for the cells of a running job. */
  cells(jobId: string, options?: CellsOptions): AsyncGenerator<MatrixCell, void, void>
  /** Events in the order in which they happened, across all pages. */
  events(options?: EventsOptions): AsyncGenerator<EventRow, void, void>
  /** Calls any route, for a service that is newer than this client. */
  request(request: Request, options?: CallOptions): Promise<Received>
}

export type Client = Omit<OperationMethods, 'hotels'> & HotelMethods & Extras

const RETRIES = 3
/** More than the service takes at most. */
const TIMEOUT_MS = 60_000

export function createClient(settings: ClientOptions): Client {
  const {
    baseUrl,
    apiKey,
    fetch,
    retries = RETRIES,
    timeoutMs = TIMEOUT_MS,
    hooks = {},
    userAgent,
  } = settings
  if (!/^[!-~]+$/.test(apiKey))
    throw new TypeError(
      `apiKey: ${apiKey === '' ? 'It is empty. Is the variable set?' : 'A key has no spaces, line breaks or special letters.'}`,
    )
  const connection: Connection = {
    baseUrl: versioned(baseUrl),
    apiKey,
    // A browser's fetch must be called without a `this` of ours.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    retries,
    timeoutMs,
    userAgent: `${userAgent === undefined ? '' : `${userAgent} `}vacancy-client/${VERSION}`,
    hooks,
  }
  const names = Object.keys(OPERATIONS) as OperationName[]
  const methodsWith = (fixed: object, only: readonly OperationName[]) =>
    Object.fromEntries(
      only.map((name) => [
        name,
        async (given: object = {}, options?: CallOptions) => {
          const input = { ...given, ...fixed }
          const asked = requestOf(name, input)
          return send(connection, asked, options).catch(async (error: unknown) => {
            throw await explained(error, name, asked, input)
          })
        },
      ]),
    )
  const operations = methodsWith({}, names) as unknown as OperationMethods
  const quotable = names.filter((name) => OPERATIONS[name].isQuotable)
  const request: Extras['request'] = (asked, options) => {
    const isBillable = mayBeBilled(asked)
    const isIdempotent = asked.method === 'POST' || (asked.method === 'GET' && isBillable)
    return send(connection, { isIdempotent, isBillable, ...asked }, options)
  }
  return {
    ...operations,
    hotels: Object.assign(operations.hotels, { search: operations.searchHotels, get: operations.getHotel }),
    each: listMethods(operations),
    waitFor: waitingMethods(operations),
    quote: methodsWith({ dry_run: true }, quotable) as unknown as QuoteMethods,
    waitForJob: (id, options) => waitForJob(operations, id, options),
    cells: (jobId, options) => cellsOf(operations, jobId, options),
    events: (options) => eventsOf(request, options),
    request,
  }
}

/** A route that this client does not know is assumed to cost credits. */
function mayBeBilled({ method, path }: Request): boolean {
  const asked = path.replace(/\?.*/, '').split('/')
  const known = Object.values(OPERATIONS).find((each) => {
    const parts = each.path.split('/')
    const fits = (part: string, at: number) => part === asked[at] || part.startsWith('{')
    return each.method === method && parts.length === asked.length && parts.every(fits)
  })
  return known?.isBillable ?? true
}

/** Splits the input into path, query and body. */
function requestOf(name: OperationName, input: object): Request {
  const { method, path, params, query, hasBody, takesKey, isIdempotent, isBillable } = OPERATIONS[name]
  const inPath: readonly string[] = params
  const inQuery: readonly string[] = query
  const given = Object.entries(input as Record<string, Scalar>)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = given.find(([key]) => key === field)?.[1]
    if (value === undefined || value === '') throw new TypeError(`${name} needs \`${field}\`.`)
    return encodeURIComponent(String(value))
  })
  const rest = given.filter(([key]) => !inPath.includes(key))
  return {
    method,
    path: filled,
    // Unknown fields of a route without a body go into the query, so that the service can name them in its error.
    query: Object.fromEntries(rest.filter(([key]) => inQuery.includes(key) || !hasBody)),
    body: hasBody ? Object.fromEntries(rest.filter(([key]) => !inQuery.includes(key))) : undefined,
    takesKey,
    isIdempotent,
    isBillable,
  }
}
