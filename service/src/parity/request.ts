import { Type } from 'typebox'
import type { InputOf } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { invalid } from '../kernel/errors.ts'
import type { Stay } from '../observations/key.ts'
import { PointOfSaleField, readPointOfSale, requireUnderstood } from '../rates/point-of-sale.ts'
import {
  ChainField,
  COMMON_FIELDS,
  HotelCode,
  LosField,
  NightField,
  type RateTerms,
  readCheckin,
  readSource,
  readTerms,
} from '../rates/request.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'

export interface ParityAsk {
  stay: Stay
  terms: RateTerms
  /** In the order of the rows in the answer. A metasearch engine among them stands for its sellers. */
  channels: readonly Source[]
  /** The hotel's ids passed by the caller, by channel. */
  passed: ReadonlyMap<string, string>
  /** Whether to resolve ids that are neither passed nor mapped. */
  resolve: boolean
  /** Whether to keep what the sources send, for a receipt. */
  evidence?: boolean
}

const isAgency = ({ kind }: Source) => kind === 'ota'
const isMeta = ({ kind }: Source) => kind === 'meta'

export const parityBody = (catalog: Catalog) => {
  const agencies = catalog.sources.filter(isAgency)
  return Type.Object(
    {
      chain: ChainField(catalog, (source) => !isAgency(source)),
      hotel_code: HotelCode,
      checkin: NightField('Check-in night, from yesterday (UTC) to 500 days ahead.'),
      los: LosField,
      ids: Type.Optional(
        Type.Object(Object.fromEntries(agencies.map(({ id }) => [id, Type.Optional(HotelCode)])), {
          additionalProperties: false,
          description:
            'The hotel’s ids at the agencies, if you know them. They override the id map for this call and are not stored.',
        }),
      ),
      resolve: withDefault(
        Type.Boolean({
          description:
            'Whether to resolve ids that are neither passed nor mapped, for 1 credit. Otherwise their channels are skipped.',
        }),
        true,
      ),
      channels: Type.Optional(
        Type.Array(ChainField(catalog, isAgency), {
          description: 'The agencies to compare with, in the order of the answer. Default: all.',
          minItems: 1,
          maxItems: Math.max(1, agencies.length),
        }),
      ),
      meta: withDefault(
        Type.Boolean({
          description:
            'Whether sellers that only the metasearch engine knows join as rows, for one more shop. Its id of the hotel may have to be resolved too.',
        }),
        false,
      ),
      ...COMMON_FIELDS,
      point_of_sale: PointOfSaleField,
    },
    { additionalProperties: false },
  )
}

export function readParityAsk(
  catalog: Catalog,
  body: InputOf<ReturnType<typeof parityBody>>,
  nowMs: number,
): ParityAsk {
  const terms = readTerms(body, nowMs)
  const source = readSource(catalog, body.chain)
  const pointOfSale = readPointOfSale(body)
  requireUnderstood(source, pointOfSale)
  const agencies = catalog.sources.filter(isAgency)
  const passed = Object.entries(body.ids ?? {}).flatMap(([channel, id]) =>
    id === undefined ? [] : [[channel, id] as const],
  )
  if (isMeta(source)) refuseChannels(body)
  return {
    stay: {
      source,
      hotelCode: body.hotel_code,
      checkin: readCheckin('checkin', body.checkin, nowMs),
      los: body.los,
      occupancy: terms.occupancy,
      currency: terms.currency,
      ...(pointOfSale && { pointOfSale }),
    },
    terms,
    channels: isMeta(source)
      ? []
      : [
          ...(body.channels ? readChannels(catalog, body.channels) : agencies),
          ...(body.meta ? [metasearchOf(catalog)] : []),
        ],
    passed: new Map(passed),
    resolve: body.resolve,
  }
}

/** The rows of a metasearch engine's hotel are the sellers that it shows. */
function refuseChannels({
  chain,
  ...body
}: Pick<InputOf<ReturnType<typeof parityBody>>, 'chain' | 'channels' | 'ids' | 'meta'>): void {
  const given = (['channels', 'ids', 'meta'] as const).find((field) => body[field])
  if (given)
    throw invalid(`\`${given}\` cannot be given with ${chain}: its rows are the sellers that it shows.`, {
      chain,
    })
}

function metasearchOf({ sources }: Catalog): Source {
  const found = sources.find(isMeta)
  if (!found) throw invalid('`meta`: this service has no metasearch engine with rates.')
  return found
}

function readChannels(catalog: Catalog, ids: readonly string[]): Source[] {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw invalid(`\`channels\` lists ${twice} twice`)
  return ids.map((id) => readSource(catalog, id))
}
