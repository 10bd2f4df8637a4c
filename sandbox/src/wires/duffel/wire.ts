import type { WireSource } from '../../sources.ts'
import type { Quote, World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { accommodation, suggestion } from './accommodation.ts'
import { data, problem } from './answers.ts'
import { rateRooms } from './rates.ts'
import { readSearch, type StaysSearch } from './request.ts'

const RESULT_LIVES_MS = 30 * 60_000
const RESULTS_HELD = 1000
const SUGGESTIONS = 10

interface Held {
  search: StaysSearch
  quote: Quote
  expiresAtMs: number
}

/**
 * Duffel Stays. A search holds what it saw under the id of its result, and the rates of that result are read from
 * there: so the two requests of one shop see one market, and take one step of the test hotels between them.
 */
export function createDuffelWire(source: WireSource, world: World): Wire {
  const held = new Map<string, Held>()
  let created = 0

  function hold(search: StaysSearch, quote: Quote): string {
    created += 1
    const id = `srr_0000${created.toString(36).padStart(18, '0')}`
    held.set(id, { search, quote, expiresAtMs: world.now() + RESULT_LIVES_MS })
    for (const oldest of held.keys()) {
      if (held.size <= RESULTS_HELD) break
      held.delete(oldest)
    }
    return id
  }

  function answerSearch(request: WireRequest): WireAnswer {
    const search = readSearch(request.body, world.now())
    if ('problem' in search) return problem(422, 'validation_error', search.code, search.problem)
    const results = search.ids.flatMap((code) => {
      const ask = { ...search.ask, currency: 'USD' }
      const quote = world.quote(source.id, code, ask, { cash: true })
      if (quote?.status !== 'available' || quote.rooms.length === 0) return []
      return [searchResult(hold(search, quote), search, quote, world, false)]
    })
    return data({ created_at: new Date(world.now()).toISOString(), results })
  }

  function answerRates(id: string): WireAnswer {
    const found = held.get(id)
    if (!found || found.expiresAtMs <= world.now()) return notFound(`search result ${id}`)
    return data(searchResult(id, found.search, found.quote, world, true))
  }

  function route(request: WireRequest): WireAnswer {
    const { method, path } = request
    if (method === 'POST' && path === '/stays/search') return answerSearch(request)
    const rates = RATES_PATH.exec(path)
    if (method === 'POST' && rates) return answerRates(decodeURIComponent(rates[1] ?? ''))
    if (method === 'POST' && path === '/stays/accommodation/suggestions')
      return suggest(request, source.id, world)
    const single = ACCOMMODATION_PATH.exec(path)
    if (method === 'GET' && single) {
      const listing = world.listing(source.id, decodeURIComponent(single[1] ?? ''))
      return listing ? data(accommodation(listing, [])) : notFound('accommodation')
    }
    return notFound(`${method} ${path}`)
  }

  return {
    codes(request) {
      if (request.path !== '/stays/search') return []
      const search = readSearch(request.body, world.now())
      return 'problem' in search ? [] : search.ids
    },

    answer(request) {
      if (request.headers.authorization !== `Bearer ${source.credentials.token}`) {
        return problem(401, 'authentication_error', 'access_token_not_found', 'The access token is not valid')
      }
      const version = request.headers['duffel-version']
      if (version === undefined) {
        return problem(
          400,
          'invalid_request_error',
          'missing_version',
          'The Duffel-Version header is missing',
        )
      }
      if (version !== 'v2') {
        return problem(400, 'invalid_request_error', 'unsupported_version', `No version ${version}`)
      }
      return route(request)
    },
  }
}

const RATES_PATH = /^\/stays\/search_results\/([^/]+)\/actions\/fetch_all_rates$/
const ACCOMMODATION_PATH = /^\/stays\/accommodation\/([^/]+)$/

function suggest(request: WireRequest, source: string, world: World): WireAnswer {
  const text = readQuery(request.body)
  if (text.length < 3) {
    return problem(422, 'validation_error', 'validation_length', 'query must have three characters or more')
  }
  return data(suggestion(world.listings(source), text, SUGGESTIONS))
}

function readQuery(body: string): string {
  try {
    const parsed = JSON.parse(body) as { data?: { query?: unknown } } | null
    return typeof parsed?.data?.query === 'string' ? parsed.data.query : ''
  } catch {
    return ''
  }
}

function searchResult(
  id: string,
  search: StaysSearch,
  quote: Quote,
  world: World,
  withRates: boolean,
): Record<string, unknown> {
  const rooms = rateRooms(quote, search.ask.rooms, world)
  const rates = rooms.flatMap((room) => room.rates)
  const cheapest = rates.toSorted((one, other) => Number(one.total_amount) - Number(other.total_amount))[0]
  return {
    id,
    check_in_date: search.ask.checkin,
    check_out_date: search.checkOut,
    rooms: search.ask.rooms,
    guests: quote.quirks.has('sparse') ? null : search.guests,
    accommodation: accommodation(quote.listing, withRates ? rooms : []),
    cheapest_rate_total_amount: cheapest?.total_amount,
    cheapest_rate_currency: cheapest?.total_currency,
    cheapest_rate_base_amount: cheapest?.base_amount,
    cheapest_rate_base_currency: cheapest?.base_currency,
    cheapest_rate_public_amount: null,
    cheapest_rate_public_currency: cheapest?.total_currency,
    cheapest_rate_due_at_accommodation_amount: cheapest?.due_at_accommodation_amount,
    cheapest_rate_due_at_accommodation_currency: cheapest?.due_at_accommodation_currency,
    supported_negotiated_rates: [],
    expires_at: new Date(world.now() + RESULT_LIVES_MS).toISOString(),
  }
}

function notFound(what: string): WireAnswer {
  return problem(404, 'invalid_request_error', 'not_found', `There is no ${what}`)
}
