import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import {
  FreshnessFields,
  HotelSchema,
  LowestSchema,
  MinLosField,
  QueryFields,
  StatusField,
} from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

/** The answer of `POST /parity`. */

const { bar, bar_after_tax, member, member_after_tax, lowest_points } = LowestSchema.properties

const PublicBasis = Type.Enum(['bar_after_tax', 'bar'])

const DirectSchema = Type.Object(
  {
    bar,
    bar_after_tax,
    member,
    member_after_tax,
    lowest_points,
    currency: Type.String({ description: 'The currency of these figures, ISO 4217.' }),
    tax_included: nullable(
      Type.Boolean(),
      'Whether `bar` and `member` include tax; null if the rates differ or there are none.',
    ),
    status: StatusField,
    min_los: MinLosField,
    ...FreshnessFields,
  },
  { $id: 'ParityDirect', description: 'The chain’s own prices, per room and night.' },
)

const ChannelSchema = Type.Object(
  {
    channel: Type.String({ description: 'Id of the agency.', examples: ['lodgista'] }),
    hotel_code: nullable(Type.String(), 'The hotel’s id there; null if unknown.'),
    confidence: nullable(
      Type.Number(),
      'The id map’s confidence in that id, from 0 to 1; null for an id that you passed.',
    ),
    status: StatusField,
    min_los: MinLosField,
    currency: nullable(Type.String(), 'The currency of this row; null if it was skipped.'),
    lowest: nullable(
      Type.Object(
        { bar, bar_after_tax, member, member_after_tax },
        { description: 'The cheapest public and member-deal rates, per room and night.' },
      ),
      'The cheapest public and member-deal rates, per room and night; null if the channel was skipped.',
    ),
    gap: nullable(
      Type.Number(),
      'Channel minus direct, per room and night: negative if the channel is cheaper. Public rates only. Null if the two cannot be compared.',
    ),
    gap_pct: nullable(Type.Number(), '`gap` in percent of the direct rate, to 2 decimals.'),
    basis: nullable(PublicBasis, 'What was compared: after-tax prices if both sides give one.'),
    comparison_note: nullable(
      Type.String(),
      'Message for people: which side has no after-tax price, or why there is no comparison. Null if both are compared after tax.',
    ),
    skipped: nullable(
      Type.String(),
      'Why there is no rate: `no_listing`, or the channel’s error code. Such a row is free.',
    ),
    ...FreshnessFields,
  },
  { $id: 'ParityChannel' },
)

export const parityResponse = (catalog: Catalog) =>
  Type.Object({
    query: Type.Object(QueryFields(catalog), {
      description: 'The request, with defaults filled in.',
    }),
    hotel: HotelSchema,
    direct: DirectSchema,
    channels: Type.Array(ChannelSchema, { description: 'One row per agency, in the requested order.' }),
    cheapest: nullable(
      Type.String(),
      '`direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows on another basis or in another currency do not count. Null if there is no public rate.',
    ),
    deepest_undercut: nullable(
      Type.Object(
        {
          channel: Type.String({ description: 'Id of the agency.' }),
          diff: Type.Number({ description: 'Direct minus channel, per room and night: always positive.' }),
          diff_pct: nullable(Type.Number(), '`diff` in percent of the direct rate, to 2 decimals.'),
          basis: Type.Enum(['bar_after_tax', 'bar'], { description: 'What was compared.' }),
        },
        { description: 'The agency furthest below direct.' },
      ),
      'The agency furthest below direct; null if none is.',
    ),
    ids_resolved: Type.Boolean({
      description: 'Whether a live resolution ran, which costs 1 credit whether or not it finds an id.',
    }),
  })
