import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { HotelSchema, LowestSchema, QueryFields, StatusField } from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

export const LeadDaysField = Type.Array(nullable(Type.Integer()), {
  description: 'First and last lead time in days. The last is null for all longer ones.',
  minItems: 2,
  maxItems: 2,
})

/** What a judged stay is, and what it costs now. */
export const judgedFields = (catalog: Catalog) => ({
  query: Type.Object(
    {
      ...QueryFields(catalog),
      kind: Type.Enum(['cash', 'award'], { description: 'Cash rates or awards.' }),
    },
    { description: 'The request, with defaults filled in.' },
  ),
  hotel: HotelSchema,
  status: StatusField,
  currency: Type.String({ description: 'The currency of all figures.' }),
  current: Type.Object(
    {
      bar: LowestSchema.properties.bar,
      bar_after_tax: LowestSchema.properties.bar_after_tax,
      lowest_points: LowestSchema.properties.lowest_points,
      observed_at: Timestamp('When the source answered.'),
      cached: Type.Boolean({ description: 'Whether the price came from the cache.' }),
    },
    { description: 'The price now.' },
  ),
  basis: Type.Enum(['bar_after_tax', 'bar', 'lowest_points'], {
    description: 'The figure that is judged: after tax if the current answer has it; points for `award`.',
  }),
})
