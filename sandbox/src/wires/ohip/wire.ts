import type { WireSource } from '../../sources.ts'
import { dateOf } from '../../world/days.ts'
import type { Quote, StayAsk, Step, World } from '../../world/world.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import type { Wire, WireAnswer, WireFactory, WireRequest } from '../wire.ts'
import { badRequest, json, nothing, OhipError, refusal, unknownHotel } from './answers.ts'
import {
  checkArrival,
  readCount,
  readDate,
  readFlag,
  readList,
  readParty,
  readRateMode,
  readShopStay,
  stayAsk,
} from './asks.ts'
import { detailBody, summaryBody } from './content.ts'
import { offersBody } from './offers.ts'
import { readPlanFilter } from './plans.ts'
import { pointsBody } from './points.ts'
import { restrictionsBody } from './restrictions.ts'
import { briefProperty, calendarItem, searchRow, unknownRow } from './search.ts'
import { createTokens } from './tokens.ts'

const MOST_HOTELS = 10
const CALENDAR_DAYS = 62
const RESTRICTION_DAYS = 366
const PAGE_SIZE = { usual: 20, most: 100 }

type Handler = (request: WireRequest, hotelCode: string) => WireAnswer

/** Oracle Hospitality as one channel of one chain sees it: OAuth, Distribution Shop and Content, PAR. */
export const createOhipWire: WireFactory = (source, world) => {
  const tokens = createTokens(source, () => world.now())
  const routes = routesOf(source, world)

  const answer = (request: WireRequest): WireAnswer => {
    if (request.path === tokens.path) {
      if (request.method !== 'POST') throw new OhipError(405, 'METHOD_NOT_ALLOWED', 'Only POST is allowed')
      return tokens.issue(request)
    }
    const match = matchRoute(routes, request.path)
    if (match === null) throw new OhipError(404, 'RESOURCE_NOT_FOUND', 'No such resource')
    if (request.method !== 'GET') throw new OhipError(405, 'METHOD_NOT_ALLOWED', 'Only GET is allowed')
    tokens.check(request)
    if (match.route.api === 'par') checkHotelHeader(source, request, match.hotelCode)
    else checkChannel(source, request)
    return match.route.handle(request, match.hotelCode)
  }

  const wire: Wire = {
    codes(request) {
      if (request.path === '/shop/v1/hotels') return readList(request.query, 'hotelCodes')
      const match = matchRoute(routes, request.path)
      return match !== null && match.route.api !== 'content' && match.hotelCode !== ''
        ? [match.hotelCode]
        : []
    },
    answer(request) {
      try {
        return answer(request)
      } catch (error) {
        if (error instanceof OhipError) return refusal(error)
        throw error
      }
    },
  }
  return wire
}

interface Route {
  api: 'shop' | 'content' | 'par'
  pattern: RegExp
  handle: Handler
}

function matchRoute(routes: readonly Route[], path: string): { route: Route; hotelCode: string } | null {
  for (const route of routes) {
    const found = route.pattern.exec(path)
    if (found) return { route, hotelCode: decoded(found[1] ?? '') }
  }
  return null
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function checkChannel(source: WireSource, request: WireRequest): void {
  const channel = request.headers['x-channelcode']
  if (!channel) throw badRequest('the header x-channelCode is required')
  if (channel !== source.credentials['channelCode']) {
    throw new OhipError(403, 'CHANNEL_FORBIDDEN', 'The channel is not open to these credentials')
  }
}

function checkHotelHeader(source: WireSource, request: WireRequest, hotelCode: string): void {
  if (source.profile['par'] === false) {
    throw new OhipError(403, 'FORBIDDEN', 'The application is not subscribed to this API')
  }
  if (request.headers['x-hotelid'] !== hotelCode) {
    throw new OhipError(403, 'FORBIDDEN', 'The header x-hotelid does not name the hotel')
  }
}

function routesOf(source: WireSource, world: World): Route[] {
  const taxIncluded = source.profile['taxIncluded'] === true
  const named = source.profile['memberAccessCode']
  const memberAccessCode = typeof named === 'string' ? named : 'MEMBER'
  const quote = (code: string, ask: StayAsk, step: Step): Quote => {
    const found = world.quote(source.id, code, ask, step)
    if (found === undefined) throw unknownHotel(code)
    return found
  }

  const offers: Handler = ({ query }, code) => {
    const stay = readShopStay(query, world.now())
    const ask = { rooms: stay.rooms, mode: readRateMode(query), filter: readPlanFilter(query) }
    const terms = { nowMs: world.now(), memberAccessCode, taxIncluded }
    return json(offersBody(quote(code, stay, { cash: true }), { ...ask, ...terms }))
  }

  const search: Handler = ({ query }) => {
    const codes = readList(query, 'hotelCodes')
    if (codes.length === 0 || codes.length > MOST_HOTELS) {
      throw badRequest(`hotelCodes must name 1 to ${MOST_HOTELS} hotels`)
    }
    const stay = readShopStay(query, world.now())
    const ask = { mode: readRateMode(query), filter: readPlanFilter(query), memberAccessCode, taxIncluded }
    // A request for certain plans comes with another one for the same stay, which has already advanced the test hotels.
    const step = { cash: !ask.filter.matchOnly }
    const roomStays = codes
      .filter((code) => !isOutOfOrder(world, code))
      .map((code) => {
        const found = world.quote(source.id, code, stay, step)
        return found === undefined ? unknownRow(code) : searchRow(found, ask)
      })
    return json({ roomStays })
  }

  const calendar: Handler = ({ query }, code) => {
    const first = readDate(query, 'arrivalDateFrom')
    const last = readDate(query, 'arrivalDateTo')
    checkArrival(first, world.now())
    checkArrival(last, world.now())
    const days = last - first + 1
    if (days < 1 || days > CALENDAR_DAYS) throw badRequest(`a calendar has 1 to ${CALENDAR_DAYS} days`)
    const los = readCount(query, 'lengthOfStay', 1, 90, 1)
    const party = readParty(query, 'numberOfUnits', 1)
    const mode = readRateMode(query)
    const listing = world.listing(source.id, code)
    if (listing === undefined) throw unknownHotel(code)
    const calendarItems = Array.from({ length: days }, (_, index) => {
      const found = quote(code, stayAsk(first + index, los, party), { cash: true })
      return calendarItem(dateOf(first + index), found, mode, taxIncluded)
    })
    return json({
      roomStays: [
        { propertyInfo: briefProperty({ listing }), availability: 'AvailableForSale', calendarItems },
      ],
    })
  }

  const points: Handler = ({ query }, code) => {
    const arrival = readDate(query, 'roomStayStartDate')
    checkArrival(arrival, world.now())
    const los = readDate(query, 'roomStayEndDate') - arrival
    const ask = stayAsk(arrival, los, readParty(query, 'roomStayQuantity', 1))
    const found = quote(code, ask, { award: true })
    const body = readFlag(query, 'redeemAwards') ? pointsBody(found, ask, taxIncluded) : null
    return body === null ? nothing() : json(body)
  }

  const restrictions: Handler = ({ query }, code) => {
    const first = readDate(query, 'restrictionSearchCriteriaStartDate')
    const last = readDate(query, 'end')
    if (last < first || last - first > RESTRICTION_DAYS) throw badRequest('the range of dates is not valid')
    if (world.listing(source.id, code) === undefined) throw unknownHotel(code)
    const body = restrictionsBody(world, source.id, code, first, last)
    return body === null ? nothing() : json(body)
  }

  const summary: Handler = ({ query }) => {
    const limit = readCount(query, 'limit', 1, PAGE_SIZE.most, PAGE_SIZE.usual)
    const listed = world.descriptions(source.id).filter(({ closedAtMs }) => closedAtMs === null)
    return json(summaryBody(listed, limit, readCount(query, 'offset', 0, 9999, 0)))
  }

  const detail: Handler = (_, code) => {
    const description = world.description(source.id, code)
    if (description?.closedAtMs !== null) throw unknownHotel(code)
    return json(detailBody(description))
  }

  return [
    { api: 'shop', pattern: /^\/shop\/v1\/hotels$/, handle: search },
    { api: 'shop', pattern: /^\/shop\/v1\/hotels\/([^/]+)\/offers$/, handle: offers },
    { api: 'shop', pattern: /^\/shop\/v1\/hotels\/([^/]+)\/calendar$/, handle: calendar },
    { api: 'content', pattern: /^\/content\/v1\/hotels$/, handle: summary },
    { api: 'content', pattern: /^\/content\/v1\/hotels\/([^/]+)$/, handle: detail },
    { api: 'par', pattern: /^\/par\/v1\/hotels\/([^/]+)\/availability$/, handle: points },
    { api: 'par', pattern: /^\/par\/v1\/hotels\/([^/]+)\/restrictions$/, handle: restrictions },
  ]
}
