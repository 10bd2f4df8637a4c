import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { answerDetails } from './details.ts'
import { asLater } from './later-version.ts'
import { answerChains, answerChanges, answerCities, answerCountries, nextPage } from './lists.ts'
import { availabilityData, CHARGE_TYPES, idOf, searchResult } from './products.ts'
import { type Fault, invalid, isFault, json, missing, refuse } from './refusal.ts'
import { checkIds, type Fields, fieldsOf, idsOf, readJson, readStayRequest } from './stay-request.ts'

const VERSIONED = /^\/(3\.[123])(\/.*)$/
const MAX_ROWS = 100

/** Booking.com Demand 3.1 to 3.3. Accepts ids that are not numbers, because the test hotels have names. */
export function createBookingWire(source: WireSource, world: World): Wire {
  return {
    codes: (request) => idsOf(readJson(request.body)),
    answer(request) {
      const refusal = refuseCaller(request, source.credentials)
      if (refusal) return refusal
      const body = readJson(request.body)
      const [, version, path] = VERSIONED.exec(request.path) ?? []
      const later = version !== '3.1'
      switch (`${request.method} ${path}`) {
        case 'POST /accommodations/availability':
          return answerAvailability(body, world, source.id, later)
        case 'POST /accommodations/search':
          return answerSearch(body, world, source.id, later)
        case 'POST /accommodations/details':
          return answerDetails(body, world, source.id, later)
        case 'POST /accommodations/details/changes':
          return answerChanges(body, world, source.id, later)
        case 'POST /accommodations/chains':
          return answerChains()
        case 'POST /common/locations/countries':
          return answerCountries(world, source.id)
        case 'POST /common/locations/cities':
          return answerCities(body, world, source.id)
        case 'POST /accommodations/constants':
          return json(200, { data: { charge_types: CHARGE_TYPES } })
        default:
          return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not Found' }
      }
    },
  }
}

function refuseCaller(request: WireRequest, credentials: Record<string, string>): WireAnswer | null {
  if (request.headers['authorization'] !== `Bearer ${credentials['token']}`) {
    return refuse(401, { id: 'unauthorized', message: 'The token is missing or not valid.' })
  }
  if (request.headers['x-affiliate-id'] !== credentials['affiliateId']) {
    return refuse(403, {
      id: 'forbidden',
      message: 'The affiliate id is missing or not the one of the token.',
    })
  }
  return null
}

/** Later versions take a list; one accommodation is all that anyone here asks for. */
function answerAvailability(body: Fields, world: World, source: string, later: boolean): WireAnswer {
  const [id, another] = idsOf(body)
  const name = later ? 'accommodations' : 'accommodation'
  if (id === undefined || another !== undefined || body[name] === undefined) return refuse(400, missing(name))
  const stay = readStayRequest(body, world.now())
  if (isFault(stay)) return refuse(400, stay)
  // A signed-in request is the second one for the same stay, so it does not advance the test hotels.
  const quote = world.quote(source, id, stay.ask, { cash: !stay.signedIn })
  // A hotel that does not exist looks just like one that is full.
  const nothing = { id: idOf(id), currency: stay.ask.currency ?? 'EUR', products: [] }
  const data = quote ? availabilityData(quote, stay) : nothing
  if (!later) return json(200, { data })
  return json(200, { data: [quote ? asLater(data, quote) : { id: nothing.id, products: [] }] })
}

function answerSearch(body: Fields, world: World, source: string, later: boolean): WireAnswer {
  const stay = readStayRequest(body, world.now())
  if (isFault(stay)) return refuse(400, stay)
  const around = body['coordinates']
  const codes = around === undefined ? listed(body) : nearby(fieldsOf(around), world, source)
  if (!Array.isArray(codes)) return refuse(400, codes)
  const step = { cash: around === undefined && !stay.signedIn }
  const found = codes
    .map((code) => {
      // Without a price: leaving it out would mean full, and the format has no error for a single accommodation.
      if (isOutOfOrder(world, code)) return { id: idOf(code) }
      const quote = world.quote(source, code, stay.ask, step)
      const result = quote && searchResult(quote, stay)
      return later && quote && result ? asLater(result, quote) : result
    })
    .filter((result) => result !== undefined)
  return json(200, { data: found, ...nextPage(null, later) })
}

function listed(body: Fields): string[] | Fault {
  const ids = idsOf(body)
  return checkIds(ids) ?? ids
}

function nearby(coordinates: Fields, world: World, source: string): string[] | Fault {
  const { latitude, longitude, radius } = coordinates
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof radius !== 'number') {
    return invalid('coordinates', 'latitude, longitude and radius go together')
  }
  return world.near(source, latitude, longitude, radius, MAX_ROWS).map(({ listing }) => listing.code)
}
