import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { Fx } from '../fx/schemas.ts'
import { COMPARABLE_FIELDS } from '../observations/comparable.ts'
import { PointOfSaleQuery } from '../rates/point-of-sale.ts'
import { AttributesSchema } from '../rates/room-attributes.ts'
import {
  FreshnessFields,
  HotelSchema,
  LowestSchema,
  MinLosField,
  QueryFields,
  SellerSchema,
  StatusField,
} from '../rates/schemas.ts'
import { ReceiptRef } from '../receipts/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

/** The answer of `POST /parity`. */

const { bar, bar_after_tax, member, member_after_tax, lowest_points } = LowestSchema.properties

const PublicBasis = Type.Enum(['bar_after_tax', 'bar'])

export const VerdictField = (of: string) =>
  nullable(
    Type.Enum(['win', 'meet', 'lose']),
    `The verdict on ${of}. \`lose\`: the channel is below direct by more than 1 % (2 % for a converted price); \`win\`: above by more than that; \`meet\`: within. Null if not compared.`,
  )

const Count = (description: string) => Type.Integer({ description, minimum: 0 })

export const ScoreSchema = Type.Object(
  {
    win: Count('Channels above direct.'),
    meet: Count('Channels at the same price.'),
    lose: Count('Channels below direct.'),
    compared: Count('Channels that were compared.'),
    channels: Count('All channels in the answer.'),
  },
  { $id: 'ParityScore', description: 'How many channels have each verdict.' },
)

const LIKE_RATE = {
  rate: Type.Number({ description: 'Per room and night, after tax, in the currency of direct.' }),
  room_name: Type.String({ description: 'The room type, as this side names it.' }),
  rate_name: Type.String({ description: 'The rate plan.' }),
}

const RoomCode = Type.String({ description: 'The room type’s code at the chain.' })
const RoomName = Type.String({ description: 'The room type.' })

const MatchedRoom = Type.Object(
  {
    direct: Type.Object(
      { room_code: RoomCode, room_name: RoomName, attributes: AttributesSchema },
      { description: 'A room of the hotel’s own site. Rooms of one name are one.' },
    ),
    channels: Type.Array(
      Type.Object({
        channel: Type.String({ description: 'Id of the agency.' }),
        room_name: RoomName,
        attributes: AttributesSchema,
        confidence: Type.Number({
          description:
            'That it is the same room, from 0.5 to 1. From 0.9 on, the two are compared in `like_for_like`.',
        }),
        evidence: Type.Array(Type.String(), { description: 'Why, in words.' }),
      }),
      { description: 'The channels’ rooms that may be the same, by their names and what the sources state.' },
    ),
  },
  { $id: 'ParityRoom' },
)

const LikeForLike = Type.Object(
  {
    room: nullable(
      Type.Object({ room_code: RoomCode, room_name: RoomName }),
      'The room that both sides sell. Null for channels without a room that matches: then each side’s cheapest rates of any room.',
    ),
    refundable: Type.Boolean({ description: 'Whether a cancellation is refunded.' }),
    meal_plan: Type.String({ description: 'For example `room_only` or `breakfast`.' }),
    direct: Type.Object(LIKE_RATE, { description: 'The chain’s cheapest public rate of this kind.' }),
    channels: Type.Array(
      Type.Object({
        channel: Type.String({ description: 'Id of the agency.' }),
        ...LIKE_RATE,
        gap: Type.Number({ description: 'Channel minus direct.' }),
        gap_pct: nullable(Type.Number(), '`gap` in percent of the direct rate, to 2 decimals.'),
        verdict: VerdictField('this rate'),
      }),
      { description: 'The channels that sell it.', minItems: 1 },
    ),
  },
  { $id: 'ParityLikeForLike' },
)

const DirectSchema = Type.Object(
  {
    bar,
    bar_after_tax,
    member,
    member_after_tax,
    lowest_points,
    currency: Type.String({
      description: 'The currency of these figures, ISO 4217. Everything is compared in it.',
    }),
    comparable: COMPARABLE_FIELDS.comparable,
    tax_included: nullable(
      Type.Boolean(),
      'Whether `bar` and `member` include tax; null if the rates differ or there are none.',
    ),
    status: StatusField,
    min_los: MinLosField,
    ...FreshnessFields,
  },
  { $id: 'ParityDirect', description: 'The hotel’s own prices, per room and night.' },
)

const ChannelSchema = Type.Object(
  {
    channel: Type.String({
      description:
        'Id of the agency. For a seller that is no source of this service, a short form of its name.',
      examples: ['lodgista'],
    }),
    seller: nullable(
      SellerSchema,
      'The seller as the metasearch engine names it; null for an agency that was asked itself.',
    ),
    via: nullable(
      Type.String(),
      'The metasearch engine that shows this seller, if the row was added by `meta`; null otherwise.',
    ),
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
    comparable: COMPARABLE_FIELDS.comparable,
    fx: nullable(
      Fx,
      'The rate from the currency of this row to that of direct; null if nothing was converted.',
    ),
    gap: nullable(
      Type.Number(),
      'In the currency of direct. Channel minus direct, per room and night: negative if the channel is cheaper. Public rates only. Null if the two cannot be compared.',
    ),
    gap_pct: nullable(Type.Number(), '`gap` in percent of the direct rate, to 2 decimals.'),
    basis: nullable(PublicBasis, 'What was compared: after-tax prices if both sides give one.'),
    verdict: VerdictField('this channel, from the hotel’s point of view'),
    comparison_note: nullable(
      Type.String(),
      'Message for people: which side has no after-tax price, what was converted, or why the channel is not compared. Null if both are compared after tax in the same currency.',
    ),
    skipped: nullable(
      Type.String(),
      'Why there is no rate: `no_listing`, or the channel’s error code; `invalid_request` if it does not take the `point_of_sale`. Such a row is free.',
    ),
    ...FreshnessFields,
  },
  { $id: 'ParityChannel' },
)

export const CheapestField = nullable(
  Type.String(),
  '`direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows that are not compared, or on another basis, do not count. Null if no channel was compared.',
)

export const UndercutField = nullable(
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
)

export const parityResponse = (catalog: Catalog) =>
  Type.Object({
    query: Type.Object(
      { ...QueryFields(catalog), point_of_sale: PointOfSaleQuery },
      {
        description: 'The request, with defaults filled in.',
      },
    ),
    hotel: HotelSchema,
    direct: nullable(
      DirectSchema,
      'The hotel’s own prices, per room and night. Null if a metasearch engine shows no offer of the hotel’s own site; nothing is compared then.',
    ),
    comparison_note: nullable(Type.String(), 'Message for people: why nothing is compared. Null otherwise.'),
    channels: Type.Array(ChannelSchema, {
      description:
        'One row per agency, in the requested order, then those of the metasearch engine’s other sellers. For a metasearch engine’s hotel, one row per seller.',
    }),
    verdict: VerdictField('all channels: `lose` if any channel does, else `win` if any does, else `meet`'),
    score: ScoreSchema,
    cheapest: CheapestField,
    deepest_undercut: UndercutField,
    rooms: Type.Array(MatchedRoom, {
      description: 'The rooms of the hotel’s own site, each with the channels’ rooms that may be the same.',
    }),
    like_for_like: Type.Array(LikeForLike, {
      description:
        'The cheapest public rates of the same room with the same conditions, after tax, in the currency of direct; cheapest first.',
    }),
    ids_resolved: Type.Boolean({
      description: 'Whether a live resolution ran, which costs 1 credit whether or not it finds an id.',
    }),
    receipt: ReceiptRef,
  })
