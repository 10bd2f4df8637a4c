import type { HotelDescription } from '../../world/description.ts'
import { errors, warnings } from './errors.ts'
import { at, childrenOf, type Node } from './read-xml.ts'
import type { Chain } from './source.ts'
import { type Markup, xml } from './write-xml.ts'

const LISTED_AFTER_CLOSING_MS = 60 * 86_400_000

// Codes of the OpenTravel tables HST (hotel status) and GRI (guest room info).
const OPEN = 1
const CLOSED = 2
const TOTAL_ROOMS = 28

/** One that has closed stays listed for a while, as closed. */
export function isListed({ closedAtMs }: HotelDescription, nowMs: number): boolean {
  return closedAtMs === null || nowMs - closedAtMs < LISTED_AFTER_CLOSING_MS
}

/** The content of an OTA_HotelDescriptiveInfoRS. */
export function describe(message: Node, chain: Chain): Markup[] {
  const codes = childrenOf(at(message, 'HotelDescriptiveInfos'), 'HotelDescriptiveInfo').flatMap(
    (wanted) => wanted.attributes['HotelCode'] ?? [],
  )
  if (codes.length === 0) return [errors('missing')]
  if (codes.length > chain.maxHotels) return [errors('tooMany')]
  const found = codes.map((hotelCode) => ({
    hotelCode,
    hotel: chain.world.description(chain.id, hotelCode),
  }))
  const known = found.flatMap(({ hotel }) => (hotel && isListed(hotel, chain.world.now()) ? hotel : []))
  if (known.length === 0) return [errors('hotel')]
  const unknown = found.filter(({ hotel }) => !hotel || !known.includes(hotel))
  const notices = warnings(unknown.map(({ hotelCode }) => ({ complaint: 'hotel', hotelCode })))
  return [
    xml('Success'),
    ...(notices ? [notices] : []),
    xml(
      'HotelDescriptiveContents',
      {},
      known.map((hotel) => contentOf(hotel, chain)),
    ),
  ]
}

function contentOf(description: HotelDescription, chain: Chain): Markup {
  const { listing, brand, region, postalCode, timezone, roomsTotal, closedAtMs } = description
  return xml(
    'HotelDescriptiveContent',
    {
      ChainCode: chain.chainCode,
      HotelCode: listing.code,
      HotelName: listing.name.slice(0, 128),
      BrandName: brand,
      CurrencyCode: listing.currency,
      LanguageCode: 'en',
      TimeZone: timezone ?? undefined,
    },
    xml(
      'HotelInfo',
      { HotelStatusCode: closedAtMs === null ? OPEN : CLOSED },
      xml('CategoryCodes', {}, xml('GuestRoomInfo', { Code: TOTAL_ROOMS, Quantity: roomsTotal })),
      xml('Position', { Latitude: listing.lat, Longitude: listing.lng }),
    ),
    xml(
      'AffiliationInfo',
      {},
      xml('Awards', {}, xml('Award', { Provider: 'Stars', Rating: listing.stars, RatingSymbol: 'Star' })),
    ),
    xml(
      'ContactInfos',
      {},
      xml(
        'ContactInfo',
        {},
        xml(
          'Addresses',
          {},
          xml(
            'Address',
            {},
            xml('AddressLine', {}, listing.address),
            xml('CityName', {}, listing.city.slice(0, 64)),
            xml('PostalCode', {}, postalCode),
            region === null ? undefined : xml('StateProv', {}, region),
            xml('CountryName', { Code: listing.country }),
          ),
        ),
      ),
    ),
  )
}
