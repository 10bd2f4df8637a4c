import type { WireSource } from '../../sources.ts'
import { dayOf } from '../../world/days.ts'
import type { StayAsk, World } from '../../world/world.ts'
import { same } from '../signed-tokens.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { chargesOf, detailsOf, listedOf } from './property.ts'
import { availableOf, ratePlansOf } from './rates.ts'

const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'sandbox' }
const PAGE_AT_MOST = 100
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The PMS API of Cloudbeds. What it cannot do is told in a body, with status 200. */
export function createCloudbedsWire(source: WireSource, world: World): Wire {
  const codeIn = (query: URLSearchParams): string => query.get('propertyID') ?? query.get('propertyIDs') ?? ''

  function stay(query: URLSearchParams, moves: boolean, tell: typeof availableOf): WireAnswer {
    const ask = readAsk(query)
    if (typeof ask === 'string') return problem(ask)
    const code = codeIn(query)
    const quote = world.quote(source.id, code, ask, { cash: moves })
    const house = world.house(source.id, code)
    if (!quote || !house) return problem('Property not found or not accessible')
    return success({ data: tell(quote, house, ask) })
  }

  function details(query: URLSearchParams): WireAnswer {
    const description = world.description(source.id, codeIn(query))
    return description
      ? success({ data: detailsOf(description) })
      : problem('Property not found or not accessible')
  }

  function charges(query: URLSearchParams): WireAnswer {
    const code = codeIn(query)
    const house = world.house(source.id, code)
    const listing = world.listing(source.id, code)
    if (!house || !listing) return problem('Property not found or not accessible')
    return success({ data: chargesOf(house, listing.currency) })
  }

  function hotels(query: URLSearchParams): WireAnswer {
    const size = Math.min(PAGE_AT_MOST, Number(query.get('pageSize') ?? 20))
    const page = Number(query.get('pageNumber') ?? 1)
    const all = world.descriptions(source.id).filter(({ closedAtMs }) => closedAtMs === null)
    const data = all.slice((page - 1) * size, page * size).map(listedOf)
    return success({ data, count: data.length, total: all.length })
  }

  const methods: Readonly<Record<string, (query: URLSearchParams) => WireAnswer>> = {
    '/getAvailableRoomTypes': (query) => stay(query, true, availableOf),
    '/getRatePlans': (query) => stay(query, false, ratePlansOf),
    '/getTaxesAndFees': charges,
    '/getHotelDetails': details,
    '/getHotels': hotels,
  }

  return {
    codes: ({ path, query }) => (path === '/getAvailableRoomTypes' ? [codeIn(query)] : []),
    answer({ method, path, query, headers }: WireRequest) {
      if (!same(headers['x-api-key'] ?? '', source.credentials['apiKey'] ?? '')) {
        return { status: 401, headers: HEADERS, body: '{"error":"access_denied"}' }
      }
      const call = methods[path]
      return method === 'GET' && call ? call(query) : { status: 404, headers: HEADERS, body: '' }
    },
  }
}

function readAsk(query: URLSearchParams): StayAsk | string {
  const checkin = query.get('startDate') ?? ''
  const checkout = query.get('endDate') ?? ''
  if (!DATE.test(checkin) || !DATE.test(checkout)) return 'Invalid startDate or endDate'
  const los = dayOf(checkout) - dayOf(checkin)
  const adults = Number(query.get('adults'))
  if (los < 1 || adults < 1) return 'Invalid parameters'
  return { checkin, los, adults, children: Number(query.get('children') ?? 0), rooms: 1 }
}

function success(body: object): WireAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify({ success: true, ...body }) }
}

function problem(message: string): WireAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify({ success: false, message }) }
}
