import { isCurrency } from '../../../kernel/money.ts'
import type { HotelContent } from '../../content.ts'
import { type Call, type HotelRecord, SourceFailure } from '../../source.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import { createHotelFacts, existing } from '../hotel-facts.ts'
import { broken, type MewsClient } from './client.ts'
import { localized } from './localized.ts'
import { HotelAnswer, type HotelInfo } from './schema.ts'

/** What shops need to know of a hotel; it seldom changes. */
export interface HotelBook {
  /** Throws `not_found`. A hotel is asked for again if it lacks one of these room categories. */
  of(hotelId: string, call: Call, categories?: readonly string[]): Promise<HotelInfo>
}

export function createHotelBook(client: MewsClient, now: () => number): HotelBook {
  const facts = createHotelFacts<HotelInfo>(now)
  return {
    async of(hotelId, call, categories = []) {
      const look = async (): Promise<Map<string, HotelInfo>> => {
        const hotel = await readHotel(client, hotelId, call)
        return new Map(hotel === null ? [] : [[hotelId, hotel]])
      }
      const knows = ({ RoomCategories }: HotelInfo): boolean =>
        categories.every((id) => RoomCategories.some((category) => category.Id === id))
      const [hotel] = existing(await facts.of([hotelId], look, knows))
      if (!hotel) throw new SourceFailure('not_found', `no hotel ${hotelId}`)
      return hotel
    },
  }
}

export async function readHotel(client: MewsClient, hotelId: string, call: Call): Promise<HotelInfo | null> {
  const body = await client.hotel(hotelId, call)
  if (body === undefined) return null
  if (!HotelAnswer.Check(body)) throw broken('a hotel of another shape')
  if (body.Id !== hotelId) throw broken(`hotel ${body.Id.slice(0, 40)} instead of ${hotelId}`)
  if (!isCurrency(body.DefaultCurrencyCode)) {
    throw broken(`a hotel with the currency "${body.DefaultCurrencyCode.slice(0, 10)}"`)
  }
  return body
}

export function recordOf(hotel: HotelInfo): HotelRecord {
  const { hotelCode, name, city, country, lat, lng } = contentOf(hotel)
  return { hotelCode, name, city, country, lat, lng }
}

export function contentOf(hotel: HotelInfo): HotelContent {
  const name = localized(hotel.Name, hotel.DefaultLanguageCode)
  if (name === null) throw broken('a hotel without a name')
  const address = fields(hotel.Address)
  return {
    ...hotelNamed(hotel.Id, name),
    address: lines(address['Line1'], address['Line2']),
    city: text(address['City']),
    postalCode: text(address['PostalCode']),
    country: upper(address['CountryCode']),
    lat: number(address['Latitude']),
    lng: number(address['Longitude']),
    currency: hotel.DefaultCurrencyCode,
    timezone: text(hotel.IanaTimeZoneIdentifier),
  }
}
