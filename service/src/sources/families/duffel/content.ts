import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import type { DuffelClient } from './client.ts'

const Accommodation = shapeOf(
  Type.Object({ data: Type.Object({ id: Type.String(), name: Type.String({ minLength: 1 }) }) }),
)

/** The vendor describes one accommodation, and lists none: its hotels are known from searches only. */
export function createContent(client: DuffelClient): SourceContent {
  return {
    async one(hotelCode, call) {
      const body = await client.accommodation(hotelCode, call)
      if (body === null) return null
      if (!Accommodation.Check(body)) throw new SourceFailure('broken', 'an accommodation of another shape')
      const data = fields(body.data)
      const location = fields(data['location'])
      const address = fields(location['address'])
      const spot = fields(location['geographic_coordinates'])
      return {
        ...hotelNamed(body.data.id, body.data.name),
        brand: text(fields(data['brand'])['name']) ?? text(fields(data['chain'])['name']),
        address: lines(address['line_one']),
        city: text(address['city_name']),
        region: text(address['region']),
        postalCode: text(address['postal_code']),
        country: upper(address['country_code']),
        lat: number(spot['latitude']),
        lng: number(spot['longitude']),
        stars: number(data['rating']),
      }
    },
  }
}
