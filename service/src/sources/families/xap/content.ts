import { alpha2Named, alpha2Of } from '../../../kernel/countries.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import type { HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { readCursor, readEach } from '../content-page.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import { tryJson } from '../http-answer.ts'
import { hotelCodeOf, vendorIdOf } from './codes.ts'
import { type Feed, Place } from './feed.ts'
import { type AskListings, nothingAsNull } from './listings.ts'
import { describedListings } from './request.ts'

const LINES_PER_PAGE = 1_000

const Cursor = shapeOf(Place)

/** All hotels come from the vendor's daily file, one from the listings. The file tells no changes: it is the whole. */
export function createContent(feed: Feed, ask: AskListings): SourceContent {
  return {
    async list(cursor, call): Promise<ReadPage> {
      const {
        lines: read,
        next,
        restarted,
      } = await feed.take(readCursor(Cursor, cursor), LINES_PER_PAGE, call)
      return {
        ...readEach(read, readLine),
        gone: [],
        next: next === null ? null : JSON.stringify(next),
        restarted,
      }
    },
    async one(hotelCode, call) {
      const { brand, id } = vendorIdOf(hotelCode)
      const answer = await nothingAsNull(ask(describedListings(brand, [id]), call))
      const entry = answer?.hotels.find((hotel) => (brand === 'hcom' ? hotel.HcomId : hotel.Id) === id)
      return entry ? readListing(fields(entry), hotelCode) : null
    },
  }
}

/** A property has numbers of both brands, as a rule; it is listed once, under the first brand's. */
function readLine(line: string): HotelContent | null {
  const property = fields(tryJson(line))
  const ids = fields(property['propertyId'])
  const name = text(property['propertyName'])
  const ecom = text(ids['expedia'])
  const hcom = text(ids['hcom'])
  if (name === null || (ecom === null && hcom === null)) return null
  const code = ecom ?? hotelCodeOf({ brand: 'hcom', id: hcom ?? '' })
  const spot = fields(property['geoLocation'])
  const isBlurred = spot['obfuscated'] === true
  return {
    ...hotelNamed(code, name),
    address: lines(property['address1'], property['address2']),
    city: text(property['city']),
    region: text(property['province']),
    postalCode: text(property['postalCode']),
    country: alpha2Named(text(property['country']) ?? ''),
    lat: isBlurred ? null : number(spot['latitude']),
    lng: isBlurred ? null : number(spot['longitude']),
    stars: number(property['starRating']),
  }
}

function readListing(hotel: Readonly<Record<string, unknown>>, hotelCode: string): HotelContent | null {
  const name = text(hotel['Name'])
  if (name === null) return null
  const location = fields(hotel['Location'])
  const address = fields(location['Address'])
  const spot = fields(location['GeoLocation'])
  const isBlurred = spot['Obfuscated'] === true
  return {
    ...hotelNamed(hotelCode, name),
    address: lines(address['Address1'], address['Address2']),
    city: text(address['City']),
    region: text(address['Province']),
    postalCode: text(address['PostalCode']),
    country: alpha2Of(text(address['Country']) ?? ''),
    lat: isBlurred ? null : number(spot['Latitude']),
    lng: isBlurred ? null : number(spot['Longitude']),
    stars: number(hotel['StarRating']),
    currency: upper(hotel['LocalCurrencyCode']),
  }
}
