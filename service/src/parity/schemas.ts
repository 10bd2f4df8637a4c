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

/** The answer of `POST /parity`, as clients read it. */

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
      'Whether `bar` and `member` have the taxes in them; null where the rates differ or there are none.',
    ),
    status: StatusField,
    min_los: MinLosField,
    ...FreshnessFields,
  },
  { $id: 'ParityDirect', description: 'What the chain itself asks, per room and night.' },
)

const ChannelSchema = Type.Object(
  {
    channel: Type.String({ description: 'Id of the agency.', examples: ['lodgista'] }),
    hotel_code: nullable(Type.String(), 'The hotel’s id there; null where none is known.'),
    confidence: nullable(
      Type.Number(),
      'How sure the id map is of that id, from 0 to 1; null for one that you passed.',
    ),
    status: StatusField,
    min_los: MinLosField,
    currency: nullable(Type.String(), 'The currency of this row’s figures; null where it was skipped.'),
    lowest: nullable(
      Type.Object(
        { bar, bar_after_tax, member, member_after_tax },
        { description: 'The cheapest public and member-deal rates, per room and night.' },
      ),
      'The cheapest public and member-deal rates, per room and night; null where the channel was skipped.',
    ),
    gap: nullable(
      Type.Number(),
      'Channel less direct, per room and night: below 0 where the channel is cheaper. Public rates only. Null where the two cannot be compared.',
    ),
    gap_pct: nullable(Type.Number(), '`gap` in per cent of the direct rate, to 2 decimals.'),
    basis: nullable(PublicBasis, 'What was compared: after tax wherever both sides tell that figure.'),
    comparison_note: nullable(
      Type.String(),
      'For people. Says which side is on its own basis, or why there is no comparison; null where both are compared after tax.',
    ),
    skipped: nullable(
      Type.String(),
      'Why there is no rate: `no_listing`, or the code of the error with which the channel failed. Such a row is free.',
    ),
    ...FreshnessFields,
  },
  { $id: 'ParityChannel' },
)

export const parityResponse = (catalog: Catalog) =>
  Type.Object({
    query: Type.Object(QueryFields(catalog), {
      description: 'What was asked, with the defaults filled in.',
    }),
    hotel: HotelSchema,
    direct: DirectSchema,
    channels: Type.Array(ChannelSchema, { description: 'A row per agency, in the order asked.' }),
    cheapest: nullable(
      Type.String(),
      '`direct`, or the agency with the lowest public rate. Of equals direct comes first. Rows on another basis or in another currency do not count. Null where nobody has a public rate.',
    ),
    deepest_undercut: nullable(
      Type.Object(
        {
          channel: Type.String({ description: 'Id of the agency.' }),
          diff: Type.Number({ description: 'Direct less channel, per room and night: above 0.' }),
          diff_pct: nullable(Type.Number(), '`diff` in per cent of the direct rate, to 2 decimals.'),
          basis: Type.Enum(['bar_after_tax', 'bar'], { description: 'What was compared.' }),
        },
        { description: 'The agency that is furthest below direct.' },
      ),
      'The agency that is furthest below direct; null where none is.',
    ),
    ids_resolved: Type.Boolean({
      description: 'Whether ids were looked for now. Such a resolution costs 1 credit, found or not.',
    }),
  })
