import { type TSchema, Type } from 'typebox'
import {
  Credits,
  NextCursor,
  nullable,
  OpenEnum,
  RepeatedUpstream,
  SourceIds,
  Timestamp,
} from '../edge/schemas.ts'
import { EndpointIds } from '../endpoints/schemas.ts'
import { STRETCH_FIELDS } from '../history/request.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ChainField, COMMON_FIELDS, HotelCode, KindField, LosField, Nights } from '../rates/request.ts'
import { ChildrenFields } from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { eventRowSchema, type Subjects } from '../webhooks/schemas.ts'
import { ATTENTIONS } from './attention.ts'
import { CONDITIONS } from './conditions/registry.ts'
import { WATCH_STATES } from './watch.ts'

const STRICT = { additionalProperties: false }
const MOST_POINTS = 2_147_483_647

const Percent = (description: string) => Type.Number({ description, minimum: 0, maximum: 100, examples: [5] })

/** Defaults apply only to new watches: in a change, an omitted field stays unchanged. */
const usually = (isNew: boolean, value: unknown) => (isNew ? { default: value } : {})

const RefreshSec = (isNew: boolean) =>
  Type.Integer({
    description:
      'Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this one too.',
    minimum: LIMITS.watchRefreshSecMin,
    maximum: LIMITS.watchRefreshSecMax,
    ...usually(isNew, LIMITS.watchRefreshSecDefault),
  })

const WebhookUrl = Type.String({
  description: 'Where to send events: a public http or https address. Either this or `endpoints`.',
  format: 'uri',
  maxLength: LIMITS.webhookUrlLength,
  examples: ['https://example.com/hooks/vacancy'],
})

const PointsLte = Type.Integer({
  description: 'For condition `points_lte`: fires when the cheapest award costs at most this many points.',
  minimum: 1,
  maximum: MOST_POINTS,
  examples: [35_000],
})

const BASES = ['bar', 'bar_after_tax', 'member'] as const

const priceFields = (isNew: boolean) => ({
  amount: Type.Number({
    description: 'The highest price per room and night that fires, in `currency`.',
    exclusiveMinimum: 0,
    maximum: 1_000_000_000_000,
    examples: [160],
  }),
  basis: Type.Enum([...BASES], {
    description:
      'The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate.',
    ...usually(isNew, 'bar_after_tax'),
  }),
})

const rebookFields = (isNew: boolean) => ({
  paid: Type.Number({
    description: 'The price you paid per room and night: in `currency`, or in points for kind `award`.',
    exclusiveMinimum: 0,
    maximum: 1_000_000_000_000,
    examples: [189.5],
  }),
  basis: Type.Enum([...BASES], {
    description:
      'The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. Ignored for kind `award`.',
    ...usually(isNew, 'bar'),
  }),
  min_saving_pct: Percent('The minimum saving, in percent of the price paid.'),
})

const undercutFields = (catalog: Catalog, isNew: boolean) => ({
  channel: SourceIds(
    catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id),
    { description: 'The online travel agency to compare with the direct public rate.' },
    catalog.switchedOff,
  ),
  hotel_code: Type.String({
    description: 'The hotel’s id there. Default: from the id map.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
    examples: ['UNDERCUT-aurelia'],
  }),
  min_pct: Percent('The minimum gap, in percent of the direct rate.'),
  basis: Type.Enum(['bar_after_tax', 'bar'], {
    description:
      'Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with tax to one without.',
    ...usually(isNew, 'bar_after_tax'),
  }),
  like_for_like: Type.Boolean({
    description:
      'Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and meal. Each refresh then shops every night, at a quarter of the shop price.',
    ...usually(isNew, false),
  }),
})

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const CONDITION_TEXT =
  '`available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate.'

/** Like rate requests, but without `max_age`: a watch always fetches. */
const { max_age: _, currency: _usual, ...COMMON } = COMMON_FIELDS

const CurrencyField = Type.String({
  description:
    'ISO 4217, upper case. Default: the hotel’s own currency where it is known, else USD. A watch that compares amounts must be in a currency that the hotel quotes.',
  pattern: '^[A-Z]{3}$',
})

export const watchBody = (catalog: Catalog) => {
  const [price, rebook, undercut] = [priceFields(true), rebookFields(true), undercutFields(catalog, true)]
  return Type.Object(
    {
      chain: ChainField(catalog),
      hotel_code: HotelCode,
      nights: Nights,
      los: LosField,
      kind: KindField,
      ...COMMON,
      currency: optional(CurrencyField),
      refresh_sec: optional(RefreshSec(true)),
      condition: Type.Enum(CONDITIONS, { description: CONDITION_TEXT }),
      webhook_url: optional(WebhookUrl),
      endpoints: optional(EndpointIds),
      points_lte: optional(PointsLte),
      price_lte: optional(
        Type.Object(
          { amount: price.amount, basis: optional(price.basis) },
          { ...STRICT, description: 'For condition `price_lte`: kind `cash`.' },
        ),
      ),
      rebook: optional(
        Type.Object(
          {
            paid: rebook.paid,
            basis: optional(rebook.basis),
            min_saving_pct: optional(rebook.min_saving_pct),
          },
          { ...STRICT, description: 'For condition `rebook`: one stay, `nights.from` = `nights.to`.' },
        ),
      ),
      undercut: optional(
        Type.Object(
          {
            channel: undercut.channel,
            hotel_code: optional(undercut.hotel_code),
            min_pct: optional(undercut.min_pct),
            basis: optional(undercut.basis),
            like_for_like: optional(undercut.like_for_like),
          },
          { ...STRICT, description: 'For condition `undercut`: kind `cash`, a hotel chain.' },
        ),
      ),
    },
    STRICT,
  )
}

/** A watch without an address, for a test on the past. */
export const backtestBody = (catalog: Catalog) => {
  const { webhook_url: _url, endpoints: _endpoints, ...fields } = watchBody(catalog).properties
  return Type.Object({ ...fields, ...STRETCH_FIELDS }, STRICT)
}

export const backtestSchema = (subjects: Subjects) => {
  const {
    id: _id,
    watch_id: _watch,
    booking_id: _bookingId,
    reference: _reference,
    booking: _booking,
    best: _best,
    sample: _sample,
    job_id: _jobId,
    job: _job,
    endpoint: _endpoint,
    reason: _reason,
    delivery: _delivery,
    deliveries: _deliveries,
    ...event
  } = eventRowSchema(subjects).properties
  return Type.Object({
    events: Type.Array(Type.Object(event, { $id: 'BacktestEvent' }), {
      description: 'The events that the watch would have sent, oldest first, without ids.',
    }),
    nights: Type.Integer({
      description:
        'Nights with at least one observation, of the hotel and, for `undercut`, of the channel. Each is paid for.',
    }),
    observations: Type.Integer({
      description: 'Changes that were judged, including those in force at `since`.',
    }),
  })
}

export const watchChange = (catalog: Catalog) => {
  const [price, rebook, undercut] = [priceFields(false), rebookFields(false), undercutFields(catalog, false)]
  return Type.Object(
    {
      status: optional(
        Type.Enum(['active', 'paused'], {
          description:
            'Pause or resume the watch. `active` also resumes it after its receiver answered 410 or its credits ran out.',
        }),
      ),
      refresh_sec: optional(RefreshSec(false)),
      webhook_url: optional(WebhookUrl),
      endpoints: optional(EndpointIds),
      points_lte: optional(PointsLte),
      price_lte: optional(
        Type.Object(
          { amount: optional(price.amount), basis: optional(price.basis) },
          { ...STRICT, description: 'Omitted fields stay unchanged.' },
        ),
      ),
      rebook: optional(
        Type.Object(
          {
            paid: optional(rebook.paid),
            basis: optional(rebook.basis),
            min_saving_pct: optional(rebook.min_saving_pct),
          },
          { ...STRICT, description: 'Omitted fields stay unchanged.' },
        ),
      ),
      undercut: optional(
        Type.Object(
          {
            channel: optional(undercut.channel),
            hotel_code: optional(undercut.hotel_code),
            min_pct: optional(undercut.min_pct),
            basis: optional(undercut.basis),
            like_for_like: optional(undercut.like_for_like),
          },
          {
            ...STRICT,
            description:
              'Omitted fields stay unchanged. After a change of channel, the hotel’s id comes from the id map unless given.',
          },
        ),
      ),
    },
    STRICT,
  )
}

const When = (description: string) => Type.Union([Timestamp(description), Type.Null()])

export const watchSchema = (catalog: Catalog) => {
  const [price, rebook, undercut] = [priceFields(false), rebookFields(false), undercutFields(catalog, false)]
  return Type.Object(
    {
      id: Type.String({
        description: 'Id of the watch.',
        examples: ['wat_4nW7sQ0aXk2mR9tYbC1dEf'],
      }),
      chain: Type.String({ description: 'The source.' }),
      hotel_code: Type.String({ description: 'The property’s code at the source.' }),
      name: nullable(Type.String(), 'The hotel’s name; null if unknown.'),
      nights: Type.Object(
        {
          from: Type.String({ description: 'First check-in night.', format: 'date' }),
          to: Type.String({ description: 'Last check-in night, inclusive.', format: 'date' }),
        },
        { description: 'The check-in nights as requested. Past nights are no longer checked.' },
      ),
      los: Type.Integer({ description: 'Nights of each stay.' }),
      kind: Type.Enum(['cash', 'award'], { description: 'Whether it watches cash rates or awards.' }),
      adults: Type.Integer({ description: 'Per room.' }),
      ...ChildrenFields,
      rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
      currency: Type.String({
        description: 'The currency of its amounts. Prices in another currency are not compared with them.',
      }),
      refresh_sec: RefreshSec(false),
      condition: Type.Enum(CONDITIONS, { description: CONDITION_TEXT }),
      points_lte: optional(PointsLte),
      price_lte: optional(Type.Object(price, { description: 'With condition `price_lte`.' })),
      rebook: optional(
        Type.Object(
          { paid: rebook.paid, basis: optional(rebook.basis), min_saving_pct: rebook.min_saving_pct },
          { description: 'With condition `rebook`.' },
        ),
      ),
      undercut: optional(Type.Object(undercut, { description: 'With condition `undercut`.' })),
      webhook_url: optional(WebhookUrl),
      endpoints: optional(EndpointIds),
      credits_per_refresh: Credits(
        'The price of one refresh: a quarter of the price of each cell, for the remaining nights. Cells that fail are free.',
      ),
      upstream: RepeatedUpstream,
      status: Type.Enum([...WATCH_STATES], {
        description:
          '`paused`: by you, or because the receiver answered 410 (gone). `suspended`: the account has no credits for a refresh; resumes by itself. `expired`: all nights are past.',
      }),
      attention: nullable(
        OpenEnum(ATTENTIONS),
        'Why you should look at the watch; null if all is well. `hotel_closed`: the hotel has left its source. `currency_changed`: the hotel no longer quotes the watch’s currency, so prices are not judged; create a new watch in the new one. `source_disabled`: the operator switched the source off or removed it; the watch goes on when it is back.',
      ),
      last_refresh_at: When('When it was last refreshed.'),
      next_refresh_at: When('When it is refreshed next; null if it is not.'),
      created_at: Timestamp('When it was created.'),
      secret: optional(
        Type.String({
          description:
            'The secret that signs its events to `webhook_url`. Shown only when it is new and when it is rotated.',
          examples: ['whsec_5fXn2QkT8wLr0ZyB3vHcJ6mPd9sAe1Gu'],
        }),
      ),
    },
    { $id: 'Watch' },
  )
}

export const watchList = (catalog: Catalog) =>
  Type.Object({
    watches: Type.Array(watchSchema(catalog), { description: 'Newest first.' }),
    next_cursor: NextCursor,
  })
