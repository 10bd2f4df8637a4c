import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireRequest } from '../wire.ts'
import { availabilityOf, reservationPriceOf } from './availability.ts'
import { hotelOf, zoneOf } from './hotel.ts'
import { categoryId, configurationId, rateId } from './ids.ts'
import { type Fields, fieldsOf, readStay } from './request.ts'

const ROOT = '/api/distributor/v1/'
const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** The booking engine API of Mews. Its clients have a name instead of a key. */
export function createMewsWire(source: WireSource, world: World): Wire {
  const hotelsByConfiguration = new Map(
    world.listings(source.id).map(({ code }) => [configurationId(code), code]),
  )

  function hotel(fields: Fields): WireAnswer {
    const code = String(fields['HotelId'])
    const description = world.description(source.id, code)
    const house = world.house(source.id, code)
    return description && house ? json(hotelOf(description, house)) : refusal(400, 'Invalid HotelId.')
  }

  function availability(fields: Fields): WireAnswer {
    const code = String(fields['HotelId'])
    const description = world.description(source.id, code)
    if (!description) return refusal(400, 'Invalid HotelId.')
    if (fields['ConfigurationId'] !== configurationId(code)) return refusal(400, 'Invalid ConfigurationId.')
    const ask = readStay(fields, zoneOf(description))
    if (typeof ask === 'string') return refusal(400, ask)
    const quote = world.quote(source.id, code, ask, { cash: true })
    return quote ? json(availabilityOf(quote, ask, source.id, world)) : refusal(400, 'Invalid HotelId.')
  }

  function price(fields: Fields, reservation: Fields): object | string {
    const code = hotelsByConfiguration.get(String(fields['ConfigurationId']))
    const description = code === undefined ? undefined : world.description(source.id, code)
    if (code === undefined || !description) return 'Invalid ConfigurationId.'
    const ask = readStay(reservation, zoneOf(description))
    if (typeof ask === 'string') return ask
    const quote = world.quote(source.id, code, ask)
    const room = quote?.rooms.find((one) => categoryId(code, one.code) === reservation['RoomCategoryId'])
    const plan = room?.plans.find((one) => rateId(code, one.code) === reservation['RateId'])
    return quote && plan ? reservationPriceOf(quote, plan, reservation['Identifier']) : 'Invalid RateId.'
  }

  function prices(fields: Fields): WireAnswer {
    const asked = fields['Reservations']
    const reservations = Array.isArray(asked) ? (asked as Fields[]) : []
    if (reservations.length === 0) return refusal(400, 'Invalid Reservations.')
    const priced = reservations.map((reservation) => price(fields, reservation))
    const wrong = priced.find((one) => typeof one === 'string')
    return wrong === undefined ? json({ ReservationPrice: priced }) : refusal(400, wrong)
  }

  const operations: Readonly<Record<string, (fields: Fields) => WireAnswer>> = {
    'hotels/get': hotel,
    'hotels/getAvailability': availability,
    'reservations/price': prices,
  }

  return {
    codes({ path, body }) {
      return path === `${ROOT}hotels/getAvailability` ? [String(fieldsOf(body)?.['HotelId'])] : []
    },
    answer({ method, path, headers, body }: WireRequest) {
      const operation = operations[path.slice(ROOT.length)]
      if (method !== 'POST' || !path.startsWith(ROOT) || !operation) return refusal(404, 'Not found.')
      const fields = fieldsOf(body)
      if (!headers['content-type']?.startsWith('application/json') || !fields) {
        return refusal(400, 'The request is not JSON.')
      }
      if (fields['Client'] !== source.credentials['client']) return refusal(401, 'Invalid Client.')
      return operation(fields)
    },
  }
}

function json(body: unknown): WireAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify(body) }
}

function refusal(status: number, Message: string): WireAnswer {
  return { status, headers: HEADERS, body: JSON.stringify({ Message, Details: null }) }
}
