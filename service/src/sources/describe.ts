import { type Static, Type } from 'typebox'
import { nullable, OpenEnum } from '../edge/schemas.ts'
import { toCredits } from '../kernel/credits.ts'
import type { Catalog, Source } from './catalog/catalog.ts'
import { HEALTH_STATUSES } from './health.ts'
import type { SharedHealth } from './seen/merge.ts'
import { FAILURE_REASONS } from './seen/sighting.ts'

/** The public description of sources: `GET /chains` and `sources` in `/status.json`. */

const credits = (description: string) => Type.Number({ minimum: 0, description })

const ChainSchema = Type.Object(
  {
    id: Type.String({ description: 'The value of `chain` in requests.' }),
    kind: Type.Enum(['chain', 'ota', 'meta'], {
      description:
        'A hotel chain, an online travel agency, or a metasearch engine, which shows the offers of many sellers.',
    }),
    name: Type.String({ description: 'The display name.' }),
    shop_credits: credits('One live shop.'),
    compset_hotel_credits: credits('One hotel of a live comparison set.'),
    compset_extras: Type.Object(
      { member: credits('For member rates, if they need another call.') },
      { description: 'Added to `compset_hotel_credits`, per hotel.' },
    ),
    calendar_night_credits: credits('One live night of a stay or of an area calendar.'),
    award_night_credits: nullable(
      Type.Number({ minimum: 0 }),
      'The same in points; null if the source has none.',
    ),
    native_batch: Type.Boolean({ description: 'Whether one call covers several hotels.' }),
    native_calendar: Type.Boolean({ description: 'Whether one call covers many nights.' }),
    award_points: Type.Boolean({ description: 'Whether nights can be booked with points.' }),
    geo_search: Type.Boolean({ description: 'Whether hotels can be found around a place.' }),
    certificates: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'The id used in `certs`.' }),
          max_points: nullable(Type.Integer(), 'The highest award it covers. Null: no limit.'),
          max_top_up: nullable(Type.Integer(), 'Points that may be added. Null: any number. 0: none.'),
        },
        { $id: 'Certificate' },
      ),
      { description: 'Free-night certificates of the chain.' },
    ),
    award_rules: Type.Object(
      {
        free_night: nullable(
          Type.Object(
            {
              every: Type.Integer({ description: 'How many nights of one booking earn a free one.' }),
              frees: Type.Enum(['cheapest', 'last'], { description: 'Which of these nights is free.' }),
              who: Type.Enum(['all', 'elite'], {
                description: 'All guests, or only those with elite status.',
              }),
            },
            { $id: 'FreeNightRule' },
          ),
          'A booking paid with points alone is cut into groups of `every` nights from its first night. Each whole group has one free night. Premium awards have none. Null if no night is free.',
        ),
      },
      { description: 'The rules of award bookings.' },
    ),
    currencies: Type.Array(Type.String(), {
      description: 'ISO 4217 codes. `*`: any. `hotel`: each hotel’s own currency only.',
    }),
    tax_included: nullable(
      Type.Boolean(),
      'Whether nightly prices include taxes. Null: differs between answers.',
    ),
    children_ages: Type.Boolean({
      description:
        'Whether the source can be told `children_ages`. If not, a question with ages fails at it, because its price would be for other children.',
    }),
    point_of_sale: Type.Array(Type.Enum(['country', 'device']), {
      description: 'The fields of `point_of_sale` that the source understands.',
    }),
    examples: Type.Array(Type.String(), { description: 'Hotel codes that can be shopped.' }),
    sandbox: Type.Boolean({
      description: 'Whether its hotels and prices are invented, for trying things out.',
    }),
    status: Type.Enum(HEALTH_STATUSES, { description: 'The current health of the source.' }),
  },
  { additionalProperties: false, $id: 'Chain' },
)

export const ChainsSchema = Type.Object(
  {
    chains: Type.Array(ChainSchema, {
      description: 'Chains first, then travel agencies, then metasearch engines.',
    }),
  },
  { additionalProperties: false },
)

export type ChainsView = Static<typeof ChainsSchema>

/** Why a source is down whatever its vendor does. */
const DOWN_REASONS = ['disabled', 'not_configured'] as const

export const SourceStatusSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the source.' }),
    status: Type.Enum(HEALTH_STATUSES, { description: 'The current health of the source.' }),
    latency_ms: nullable(
      Type.Integer(),
      'Median latency of the last five minutes, over all processes of the service.',
    ),
    error_share: nullable(
      Type.Number(),
      'Error rate of the last five minutes, from 0 to 1, over all processes.',
    ),
    checked_at: nullable(Type.String({ format: 'date-time' }), 'When it was last called; null if never.'),
    since: nullable(
      Type.String({ format: 'date-time' }),
      'Since when every call has failed, by any process; null if the last one was answered.',
    ),
    reason: nullable(
      OpenEnum([...DOWN_REASONS, ...FAILURE_REASONS]),
      'Why it is not up: `disabled` by the operator, `not_configured`, `credentials_refused`, `unavailable` (errors, or no connection), `unreadable` answers, or `no_answer` in time. Null if it is up.',
    ),
  },
  { additionalProperties: false, $id: 'SourceStatus' },
)

export type SourceStatusView = Static<typeof SourceStatusSchema>

type ReadHealth = (sourceId: string) => SharedHealth

export function chainsView(catalog: Catalog, health: ReadHealth): ChainsView {
  return { chains: catalog.sources.map((source) => chainView(source, health(source.id))) }
}

/** Whether prices of the sandbox are offered, and which sources are real beside it. */
export function inventedOf({ sources }: Catalog): { sandbox: boolean; real: string[] } {
  return {
    sandbox: sources.some(({ sandbox }) => sandbox),
    real: sources.filter(({ sandbox }) => !sandbox).map(({ name }) => name),
  }
}

function chainView(source: Source, health: Pick<SharedHealth, 'status'>): ChainsView['chains'][number] {
  return {
    id: source.id,
    kind: source.kind,
    name: source.name,
    shop_credits: toCredits(source.shopMilli),
    compset_hotel_credits: toCredits(source.compsetMilli),
    compset_extras: { member: toCredits(source.memberMilli) },
    calendar_night_credits: toCredits(source.calendarNightMilli),
    award_night_credits: source.awardNightMilli === null ? null : toCredits(source.awardNightMilli),
    native_batch: source.batch,
    native_calendar: source.calendar,
    award_points: source.points,
    geo_search: source.geo,
    certificates: source.certificates.map(({ id, maxPoints, maxTopUp }) => ({
      id,
      max_points: maxPoints,
      max_top_up: maxTopUp,
    })),
    award_rules: { free_night: source.freeNight && { ...source.freeNight } },
    currencies: source.localCurrency ? ['hotel'] : [...source.currencies],
    tax_included: source.taxIncluded,
    children_ages: source.takesAges,
    point_of_sale: [...source.pointOfSale],
    examples: [...source.examples],
    sandbox: source.sandbox,
    status: health.status,
  }
}

export function sourceStatusView(catalog: Catalog, health: ReadHealth): SourceStatusView[] {
  return catalog.sources.map(({ id, disabled, unconfigured }) => {
    const { status, latencyMs, errorShare, checkedAt, failingSince, reason } = health(id)
    return {
      id,
      status,
      latency_ms: latencyMs,
      error_share: errorShare === null ? null : Math.round(errorShare * 1000) / 1000,
      checked_at: momentOf(checkedAt),
      since: momentOf(failingSince),
      reason: disabled ? 'disabled' : unconfigured === null ? reason : 'not_configured',
    }
  })
}

function momentOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
