import { type Static, Type } from 'typebox'
import { ID_LENGTH, SourceIds, withDefault } from '../edge/schemas.ts'
import { dayAt, mustBeDate, type Night, nightOfDay, nightsBetween, parseDay } from '../kernel/dates.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { isCurrency } from '../kernel/money.ts'
import { CHILD_AGE, DEFAULT_OCCUPANCY, type Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/cell-row.ts'
import type { Stay } from '../observations/key.ts'
import type { Freshness } from '../observations/observations.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import { unknownSource } from '../sources/catalog/gone.ts'
import { type AskedAge, AUTO, MaxAge } from './max-age.ts'
import { readPointOfSale, requireUnderstood, type SaleBody } from './point-of-sale.ts'

/** The fields of rate requests, and how they are parsed for the verbs. */

export const HotelCode = Type.String({
  description: "The property's code at the source.",
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  examples: ['LONAU'],
})

export const NightField = (description: string) =>
  Type.String({ description, format: 'date', examples: ['2026-12-24'] })

export const LosField = withDefault(
  Type.Integer({ description: 'Length of the stay in nights.', minimum: 1, maximum: LIMITS.los }),
  1,
)

export const KindField = withDefault(
  Type.Enum(['cash', 'award'], { description: '`award` is only possible at chains with award points.' }),
  'cash',
)

export const ChainField = (catalog: Catalog, which: (source: Source) => boolean = () => true) =>
  SourceIds(
    catalog.sources.filter(which).map(({ id }) => id),
    { description: 'Id of the source: a hotel chain or a travel agency from `GET /chains`.' },
    catalog.switchedOff,
  )

/** The fields that every rate request takes. */
export const COMMON_FIELDS = {
  adults: withDefault(
    Type.Integer({ description: 'Per room.', minimum: 1, maximum: LIMITS.adults }),
    DEFAULT_OCCUPANCY.adults,
  ),
  children: Type.Optional(
    Type.Integer({
      description: 'Per room. Default: as many as `children_ages`, else 0.',
      minimum: 0,
      maximum: LIMITS.children,
    }),
  ),
  children_ages: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: LIMITS.childAge }), {
      description: `The age of each child, per room, in any order. Default: every child is ${CHILD_AGE}. Stays with other ages are cached apart.`,
      maxItems: LIMITS.children,
      examples: [[4, 9]],
    }),
  ),
  rooms: withDefault(
    Type.Integer({ description: 'Rooms of the same kind.', minimum: 1, maximum: LIMITS.rooms }),
    DEFAULT_OCCUPANCY.rooms,
  ),
  currency: withDefault(
    Type.String({
      description:
        'ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.',
      pattern: '^[A-Z]{3}$',
    }),
    'USD',
  ),
  max_age: withDefault(
    MaxAge(
      `How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for ${LIMITS.keptDays} days.`,
    ),
    LIMITS.rateTtlSec,
  ),
}

export const Nights = Type.Object(
  { from: NightField('First check-in night.'), to: NightField('Last check-in night, inclusive.') },
  { additionalProperties: false, description: 'A range of check-in nights.' },
)

/** Occupancy and currency. */
export interface PartyBody {
  adults: number
  children?: number
  children_ages?: number[]
  rooms: number
  currency: string
}

/** What every rate request has: occupancy, currency and freshness. */
export interface RateTerms {
  occupancy: Occupancy
  currency: string
  fresh: Freshness
  /** `max_age` 0: uses neither the cache nor a running call. */
  live: boolean
  /** `max_age: "auto"`: each hotel has an age of its own, and `fresh` is what is taken where too little is known. */
  isAuto: boolean
}

export function readParty(body: PartyBody): Pick<RateTerms, 'occupancy' | 'currency'> {
  const { adults, rooms, currency } = body
  if (!isCurrency(currency)) throw invalid(`\`currency\` must be an ISO 4217 code. ${currency} is not one.`)
  return { occupancy: { adults, rooms, ...readChildren(body) }, currency }
}

/** Ages say how many children there are. */
export function readChildren({
  children,
  children_ages: ages,
}: Pick<PartyBody, 'children' | 'children_ages'>): Pick<Occupancy, 'children' | 'ages'> {
  if (!ages) return { children: children ?? DEFAULT_OCCUPANCY.children }
  if (children !== undefined && children !== ages.length)
    throw invalid(
      `\`children_ages\` must have one age for each of the ${children} \`children\`, not ${ages.length}.`,
    )
  return { children: ages.length, ages }
}

export function readTerms(body: PartyBody & { max_age: AskedAge }, nowMs: number): RateTerms {
  const maxAgeSec = body.max_age === AUTO ? LIMITS.rateTtlSec : body.max_age
  const notBeforeMs = maxAgeSec === 0 ? Number.POSITIVE_INFINITY : nowMs - maxAgeSec * 1000
  const isAuto = body.max_age === AUTO
  return { ...readParty(body), fresh: { nowMs, notBeforeMs }, live: maxAgeSec === 0, isAuto }
}

export function readSource(catalog: Catalog, id: string): Source {
  const source = findSource(catalog, id)
  if (!source) throw invalid(`\`chain\` ${unknownSource(catalog, id)}`)
  return source
}

/** Refuses awards at a source that has none. */
export function requirePoints(kind: Kind, source: Source): void {
  if (kind === 'award' && !source.points)
    throw invalid(`\`kind\` cannot be \`award\`: ${source.id} has no award points.`, { chain: source.id })
}

/**
 * A check-in from yesterday (UTC: it is still yesterday somewhere) to the last bookable night. Seen from an earlier moment,
 * yesterday was earlier.
 */
export function readCheckin(field: string, night: string, nowMs: number, seenFromMs = nowMs): Night {
  const day = parseDay(night)
  if (day === null) throw invalid(`\`${field}\` ${mustBeDate(night)}.`)
  const first = dayAt(seenFromMs) - 1
  const last = dayAt(nowMs) + LIMITS.checkinDaysAhead
  if (day < first || day > last) {
    throw invalid(`\`${field}\` must be from ${nightOfDay(first)} to ${nightOfDay(last)}, not ${night}.`)
  }
  return night
}

export function readNights(
  nights: Static<typeof Nights>,
  most: number,
  nowMs: number,
  seenFromMs = nowMs,
): Night[] {
  const from = readCheckin('nights.from', nights.from, nowMs, seenFromMs)
  const to = readCheckin('nights.to', nights.to, nowMs, seenFromMs)
  const list = nightsBetween(from, to)
  if (list.length === 0) throw invalid('`nights.to` must not be before `nights.from`.')
  if (list.length > most) throw invalid(`\`nights\` must have at most ${most} nights, not ${list.length}.`)
  return list
}

/** Clocks differ: a moment that is this little ahead is taken as now. */
const CLOCK_SLACK_MS = 5000

/** A moment up to now. */
export function readMoment(field: string, text: string, nowMs: number): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw invalid(`\`${field}\` must be a time in ISO 8601, such as 2026-11-15T09:30:00Z.`)
  if (ms > nowMs + CLOCK_SLACK_MS) throw invalid(`\`${field}\` must not be in the future.`)
  return Math.min(ms, nowMs)
}

export const CheckinField = NightField('Check-in night, from yesterday (UTC) to 500 days ahead.')

/** One hotel, one stay. */
export const oneHotelFields = (catalog: Catalog) => ({
  chain: ChainField(catalog),
  hotel_code: HotelCode,
  checkin: CheckinField,
  los: LosField,
  ...COMMON_FIELDS,
})

export function readStay(
  catalog: Catalog,
  body: PartyBody &
    SaleBody & { chain: string; hotel_code: string; checkin: string; los: number; max_age: AskedAge },
  nowMs: number,
): { stay: Stay; terms: RateTerms } {
  const terms = readTerms(body, nowMs)
  const source = readSource(catalog, body.chain)
  const pointOfSale = readPointOfSale(body)
  requireUnderstood(source, pointOfSale)
  const stay = {
    source,
    hotelCode: body.hotel_code,
    checkin: readCheckin('checkin', body.checkin, nowMs),
    los: body.los,
    occupancy: terms.occupancy,
    currency: terms.currency,
    ...(pointOfSale && { pointOfSale }),
  }
  return { stay, terms }
}

export const SetField = (most: number) =>
  Type.String({
    description: `The id of a set from \`POST /sets\`, instead of a list. It may have at most ${most} hotels here.`,
    pattern: '^[^\\u0000-\\u001f]*$',
    maxLength: ID_LENGTH,
    examples: ['set_4nW7sQ0aXk2mR9tYbC1dEf'],
  })

/** Several hotels: codes of one chain, hotels of several chains, or a set. */
export const hotelListFields = (catalog: Catalog, most: number) => ({
  chain: Type.Optional(ChainField(catalog)),
  hotel_codes: Type.Optional(
    Type.Array(HotelCode, { description: 'Hotels of `chain`.', minItems: 1, maxItems: most }),
  ),
  hotels: Type.Optional(
    Type.Array(
      Type.Object({ chain: ChainField(catalog), hotel_code: HotelCode }, { additionalProperties: false }),
      {
        description: 'Hotels of several chains, instead of `chain` and `hotel_codes`.',
        minItems: 1,
        maxItems: most,
      },
    ),
  ),
  set: Type.Optional(SetField(most)),
})

export const SubjectField = (catalog: Catalog) =>
  Type.Object(
    { chain: ChainField(catalog), hotel_code: HotelCode },
    {
      additionalProperties: false,
      description:
        'A hotel of the list, whose place in the market is answered as `market.subject`. Default: the subject of the `set`, if it has one.',
    },
  )

export function readSubject(
  hotels: readonly ListedHotel[],
  subject: { chain: string; hotel_code: string } | undefined,
): ListedHotel | null {
  if (!subject) return null
  const listed = hotels.find(
    ({ source, hotelCode }) => source.id === subject.chain && hotelCode === subject.hotel_code,
  )
  if (!listed) throw invalid('`subject` must be one of the listed hotels.')
  return listed
}

export interface HotelList {
  chain?: string
  hotel_codes?: string[]
  hotels?: { chain: string; hotel_code: string }[]
  set?: string
}

interface NamedHotel {
  chain: string
  hotel_code: string
}

/** The hotels of one of the account's sets, and its subject; undefined if there is no such set. */
export type HotelsOfSet = (
  account: number,
  id: string,
) => Promise<{ hotels: NamedHotel[]; subject: NamedHotel | null } | undefined>

/** Another account's set gets the same answer as one that does not exist. */
export function unknownSet(id: string): ApiError {
  return invalid(`There is no set ${id.slice(0, 64)}.`)
}

/** The request with the hotels of its set in place of the set. */
export async function withHotels<Body extends HotelList>(
  hotelsOfSet: HotelsOfSet,
  account: number,
  body: Body,
  most: number,
): Promise<Body> {
  const set = await readSet(hotelsOfSet, account, body, most)
  return set ? { ...body, hotels: set.hotels } : body
}

/** The same, with the subject of the set if the request names none. */
export async function withSubject<Body extends HotelList & { subject?: NamedHotel }>(
  hotelsOfSet: HotelsOfSet,
  account: number,
  body: Body,
  most: number,
): Promise<Body> {
  const set = await readSet(hotelsOfSet, account, body, most)
  if (!set) return body
  const subject = body.subject ?? set.subject
  return { ...body, hotels: set.hotels, ...(subject && { subject }) }
}

async function readSet(hotelsOfSet: HotelsOfSet, account: number, list: HotelList, most: number) {
  const { set: id } = list
  if (id === undefined) return null
  if (list.chain !== undefined || list.hotel_codes || list.hotels) throw invalid(HOW_TO_NAME)
  const set = await hotelsOfSet(account, id)
  if (!set) throw unknownSet(id)
  const { length } = set.hotels
  if (length > most) throw invalid(`The set ${id} has ${length} hotels. This call takes at most ${most}.`)
  return set
}

const HOW_TO_NAME = 'Name the hotels either by `chain` and `hotel_codes`, or by `hotels`, or by `set`.'

export interface ListedHotel {
  source: Source
  hotelCode: string
  /** What `max_age: "auto"` stands for at this hotel, in seconds. */
  maxAgeSec?: number
}

export function readHotels(catalog: Catalog, list: HotelList): ListedHotel[] {
  const { chain, hotel_codes: codes, hotels } = list
  if (hotels ? chain !== undefined || codes !== undefined : chain === undefined || codes === undefined) {
    throw invalid(HOW_TO_NAME)
  }
  const named = hotels ?? (codes ?? []).map((hotelCode) => ({ chain: chain ?? '', hotel_code: hotelCode }))
  const seen = new Set<string>()
  return named.map(({ chain: id, hotel_code: hotelCode }) => {
    if (seen.has(`${id}/${hotelCode}`)) throw invalid(`The hotel ${hotelCode} of ${id} is listed twice.`)
    seen.add(`${id}/${hotelCode}`)
    return { source: readSource(catalog, id), hotelCode }
  })
}
