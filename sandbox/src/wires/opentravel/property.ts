import type { Listing } from '../../world/listing.ts'
import { type Attributes, type Markup, xml } from './write-xml.ts'

/** A listing as `BasicPropertyInfo`, or under another name with further attributes. */
export function property(listing: Listing, element = 'BasicPropertyInfo', more: Attributes = {}): Markup {
  return xml(
    element,
    {
      HotelCode: listing.code,
      HotelName: listing.name.slice(0, 128),
      CurrencyCode: listing.currency,
      ...more,
    },
    xml('Position', { Latitude: listing.lat, Longitude: listing.lng }),
    xml(
      'Address',
      {},
      xml('AddressLine', {}, listing.address),
      xml('CityName', {}, listing.city.slice(0, 64)),
      xml('CountryName', { Code: listing.country }),
    ),
    xml('ContactNumbers', {}, xml('ContactNumber', { PhoneNumber: listing.phone })),
    xml('Award', { Provider: 'Stars', Rating: listing.stars }),
  )
}
