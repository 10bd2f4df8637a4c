import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Catalog, Source } from '../../src/sources/catalog/catalog.ts'
import {
  type BatchRow,
  type Call,
  type Family,
  type LowestAnswer,
  type Rate,
  SourceFailure,
  type StayAnswer,
} from '../../src/sources/source.ts'

/**
 * A source small enough to see through, over real HTTP: the server answers whatever the test says, the family reads
 * the plainest possible format. The real families have their own tests.
 */

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface ToyServer {
  url: string
  /** Paths with their queries, in the order they came. */
  seen: string[]
  /** Requests under way now, and the most there ever were. */
  open: () => number
  peak: () => number
  /** Requests whose client went away before the answer. */
  deserted: () => number
  answerWith(handler: Handler): void
  stop(): Promise<void>
}

const emptyAnswer: Handler = (_, response) => response.end('{}')

export async function startToyServer(): Promise<ToyServer> {
  let handler = emptyAnswer
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let open = 0
  let peak = 0
  let deserted = 0
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    open += 1
    peak = Math.max(peak, open)
    response.on('close', () => {
      open -= 1
      if (!response.writableFinished) deserted += 1
    })
    handler(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    open: () => open,
    peak: () => peak,
    deserted: () => deserted,
    answerWith: (next) => {
      handler = next
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export const cashRate: Rate = {
  rateCode: 'BAR',
  name: 'Flexible',
  currency: 'USD',
  pricePerNight: 10_000,
  pricePerNightAfterTax: 11_000,
  taxIncluded: false,
  total: 10_000,
  totalAfterTax: 11_000,
  memberOnly: false,
  restricted: false,
  package: false,
  pointsPerNight: null,
  pointsTotal: null,
  cashCopayPerNight: null,
  standardAward: null,
  refundable: true,
  cancelBy: null,
  mealPlan: null,
}

export function stayAnswer(hotelCode: string): StayAnswer {
  return {
    hotel: { hotelCode, name: 'Toy', city: null, country: null, lat: null, lng: null },
    status: 'available',
    minLos: null,
    currency: 'USD',
    taxIncluded: false,
    rooms: [{ roomCode: 'K', name: 'King', beds: null, maxOccupancy: null, rates: [cashRate] }],
    pointsKnown: true,
    raw: [],
  }
}

export function lowestAnswer(hotelCode: string, checkin: string, los: number): LowestAnswer {
  return {
    hotelCode,
    checkin,
    los,
    status: 'available',
    minLos: null,
    currency: 'USD',
    taxIncluded: false,
    bar: 10_000,
    barAfterTax: 11_000,
    member: null,
    memberAfterTax: null,
    memberKnown: true,
  }
}

/** Its answers are our own records as JSON; an HTTP status other than 200 says what went wrong. */
export const toyFamily: Family = {
  name: 'toy',
  credentials: ['token'],
  batchSize: 3,
  mostRooms: null,
  calendarDays: 5,
  bind({ profile }) {
    if (profile['mood'] !== undefined && profile['mood'] !== 'kind') throw new Error('mood must be kind')
    return {
      shop: async (query, call) =>
        (await ask(call, `/shop/${query.hotelCode}/${query.checkin}`, { last: true })) as StayAnswer,
      lowest: async (query, call) => {
        const answer = await ask(call, `/lowest/${query.hotelCodes.join(',')}`)
        return (answer as { hotelCode: string; lowest?: LowestAnswer }[]).map(
          (row): BatchRow =>
            row.lowest
              ? { hotelCode: row.hotelCode, lowest: row.lowest }
              : { hotelCode: row.hotelCode, failure: new SourceFailure('not_found', 'unknown') },
        )
      },
      calendar: async (query, call) =>
        (await ask(call, `/calendar/${query.hotelCode}/${query.from}/${query.to}`)) as LowestAnswer[],
    }
  },
}

async function ask(call: Call, path: string, { last = false } = {}): Promise<unknown> {
  const { status, headers, body } = await call.http({ method: 'GET', path, last })
  if (status === 404) throw new SourceFailure('not_found', body)
  if (status === 429) {
    throw new SourceFailure('refused', body, { retryAfterMs: Number(headers['retry-after']) * 1000 })
  }
  if (status !== 200) throw new SourceFailure('refused', body, { transient: status === 503 })
  return JSON.parse(body) as unknown
}

export function toySource(id: string, baseUrl: string, limits: Partial<Source['limits']> = {}): Source {
  return {
    id,
    kind: 'chain',
    name: id,
    family: 'toy',
    profile: {},
    baseUrl,
    credentials: { token: 't' },
    variables: ['TOY_TOKEN'],
    unconfigured: null,
    budget: null,
    origin: 'bundled',
    sandbox: false,
    disabled: false,
    requestsPer: { shop: 1, lowest: 1, members: 0, calendar: 1 },
    limits: { concurrency: 8, deadlineMs: 2_000, maxBodyBytes: 100_000, ...limits },
    shopMilli: 1000,
    compsetMilli: 200,
    memberMilli: 0,
    calendarNightMilli: 100,
    awardNightMilli: null,
    batch: true,
    calendar: true,
    points: false,
    pointsCash: false,
    geo: false,
    mostRooms: null,
    takesAges: true,
    pointOfSale: [],
    certificates: [],
    freeNight: null,
    currencies: ['*'],
    localCurrency: false,
    taxIncluded: false,
    examples: [],
  }
}

export function toyCatalog(...sources: Source[]): Catalog {
  return { sources, searchEngines: [], families: [toyFamily], transferPartners: [] }
}

export const silentLog = { info: () => {}, warn: () => {} }
