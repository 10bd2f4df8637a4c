import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { json, problem } from './answers.ts'
import { answerCountries, answerHotel, answerHotels } from './hotels.ts'
import { answerMinRates, answerRates } from './rates.ts'
import { readRatesRequest } from './request.ts'

/** LiteAPI v3: rates by hotel ids, and the static data of hotels. */
export function createLiteapiWire(source: WireSource, world: World): Wire {
  return {
    codes(request) {
      if (request.method !== 'POST') return []
      const asked = readRatesRequest(request.body, world.now())
      return 'problem' in asked ? [] : asked.hotelIds
    },

    answer(request) {
      if (request.headers['x-api-key'] !== source.credentials.apiKey) {
        return json(401, { error: { code: 401, message: 'Unauthorized' } })
      }
      const route = `${request.method} ${request.path}`
      if (route === 'GET /data/hotel') return answerHotel(source.id, request.query, world)
      if (route === 'GET /data/hotels') return answerHotels(source.id, request.query, world)
      if (route === 'GET /data/countries') return answerCountries(source.id, world)
      if (route === 'POST /hotels/rates' || route === 'POST /hotels/min-rates') {
        return answerPrices(source.id, request, world)
      }
      return problem(404, 404, 'not found', `no route ${route}`)
    },
  }
}

function answerPrices(source: string, request: WireRequest, world: World): WireAnswer {
  const asked = readRatesRequest(request.body, world.now())
  if ('problem' in asked) return problem(400, asked.code, 'bad request', asked.problem)
  return request.path === '/hotels/rates'
    ? answerRates(source, asked, world)
    : answerMinRates(source, asked, world)
}
