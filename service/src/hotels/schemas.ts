import { Type } from 'typebox'
import { nullable, SourceIds } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { NearbyHotel } from './nearby.ts'
import type { Place } from './places.ts'
import { hasGeoSearch } from './request.ts'

/** Places and the hotels around them, as sent to clients. */

export const PlaceSchema = Type.Object(
  {
    name: nullable(Type.String(), 'Null for a place given by coordinates.'),
    place_id: nullable(Type.String(), 'Pass it to ask for exactly this place again.'),
    lat: Type.Number({ description: 'Degrees north.' }),
    lng: Type.Number({ description: 'Degrees east.' }),
    country: nullable(Type.String(), 'ISO 3166 alpha-2; null if unknown.'),
  },
  { $id: 'Place', description: 'A place.' },
)

export const LatField = nullable(Type.Number(), 'Degrees north; null if the chain gives no coordinates.')
export const LngField = nullable(Type.Number(), 'Degrees east; null if the chain gives no coordinates.')

export const DistanceField = nullable(
  Type.Number({ minimum: 0 }),
  'Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last.',
)

export const TimezoneField = nullable(
  Type.String(),
  'IANA name from the directory, such as `Europe/London`; null if unknown.',
)

export const hotelsResponse = (catalog: Catalog) =>
  Type.Object({
    place: Type.Union([PlaceSchema, Type.Null()], { description: 'Null if the place is unknown.' }),
    alternatives: Type.Array(PlaceSchema, {
      description: 'Other places with this name, most likely first.',
    }),
    hotels: Type.Array(
      Type.Object({
        chain: SourceIds(
          catalog.sources.filter(hasGeoSearch).map(({ id }) => id),
          { description: 'The hotel’s chain.' },
        ),
        hotel_code: Type.String({
          description: 'The code to pass to `/shop` and the other calls, together with `chain`.',
        }),
        name: Type.String({ description: 'For people.' }),
        city: nullable(Type.String(), 'As spelled by the chain.'),
        country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
        lat: LatField,
        lng: LngField,
        currency: nullable(Type.String(), 'The hotel’s own currency, ISO 4217; null if unknown.'),
        timezone: TimezoneField,
        distance_mi: DistanceField,
      }),
      { description: 'Nearest first, then by code.' },
    ),
    cached: Type.Boolean({ description: 'Whether the answer came from the cache alone.' }),
  })

export function placeView({ name, placeId, lat, lng, country }: Place) {
  return { name, place_id: placeId, lat, lng, country }
}

export function nearbyView(hotel: NearbyHotel) {
  return {
    chain: hotel.source.id,
    hotel_code: hotel.hotelCode,
    name: hotel.name,
    city: hotel.city,
    country: hotel.country,
    lat: hotel.lat,
    lng: hotel.lng,
    currency: hotel.currency,
    timezone: hotel.timezone,
    distance_mi: hotel.distanceMi,
  }
}
