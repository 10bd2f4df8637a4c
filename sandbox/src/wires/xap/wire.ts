import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireFactory, WireRequest } from '../wire.ts'
import { gatewayAnswer, lodgingAnswer, MEDIA_TYPE, nothingFound, Refusal, refuse } from './answers.ts'
import { idsOf, type Party, readAsk } from './ask.ts'
import { createFeedFiles, DOWNLOAD_URL, FILES } from './feed.ts'
import { hotelOf, listingBy, selectHotels } from './hotels.ts'

const LISTINGS = '/hotels/listings'

/**
 * Expedia XAP: lodging listings v3 with two brands' hotel ids behind one account, prices with and without taxes and fees; and the
 * static file of all hotels.
 */
export const createXapWire: WireFactory = (source, world): Wire => {
  const files = createFeedFiles(world, source.id)

  const answerPartner = (request: WireRequest): WireAnswer => {
    if (!isPartner(request, source)) return gatewayAnswer(401, 'Unauthorized')
    if (request.path === DOWNLOAD_URL) return files.downloadUrl(request)
    const transactionId = request.headers['partner-transaction-id'] ?? ''
    try {
      return listings(request, source, world, transactionId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return lodgingAnswer(400, { Errors: error.errors }, transactionId)
    }
  }

  return {
    codes: ({ query }) =>
      (['ecom', 'hcom'] as const).flatMap((brand) =>
        idsOf(query, `${brand}HotelIds`).map((id) => listingBy(world, source.id, brand, id)?.code ?? id),
      ),
    answer(request) {
      if (request.method === 'GET' && request.path.startsWith(FILES)) return files.file(request)
      const isKnown = request.path === LISTINGS || request.path === DOWNLOAD_URL
      if (!isKnown || request.method !== 'GET') {
        return gatewayAnswer(404, 'no Route matched with those values')
      }
      return answerPartner(request)
    },
  }
}

function isPartner({ headers }: WireRequest, { credentials }: WireSource): boolean {
  const basic = Buffer.from(`${credentials['username']}:${credentials['password']}`).toString('base64')
  return headers['authorization'] === `Basic ${basic}` && headers['key'] === credentials['apiKey']
}

function listings(request: WireRequest, source: WireSource, world: World, transactionId: string): WireAnswer {
  if (transactionId === '') {
    throw refuse('MISSING_REQUIRED_HEADER', 'The header Partner-Transaction-Id is required.')
  }
  const accepted = request.headers['accept'] ?? ''
  if (!accepted.includes(MEDIA_TYPE) && !accepted.includes('*/*')) {
    throw refuse('UNSUPPORTED_MEDIA_TYPE', `This version answers ${MEDIA_TYPE}.`)
  }
  const ask = readAsk(request.query, world.now())
  const selected = selectHotels(world, source.id, ask)
  if (selected.length === 0) throw nothingFound()
  const hotels = selected
    .map((listing) => hotelOf(world, source.id, listing, ask))
    .filter(({ Status }) => !ask.availOnly || ask.stay === null || Status === 'AVAILABLE')
  const dates = ask.stay && {
    StayDates: { CheckInDate: ask.stay.checkIn, CheckOutDate: ask.stay.checkOut },
    LengthOfStay: ask.stay.los,
  }
  const body = {
    Count: hotels.length,
    TotalHotelCount: ask.where.by === 'ids' ? ask.where.ids.length : selected.length,
    ...dates,
    NumberOfRooms: ask.parties.length,
    Occupants: ask.parties.map(occupantOf),
    Hotels: hotels,
  }
  return lodgingAnswer(200, body, transactionId)
}

function occupantOf({ adults, childAges }: Party): Record<string, unknown> {
  return childAges.length > 0 ? { Adults: adults, ChildAges: childAges } : { Adults: adults }
}
