import {
  type Adapter,
  type Call,
  type Family,
  type FamilySettings,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { recording } from '../http-answer.ts'
import { readOptions } from '../options.ts'
import { createMewsClient } from './client.ts'
import { createContent } from './content.ts'
import { createHotelBook, recordOf } from './hotel.ts'
import { readAvailability, saleOf } from './offers.ts'
import { priceOffers, stayData } from './prices.ts'
import { whyUnavailable } from './verdict.ts'

/** The booking engine API of Mews, a property management system: what a guest sees on the hotel's own page. */
export const mews: Family = {
  name: 'mews',
  credentials: ['client'],
  batchSize: null,
  calendarDays: null,
  requestsPer: () => ({ shop: 2 }),
  mostRooms: null,
  takesAges: false,
  bind,
}

const MOST_HOTELS = 500
const ID = '[0-9A-Za-z-]{1,64}'
const HOTEL = new RegExp(`^(${ID})/(${ID})$`)

function bind({ profile, credentials, now }: FamilySettings): Adapter {
  const configurations = readHotels(profile)
  const client = createMewsClient(credentials['client'] ?? '', now)
  const book = createHotelBook(client, now)

  async function shop(query: StayQuery, outer: Call): Promise<StayAnswer> {
    const raw: unknown[] = []
    const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
    const configurationId = configurations.get(query.hotelCode)
    if (configurationId === undefined) {
      throw new SourceFailure('not_found', `no configuration of hotel ${query.hotelCode}`)
    }
    const known = await book.of(query.hotelCode, call)
    const answer = readAvailability(
      await client.availability(
        {
          ConfigurationId: configurationId,
          HotelId: query.hotelCode,
          CurrencyCode: known.DefaultCurrencyCode,
          ...stayData(query, known),
        },
        call,
      ),
    )
    const categories = answer.RoomCategoryAvailabilities.map(({ RoomCategoryId }) => RoomCategoryId)
    const hotel = await book.of(query.hotelCode, call, categories)
    const sale = saleOf(answer, hotel, query)
    const told = { hotel: recordOf(hotel), currency: hotel.DefaultCurrencyCode, pointsKnown: true, raw }
    if (sale.offers.length === 0) {
      const verdict = whyUnavailable(answer.ViolatedRestrictions ?? [], sale, query)
      return { ...told, ...verdict, taxIncluded: null, rooms: [] }
    }
    const rooms = await priceOffers(client, sale.offers, { query, hotel, configurationId }, call)
    return { ...told, status: 'available', minLos: null, taxIncluded: true, rooms }
  }

  return { shop, content: createContent(client, [...configurations.keys()]) }
}

/** The configuration of each hotel's booking engine, by the id of the hotel. */
function readHotels(profile: FamilySettings['profile']): Map<string, string> {
  const hotels = readOptions(profile, ['hotels']).texts('hotels', [], MOST_HOTELS)
  return new Map(
    hotels.map((hotel) => {
      const [, hotelId = '', configurationId = ''] = HOTEL.exec(hotel) ?? []
      if (configurationId === '') throw new Error('hotels must be texts such as "HOTEL_ID/CONFIGURATION_ID"')
      return [hotelId, configurationId]
    }),
  )
}
