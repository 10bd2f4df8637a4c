import { type Static, Type } from 'typebox'
import { isCountry } from '../kernel/countries.ts'
import { invalid } from '../kernel/errors.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { DEVICES, type PointOfSale } from '../sources/source.ts'

/** Who asks: some sources have other prices for other countries, and for phones. */

export const PointOfSaleField = Type.Optional(
  Type.Object(
    {
      country: Type.Optional(
        Type.String({
          description: 'ISO 3166 alpha-2, upper case.',
          pattern: '^[A-Z]{2}$',
          examples: ['DE'],
        }),
      ),
      device: Type.Optional(Type.Enum(DEVICES, { description: 'What the guest books on.' })),
    },
    {
      additionalProperties: false,
      description:
        'Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists what each source understands. The answer is cached apart from others and makes no cell. Default: as the operator has set up the source.',
    },
  ),
)

/** As the answer's `query` repeats it. */
export const PointOfSaleQuery = Type.Optional(
  Type.Object(
    {
      country: Type.Optional(Type.String({ description: 'ISO 3166 alpha-2.' })),
      device: Type.Optional(Type.Enum(DEVICES, { description: 'What the guest books on.' })),
    },
    { description: 'Only if it was requested.' },
  ),
)

export interface SaleBody {
  point_of_sale?: Static<typeof PointOfSaleField>
}

/** Undefined if nothing of it is set. */
export function readPointOfSale({ point_of_sale: asked }: SaleBody): PointOfSale | undefined {
  const { country, device } = asked ?? {}
  if (country !== undefined && !isCountry(country))
    throw invalid(`\`point_of_sale.country\` must be an ISO 3166 alpha-2 code. ${country} is not one.`)
  if (country === undefined && device === undefined) return undefined
  return { ...(country !== undefined && { country }), ...(device !== undefined && { device }) }
}

/** Why a source cannot be asked for a point of sale; null if it can. */
export function notUnderstood(source: Source, asked: PointOfSale | undefined): string | null {
  const field = (['country', 'device'] as const).find(
    (name) => asked?.[name] !== undefined && !source.pointOfSale.includes(name),
  )
  return field === undefined ? null : `${source.id} does not take \`point_of_sale.${field}\`.`
}

export function requireUnderstood(source: Source, asked: PointOfSale | undefined): void {
  const why = notUnderstood(source, asked)
  if (why !== null) throw invalid(`${why} GET /chains lists what each source takes.`, { chain: source.id })
}
