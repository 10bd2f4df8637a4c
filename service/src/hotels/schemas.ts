import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { NearbyHotel } from './nearby.ts'
import type { Place } from './places.ts'
import { hasGeoSearch } from './request.ts'

/** Places and the hotels around them, as clients read them. */

export const PlaceSchema = Type.Object(
  {
    name: nullable(Type.String(), 'Null where only coordinates were given.'),
    place_id: nullable(Type.String(), 'Asks for the same place again, and for no other.'),
    lat: Type.Number({ description: 'Degrees north.' }),
    lng: Type.Number({ description: 'Degrees east.' }),
    country: nullable(Type.String(), 'ISO 3166 alpha-2, where the place lies in one.'),
  },
  { $id: 'Place', description: 'Where on earth.' },
)

export const LatField = nullable(Type.Number(), 'Degrees north; null where the chain does not tell.')
export const LngField = nullable(Type.Number(), 'Degrees east; null where the chain does not tell.')

export const DistanceField = nullable(
  Type.Number({ minimum: 0 }),
  'Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is.',
)

export const hotelsResponse = (catalog: Catalog) =>
  Type.Object({
    place: Type.Union([PlaceSchema, Type.Null()], { description: 'Null where nobody knows such a place.' }),
    alternatives: Type.Array(PlaceSchema, {
      description: 'Other places that answer to the name, the likeliest first.',
    }),
    hotels: Type.Array(
      Type.Object({
        chain: Type.Enum(
          catalog.sources.filter(hasGeoSearch).map(({ id }) => id),
          { description: 'Whose hotel it is.' },
        ),
        hotel_code: Type.String({ description: 'What `/shop` and the others take with this chain.' }),
        name: Type.String({ description: 'For people.' }),
        city: nullable(Type.String(), 'As the chain writes it.'),
        country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
        lat: LatField,
        lng: LngField,
        distance_mi: DistanceField,
      }),
      { description: 'The nearest first; equally near ones by code.' },
    ),
    cached: Type.Boolean({ description: 'Whether no chain had to be asked for this answer.' }),
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
    distance_mi: hotel.distanceMi,
  }
}
