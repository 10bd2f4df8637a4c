import type { HotelDescription } from '../../world/description.ts'
import type { House } from '../../world/world.ts'
import { categoryId, productId } from './ids.ts'

/** The hotel's zone. The world has none for large countries, the vendor has one for every hotel. */
export function zoneOf({ timezone, listing }: HotelDescription): string {
  return timezone ?? (listing.country === 'US' ? 'America/New_York' : 'Etc/UTC')
}

/** What `hotels/get` says. */
export function hotelOf(description: HotelDescription, house: House): object {
  const { listing, postalCode } = description
  const named = (name: string) => ({ 'cs-CZ': `${name} (cs)`, 'en-US': name })
  return {
    Languages: [
      {
        Code: 'en-US',
        Name: 'English (United States)',
        DefaultCulture: { CurrencyDecimalSeparator: '.', CurrencyGroupSeparator: ',' },
      },
    ],
    Currencies: [
      {
        Code: listing.currency,
        Symbol: listing.currency,
        ValueFormat: '#,##0.00',
        DecimalPlaces: 2,
        SymbolIsBehindValue: true,
      },
    ],
    Countries: [{ Code: listing.country, Name: listing.country }],
    ImageBaseUrl: 'https://cdn.mews.example/Media/Image',
    Id: listing.code,
    Name: named(listing.name),
    Description: { 'en-US': '' },
    ImageId: null,
    IntroImageId: null,
    DefaultLanguageCode: 'en-US',
    DefaultCurrencyCode: listing.currency,
    DefaultRateCurrencyCode: listing.currency,
    AcceptedCurrencyCodes: [...new Set([listing.currency, 'EUR', 'USD'])],
    RoomCategories: house.rooms.map((room, index) => ({
      Id: categoryId(listing.code, room.code),
      Name: named(room.name),
      Description: { 'en-US': room.beds },
      Ordering: index,
      NormalBedCount: room.maxOccupancy,
      ExtraBedCount: 0,
      SpaceType: 'Room',
    })),
    Products: [product(listing.code, 'Breakfast'), product(listing.code, 'City tax')],
    PaymentGateway: null,
    TermsAndConditionsUrl: null,
    IanaTimeZoneIdentifier: zoneOf(description),
    Email: '',
    Telephone: listing.phone,
    Address: {
      Line1: listing.address,
      Line2: '',
      City: listing.city,
      PostalCode: postalCode,
      CountryCode: listing.country,
      Latitude: listing.lat,
      Longitude: listing.lng,
    },
  }
}

function product(hotel: string, name: string): object {
  return {
    Id: productId(hotel, name),
    Name: { 'en-US': name },
    Description: {},
    CategoryId: null,
    ImageId: null,
    IncludedByDefault: false,
    ChargingMode: 'PerTimeUnit',
    PostingMode: 'PerTimeUnit',
    Ordering: 0,
  }
}
