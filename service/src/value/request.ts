import { Type } from 'typebox'
import { MinAccessField } from '../access/request.ts'
import type { InputOf } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { meant } from '../kernel/closest.ts'
import { addNights, dayOf, type Night, nightAt, nightsBetween } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { isCurrency } from '../kernel/money.ts'
import { LONGEST_SEC } from '../observations/change-rate.ts'
import { AUTO, MaxAge } from '../rates/max-age.ts'
import { NightField, readCheckin } from '../rates/request.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'

export type Rank = 'best' | 'avg'

/** Which award nights count, and how hotels are ranked. */
export interface ValueAsk {
  sources: readonly Source[]
  /** Whether chains were given; otherwise all chains with points are used. */
  chainsNamed: boolean
  country: string | null
  city: string | null
  nights: readonly Night[]
  currency: string
  /** In hundredths of a cent of that currency. */
  minCpp: number
  minNights: number
  /** The least share of cash nights that are sold for points; null if it does not matter. */
  minAccess: number | null
  rank: Rank
  limit: number
  notBeforeMs: number
  /** Each hotel has an age of its own; `notBeforeMs` is of the longest. */
  isAuto: boolean
  /** Not older than by default. */
  isUsualAge: boolean
}

/** The largest value of the column's type. */
const LARGEST = 2_147_483_647

export const ValueQuery = Type.Object(
  {
    chains: Type.Optional(
      Type.String({
        description: 'Ids of chains with award points, separated by commas. Default: all of them.',
        minLength: 1,
        maxLength: 1000,
        examples: ['aurelia,castellan'],
      }),
    ),
    country: Type.Optional(
      Type.String({
        description: 'Only hotels in this country: ISO 3166 alpha-2, upper case.',
        pattern: '^[A-Z]{2}$',
        examples: ['JP'],
      }),
    ),
    city: Type.Optional(
      Type.String({
        description: 'Only hotels in this city, as spelled by the chain. Case and accents do not matter.',
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001f]*$',
        examples: ['Sao Paulo'],
      }),
    ),
    from: Type.Optional(NightField('First check-in night. Default: today (UTC).')),
    to: Type.Optional(
      NightField(
        `Last check-in night, inclusive. Default: ${LIMITS.valueNightsDefault} nights from \`from\`; at most ${LIMITS.valueNights} nights.`,
      ),
    ),
    currency: withDefault(
      Type.String({
        description:
          'ISO 4217, upper case. Nights in other currencies are compared by reference rates (`GET /fx`).',
        pattern: '^[A-Z]{3}$',
      }),
      'USD',
    ),
    min_cpp: Type.Optional(
      Type.Number({ description: 'Minimum cents per point; other nights do not count.', minimum: 0 }),
    ),
    min_nights: withDefault(
      Type.Integer({
        description: 'Minimum number of nights that count; other hotels are left out.',
        minimum: 1,
        maximum: LARGEST,
      }),
      1,
    ),
    min_access: MinAccessField,
    rank: withDefault(
      Type.Enum(['best', 'avg'], {
        description: 'Rank by the best night that counts, or by the mean of all that count.',
      }),
      'best',
    ),
    limit: withDefault(
      Type.Integer({
        description: 'Maximum number of hotels in the answer.',
        minimum: 1,
        maximum: LIMITS.valueHotels,
      }),
      LIMITS.valueHotelsDefault,
    ),
    max_age: withDefault(
      MaxAge(
        'Maximum age of a cached night in seconds. Nothing is fetched, so 0 finds nothing. `auto` only with `rank` `best`, or within a `city`.',
      ),
      LIMITS.valueMaxAgeSec,
    ),
  },
  { additionalProperties: false },
)

export function readValueAsk(catalog: Catalog, query: InputOf<typeof ValueQuery>, nowMs: number): ValueAsk {
  const { currency, max_age: age } = query
  const isAuto = age === AUTO
  const maxAgeSec = isAuto ? LONGEST_SEC : age
  if (!isCurrency(currency)) throw invalid(`\`currency\` must be an ISO 4217 code. ${currency} is not one.`)
  // A mean can rise with nights that no longer count, so that all hotels would have to be valued, each by its own age.
  if (isAuto && query.rank === 'avg' && query.city === undefined)
    throw invalid('`max_age` can be `auto` only with `rank` `best`, or within a `city`.')
  return {
    sources: readChains(catalog, query.chains),
    chainsNamed: query.chains !== undefined,
    country: query.country ?? null,
    city: query.city ?? null,
    nights: readWindow(query.from, query.to, nowMs),
    currency,
    minCpp: Math.min(hundredthsUp(query.min_cpp ?? 0), LARGEST),
    minNights: query.min_nights,
    minAccess: query.min_access ?? null,
    rank: query.rank,
    limit: query.limit,
    isAuto,
    isUsualAge: maxAgeSec <= LIMITS.valueMaxAgeSec,
    notBeforeMs: maxAgeSec === 0 ? Number.MAX_SAFE_INTEGER : nowMs - maxAgeSec * 1000,
  }
}

function readChains(catalog: Catalog, chains: string | undefined): Source[] {
  const withPoints = catalog.sources.filter(({ kind, points }) => kind === 'chain' && points)
  if (chains === undefined) return withPoints
  const ids = new Set(chains.split(',').map((id) => id.trim()))
  return [...ids].map((id) => {
    if (!findSource(catalog, id))
      throw invalid(
        `\`chains\` contains ${id === '' ? 'an empty id' : id.slice(0, 64)}${
          meant(
            id,
            withPoints.map((one) => one.id),
          ) || '. GET /chains lists the valid ids.'
        }`,
      )
    const source = withPoints.find((one) => one.id === id)
    if (!source) throw invalid(`\`chains\`: ${id} has no award points.`, { chain: id })
    return source
  })
}

function readWindow(from: string | undefined, to: string | undefined, nowMs: number): Night[] {
  const today = nightAt(nowMs)
  const first = from === undefined ? today : readCheckin('from', from, nowMs)
  const last = to === undefined ? defaultEnd(first, today) : readCheckin('to', to, nowMs)
  const nights = nightsBetween(first, last)
  if (nights.length === 0) throw invalid(`\`to\` (${last}) must not be before \`from\` (${first}).`)
  if (nights.length > LIMITS.valueNights) {
    throw invalid(`\`from\` to \`to\` must be at most ${LIMITS.valueNights} nights, not ${nights.length}.`)
  }
  return nights
}

/** The default number of nights, up to the last bookable one. */
function defaultEnd(first: Night, today: Night): Night {
  const usual = addNights(first, LIMITS.valueNightsDefault - 1)
  const furthest = addNights(today, LIMITS.checkinDaysAhead)
  return dayOf(usual) > dayOf(furthest) ? furthest : usual
}

/** Rounds up: 1.005 cents are 100.5 hundredths, so 101 counts and 100 does not. Floating-point noise is ignored. */
function hundredthsUp(cents: number): number {
  return Math.ceil(Number((cents * 100).toFixed(6)))
}
