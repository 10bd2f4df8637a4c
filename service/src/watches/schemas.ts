import { type TSchema, Type } from 'typebox'
import { Credits, NextCursor, Timestamp, withDefault } from '../edge/schemas.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ChainField, COMMON_FIELDS, HotelCode, LosField, Nights } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { CONDITIONS } from './conditions/registry.ts'
import { WATCH_STATES } from './watch.ts'

const STRICT = { additionalProperties: false }
const MOST_POINTS = 2_147_483_647

const Percent = (description: string) => Type.Number({ description, minimum: 0, maximum: 100, examples: [5] })

/** For a new watch alone: a change that leaves a field out leaves it as it is, so its schema must not fill it in. */
const usually = (isNew: boolean, value: unknown) => (isNew ? { default: value } : {})

const RefreshSec = (isNew: boolean) =>
  Type.Integer({
    description:
      'How often it looks, in seconds. A watch on the same nights that looks more often serves it too.',
    minimum: LIMITS.watchRefreshSecMin,
    maximum: LIMITS.watchRefreshSecMax,
    ...usually(isNew, LIMITS.watchRefreshSecDefault),
  })

const WebhookUrl = Type.String({
  description: 'Where events are sent: an http or https address on the internet.',
  format: 'uri',
  maxLength: LIMITS.webhookUrlLength,
  examples: ['https://example.com/hooks/vacancy'],
})

const PointsLte = Type.Integer({
  description: 'For condition `points_lte`: tells you when the cheapest award costs so many points or fewer.',
  minimum: 1,
  maximum: MOST_POINTS,
  examples: [35_000],
})

const rebookFields = (isNew: boolean) => ({
  paid: Type.Number({
    description: 'What was paid per room and night: in `currency`, or points for kind `award`.',
    exclusiveMinimum: 0,
    maximum: 1_000_000_000_000,
    examples: [189.5],
  }),
  basis: Type.Enum(['bar', 'bar_after_tax', 'member'], {
    description:
      'The rate that is compared with it: the lowest public one, the same after taxes and fees, or the lowest member rate. Of no meaning for kind `award`.',
    ...usually(isNew, 'bar'),
  }),
  min_saving_pct: Percent('The least saving that is worth an event, in per cent of what was paid.'),
})

const undercutFields = (catalog: Catalog, isNew: boolean) => ({
  channel: Type.Enum(
    catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id),
    { description: 'The online travel agency that is compared with the hotel’s own public rate.' },
  ),
  hotel_code: Type.String({
    description: 'The hotel’s id there. Left out: from the id map.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
    examples: ['UNDERCUT-aurelia'],
  }),
  min_pct: Percent('The least gap that is worth an event, in per cent of the direct rate.'),
  basis: Type.Enum(['bar_after_tax', 'bar'], {
    description:
      'After taxes and fees, or as each of them shows its price: `bar` may compare a price with taxes to one without.',
    ...usually(isNew, 'bar_after_tax'),
  }),
})

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const CONDITION_TEXT =
  '`available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte`. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate.'

/** Rate requests take an age; a watch always looks for itself. */
const { max_age: _, ...COMMON } = COMMON_FIELDS

export const watchBody = (catalog: Catalog) => {
  const [rebook, undercut] = [rebookFields(true), undercutFields(catalog, true)]
  return Type.Object(
    {
      chain: ChainField(catalog),
      hotel_code: HotelCode,
      nights: Nights,
      los: LosField,
      kind: withDefault(
        Type.Enum(['cash', 'award'], { description: '`award` only at chains with award points.' }),
        'cash',
      ),
      ...COMMON,
      refresh_sec: optional(RefreshSec(true)),
      condition: Type.Enum(CONDITIONS, { description: CONDITION_TEXT }),
      webhook_url: WebhookUrl,
      points_lte: optional(PointsLte),
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
          },
          { ...STRICT, description: 'For condition `undercut`: kind `cash`, a hotel chain.' },
        ),
      ),
    },
    STRICT,
  )
}

export const watchChange = (catalog: Catalog) => {
  const [rebook, undercut] = [rebookFields(false), undercutFields(catalog, false)]
  return Type.Object(
    {
      status: optional(
        Type.Enum(['active', 'paused'], {
          description:
            'Pause it, or take it up again: also after its receiver was gone, or its credits spent.',
        }),
      ),
      refresh_sec: optional(RefreshSec(false)),
      webhook_url: optional(WebhookUrl),
      points_lte: optional(PointsLte),
      rebook: optional(
        Type.Object(
          {
            paid: optional(rebook.paid),
            basis: optional(rebook.basis),
            min_saving_pct: optional(rebook.min_saving_pct),
          },
          { ...STRICT, description: 'What is left out stays as it is.' },
        ),
      ),
      undercut: optional(
        Type.Object(
          {
            channel: optional(undercut.channel),
            hotel_code: optional(undercut.hotel_code),
            min_pct: optional(undercut.min_pct),
            basis: optional(undercut.basis),
          },
          {
            ...STRICT,
            description:
              'What is left out stays as it is; at another channel the hotel’s id comes from the id map.',
          },
        ),
      ),
    },
    STRICT,
  )
}

const When = (description: string) => Type.Union([Timestamp(description), Type.Null()])

export const watchSchema = (catalog: Catalog) => {
  const [rebook, undercut] = [rebookFields(false), undercutFields(catalog, false)]
  return Type.Object(
    {
      id: Type.String({
        description: 'Names the watch in the other calls.',
        examples: ['wat_4nW7sQ0aXk2mR9tYbC1dEf'],
      }),
      chain: Type.String({ description: 'The source.' }),
      hotel_code: Type.String({ description: 'The property’s code at the source.' }),
      nights: Type.Object(
        {
          from: Type.String({ description: 'First check-in night.', format: 'date' }),
          to: Type.String({ description: 'Last check-in night, included.', format: 'date' }),
        },
        { description: 'The check-in nights, as they were asked for. Past ones have fallen out.' },
      ),
      los: Type.Integer({ description: 'Nights of each stay.' }),
      kind: Type.Enum(['cash', 'award'], { description: 'What it looks for.' }),
      adults: Type.Integer({ description: 'Per room.' }),
      children: Type.Integer({ description: 'Per room.' }),
      rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
      currency: Type.String({
        description: 'Of its amounts. Figures in another one are not compared with them.',
      }),
      refresh_sec: RefreshSec(false),
      condition: Type.Enum(CONDITIONS, { description: CONDITION_TEXT }),
      points_lte: optional(PointsLte),
      rebook: optional(
        Type.Object(
          { paid: rebook.paid, basis: optional(rebook.basis), min_saving_pct: rebook.min_saving_pct },
          { description: 'With condition `rebook`.' },
        ),
      ),
      undercut: optional(Type.Object(undercut, { description: 'With condition `undercut`.' })),
      webhook_url: WebhookUrl,
      credits_per_refresh: Credits(
        'What one refresh costs: a quarter of the price of each cell, for the nights that are left. Cells that fail are free.',
      ),
      status: Type.Enum([...WATCH_STATES], {
        description:
          '`paused` by you, or because the receiver said that it is gone (410). `suspended` while the account has no credits for a refresh; it goes on by itself. `expired` when all its nights are past.',
      }),
      last_refresh_at: When('When it last looked.'),
      next_refresh_at: When('When it looks next; null where it does not.'),
      created_at: Timestamp('When it was made.'),
      secret: optional(
        Type.String({
          description:
            'What its events are signed with. Told when the watch is made and when the secret is changed, and never again.',
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
