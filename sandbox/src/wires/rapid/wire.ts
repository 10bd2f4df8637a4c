import type { WireSource } from '../../sources.ts'
import type { Quote, World } from '../../world/world.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { answerContent, answerGeography } from './content.ts'
import { answerAllContent, answerInactive } from './listing-pages.ts'
import { availableProperty } from './property-rates.ts'
import { invalidInput, json } from './refusal.ts'
import { refuseSignature } from './signature.ts'
import { readStayRequest, type StayRequest } from './stay-request.ts'

const MINUTE_MS = 60_000

/**
 * Expedia Rapid v3. Signatures are checked by the machine's clock: tests move the world's clock to age prices, which must
 * not fail signatures. Accepts ids that are not numbers, because the test hotels have names.
 */
export function createRapidWire(source: WireSource, world: World, clock: () => number = Date.now): Wire {
  return {
    codes: (request) => request.query.getAll('property_id'),
    answer(request) {
      const refusal = refuseSignature(request, source.credentials, clock())
      if (refusal) return refusal
      const answer = route(request, world, source.id)
      return { ...answer, headers: { ...answer.headers, ...capacity(clock()) } }
    },
  }
}

function route(request: WireRequest, world: World, source: string): WireAnswer {
  if (!request.headers['user-agent'] || !request.headers['accept']?.includes('application/json')) {
    return invalidInput([
      { type: 'headers.required', message: 'Accept and User-Agent are required.', field: 'Accept' },
    ])
  }
  switch (`${request.method} ${request.path}`) {
    case 'GET /v3/properties/availability':
      return answerAvailability(request, world, source)
    case 'GET /v3/properties/content':
      return request.query.has('property_id')
        ? answerContent(request, world, source)
        : answerAllContent(request, world, source)
    case 'GET /v3/properties/inactive':
      return answerInactive(request, world, source)
    case 'POST /v3/properties/geography':
      return answerGeography(request, world, source)
    default:
      return json(404, { type: 'resource_not_found', message: 'There is nothing at this path.' })
  }
}

function answerAvailability(request: WireRequest, world: World, source: string): WireAnswer {
  const stay = readStayRequest(request.query, world.now())
  if (Array.isArray(stay)) return invalidInput(stay)
  // A member request is the second one for the same stay, so it does not advance the test hotels.
  const step = { cash: !stay.member }
  const entries = stay.propertyIds.map((id) => {
    // Neither rooms nor a reason: leaving it out would mean full.
    if (isOutOfOrder(world, id)) return { property_id: id, status: 'partially_unavailable' }
    const quote = world.quote(source, id, stay.ask, step)
    return quote && propertyEntry(world, quote, stay)
  })
  return json(
    200,
    entries.filter((entry) => entry !== undefined),
  )
}

/** Unless reasons are requested, properties without rooms are left out. */
function propertyEntry(world: World, quote: Quote, stay: StayRequest): object | undefined {
  if (quote.status === 'available') return availableProperty(world, quote, stay)
  if (!stay.withReasons) return undefined
  return {
    property_id: quote.listing.code,
    status: 'partially_unavailable',
    score: Math.round(quote.listing.rating * 1000),
    unavailable_reason: reasonOf(quote.status, quote.minLos),
  }
}

function reasonOf(status: Exclude<Quote['status'], 'available'>, minLos: number): object {
  if (status === 'sold_out') return { code: 'no_inventory_available' }
  if (status === 'closed') return { code: 'checkin_not_allowed' }
  return { code: 'minimum_stay', data: String(minLos) }
}

/** The remaining capacity is a percentage, the resets are moments in milliseconds. */
function capacity(nowMs: number): Record<string, string> {
  return {
    'rate-limit-minute-remaining': '100',
    'rate-limit-minute-reset': String((Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS),
    'rate-limit-reduction-status': 'inactive',
  }
}
