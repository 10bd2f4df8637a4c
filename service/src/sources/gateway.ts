import { chunks } from '../kernel/chunks.ts'
import { addNights, dayOf, nightOfDay } from '../kernel/dates.ts'
import { createTurnstile } from '../kernel/event-loop.ts'
import { agesNo, occupancyNo } from '../kernel/occupancy.ts'
import {
  type CalendarRow,
  checkBatch,
  checkCalendar,
  checkHotel,
  checkHotels,
  checkStay,
} from './answer-check.ts'
import { type BasisReport, createBasisReport } from './basis-report.ts'
import type { Catalog, Source } from './catalog/catalog.ts'
import {
  type Answered,
  type AskOptions,
  type Circuit,
  type CircuitContext,
  createCircuit,
} from './circuit.ts'
import { lookCloser } from './closer-look.ts'
import { type ContentVerbs, contentVerbs } from './content-verbs.ts'
import type { SourceHealth } from './health.ts'
import { hotelOf } from './hotel-of.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type Call,
  type Family,
  type FindQuery,
  type HotelRecord,
  type NearQuery,
  type Quota,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from './source.ts'

/** Each row says whether another caller's request fetched it, because a split call may be joined in part. */
export type Joined<Row> = Row & { joined: boolean }

/**
 * The only way to call sources. Throws `SourceFailure`, except where rows carry their own failure: `lowest` and `calendar`
 * always return one row per requested hotel or night, in order.
 */
export interface Gateway extends ContentVerbs {
  shop(sourceId: string, query: StayQuery, options?: AskOptions): Promise<Answered<StayAnswer>>
  lowest(sourceId: string, query: BatchQuery, options?: AskOptions): Promise<Answered<Joined<BatchRow>[]>>
  calendar(
    sourceId: string,
    query: CalendarQuery,
    options?: AskOptions,
  ): Promise<Answered<Joined<CalendarRow>[]>>
  near(sourceId: string, query: NearQuery, options?: AskOptions): Promise<Answered<HotelRecord[]>>
  find(sourceId: string, query: FindQuery, options?: AskOptions): Promise<Answered<HotelRecord[]>>
  /** What the source says of one hotel; null if it knows the hotel but describes nothing. */
  hotel(sourceId: string, hotelCode: string, options?: AskOptions): Promise<Answered<HotelRecord | null>>
  /** The vendor's own limits; empty if no request tells them. */
  quota(sourceId: string): Promise<Quota[]>
  state(sourceId: string): SourceHealth
  close(): Promise<void>
}

export interface GatewaySettings extends CircuitContext {
  catalog: Catalog
  families: readonly Family[]
}

interface Post {
  source: Source
  family: Family
  /** Undefined if the source is not configured; its circuit then refuses every call. */
  adapter: Adapter | undefined
  basis: BasisReport
  circuit: Circuit
}

export function createGateway(settings: GatewaySettings): Gateway {
  // Without it, eight batches that arrived together were read in one go, and small answers waited a tenth of a second.
  const readingTurn = createTurnstile()
  const posts = new Map(
    settings.catalog.sources.map((source) => [source.id, openPost(source, { ...settings, readingTurn })]),
  )

  const postOf = (sourceId: string): Post => {
    const post = posts.get(sourceId)
    if (!post) throw new RangeError(`no source ${sourceId}`)
    return post
  }

  return {
    async shop(sourceId, query, options = {}) {
      const post = postOf(sourceId)
      const { circuit, basis } = post
      return circuit.ask(
        {
          verb: 'shop',
          hotel: query.hotelCode,
          about: [...stayKey(query, query.checkin, query.hotelCode), query.pointOfSale],
          put: async (call) => basis.ofStay(checkStay(query, await ableFor(post, query).shop(query, call))),
        },
        options,
      )
    },
    async lowest(sourceId, query, options = {}) {
      const post = postOf(sourceId)
      if (!post.source.batch || post.family.batchSize === null)
        throw new RangeError(`no batches at ${sourceId}`)
      const startedAt = settings.now()
      const batches = chunks(query.hotelCodes, post.family.batchSize)
      const rows = await Promise.all(
        batches.map((hotelCodes) => oneBatch(post, { ...query, hotelCodes }, options)),
      )
      return together(rows.flat(), settings.now() - startedAt)
    },
    async calendar(sourceId, query, options = {}) {
      const post = postOf(sourceId)
      if (!post.source.calendar || post.family.calendarDays === null) {
        throw new RangeError(`no calendar at ${sourceId}`)
      }
      const startedAt = settings.now()
      const ranges = inRanges(query, post.family.calendarDays)
      const rows = await Promise.all(ranges.map((range) => oneRange(post, { ...query, ...range }, options)))
      return together(rows.flat(), settings.now() - startedAt)
    },
    async near(sourceId, query, options = {}) {
      const { circuit, adapter } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'near',
          hotel: `near ${query.lat} ${query.lng}`,
          about: [query.lat, query.lng, query.radiusKm, query.limit],
          put: async (call) => checkHotels(await (able(adapter).near?.(query, call) ?? unable())),
        },
        options,
      )
    },
    async find(sourceId, query, options = {}) {
      const { circuit, adapter } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'find',
          hotel: `find ${query.name}`,
          about: [query.name, query.city, query.country, query.lat, query.lng],
          put: async (call) => checkHotels(await (able(adapter).find?.(query, call) ?? unable())),
        },
        options,
      )
    },
    async hotel(sourceId, hotelCode, options = {}) {
      const { circuit, adapter } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'hotel',
          hotel: hotelCode,
          about: [hotelCode],
          put: async (call) =>
            checkHotel(hotelCode, await hotelOf(able(adapter), hotelCode, settings.now(), call)),
        },
        options,
      )
    },
    ...contentVerbs((sourceId) => {
      const { circuit, adapter } = postOf(sourceId)
      return { circuit, content: adapter?.content }
    }),
    async quota(sourceId) {
      const { circuit, adapter } = postOf(sourceId)
      const question = {
        verb: 'quota',
        hotel: 'quota',
        about: [],
        background: true,
        put: async (call: Call) => (await able(adapter).quota?.(call)) ?? [],
      }
      return (await circuit.ask(question, {})).answer
    },
    state: (sourceId) => postOf(sourceId).circuit.health(),
    async close() {
      await Promise.all([...posts.values()].map(({ circuit }) => circuit.close()))
    },
  }
}

function openPost(source: Source, settings: GatewaySettings): Post {
  const family = settings.families.find(({ name }) => name === source.family)
  if (!family) throw new RangeError(`no family ${source.family}`)
  const adapter =
    source.unconfigured === null
      ? family.bind({
          sourceId: source.id,
          profile: source.profile,
          credentials: source.credentials,
          points: source.points,
          now: settings.now,
        })
      : undefined
  const basis = createBasisReport(source, settings.log)
  return { source, family, adapter, basis, circuit: createCircuit(source, settings) }
}

async function oneBatch(post: Post, query: BatchQuery, options: AskOptions): Promise<Joined<BatchRow>[]> {
  try {
    const { answer, joined } = await post.circuit.ask(
      {
        verb: 'lowest',
        hotel: query.hotelCodes.join(' '),
        about: [...stayKey(query, query.checkin, query.hotelCodes), query.member],
        put: async (call: Call) => {
          const adapter = ableFor(post, query)
          const rows = await (adapter.lowest?.(query, call) ?? unable())
          return post.basis.ofRows(checkBatch(query, await lookCloser(adapter, query, rows, call)))
        },
      },
      options,
    )
    return answer.map((row) => Object.assign({}, row, { joined }))
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    // A vendor that rejects the whole list for one unknown hotel does not say which, so each is requested alone.
    if (error.kind === 'not_found' && query.hotelCodes.length > 1) {
      const singles = query.hotelCodes.map((code) =>
        oneBatch(post, { ...query, hotelCodes: [code] }, options),
      )
      return (await Promise.all(singles)).flat()
    }
    return query.hotelCodes.map((hotelCode) => ({ hotelCode, failure: error, joined: false }))
  }
}

async function oneRange(
  post: Post,
  query: CalendarQuery,
  options: AskOptions,
): Promise<Joined<CalendarRow>[]> {
  try {
    const { answer, joined } = await post.circuit.ask(
      {
        verb: 'calendar',
        hotel: query.hotelCode,
        about: stayKey(query, [query.from, query.to], query.hotelCode),
        put: async (call: Call) =>
          post.basis.ofRows(
            checkCalendar(query, await (ableFor(post, query).calendar?.(query, call) ?? unable())),
          ),
      },
      options,
    )
    return answer.map((row) => Object.assign({}, row, { joined }))
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    const days = dayOf(query.to) - dayOf(query.from) + 1
    return Array.from({ length: days }, (_, index) => ({
      checkin: addNights(query.from, index),
      failure: error,
      joined: false,
    }))
  }
}

function stayKey(
  query: Pick<StayQuery, 'los' | 'occupancy' | 'currency'>,
  when: unknown,
  hotels: string | string[],
): readonly unknown[] {
  return [hotels, when, query.los, occupancyNo(query.occupancy), query.currency]
}

function together<Row>(rows: Joined<Row>[], tookMs: number): Answered<Joined<Row>[]> {
  return { answer: rows, joined: rows.length > 0 && rows.every((row) => row.joined), tookMs }
}

function inRanges(query: CalendarQuery, days: number): { from: string; to: string }[] {
  const first = dayOf(query.from)
  const last = dayOf(query.to)
  const count = Math.max(0, Math.ceil((last - first + 1) / days))
  return Array.from({ length: count }, (_, index) => ({
    from: nightOfDay(first + index * days),
    to: nightOfDay(Math.min(last, first + (index + 1) * days - 1)),
  }))
}

/** Nothing is sent for ages that the vendor cannot be told: its price would be for other children. */
function ableFor({ adapter, source }: Post, { occupancy }: Pick<StayQuery, 'occupancy'>): Adapter {
  if (!source.takesAges && agesNo(occupancy) > 0)
    throw new SourceFailure('unsupported', '`children_ages` cannot be sent to it')
  return able(adapter)
}

function able(adapter: Adapter | undefined): Adapter {
  if (!adapter) throw new SourceFailure('refused', 'the source is not configured')
  return adapter
}

function unable(): never {
  throw new SourceFailure('refused', 'the family of this source cannot do that')
}
