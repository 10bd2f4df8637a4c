import { isDeepStrictEqual } from 'node:util'
import { chunks } from '../kernel/chunks.ts'
import { addNights, dayOf, nightOfDay } from '../kernel/dates.ts'
import { createTurnstile } from '../kernel/event-loop.ts'
import { agesNo, occupancyNo } from '../kernel/occupancy.ts'
import type { CalendarRow } from './answer-check.ts'
import type { AskOptions } from './ask-options.ts'
import { readBatch, readFound, readHotel, readNear, readRange, readStay } from './asked.ts'
import { type BasisReport, createBasisReport } from './basis-report.ts'
import type { CallRecorder } from './call-watcher.ts'
import type { Catalog, Source } from './catalog/catalog.ts'
import { type Answered, type Circuit, type CircuitContext, createCircuit } from './circuit.ts'
import { type ContentVerbs, contentVerbs } from './content-verbs.ts'
import { createLogins } from './evidence/logins.ts'
import { idsAfter, type Witness } from './evidence/witness.ts'
import type { SourceHealth } from './health.ts'
import { recordedIn } from './recorder/recorded-in.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type CalendarQuery,
  type Call,
  type Family,
  type FamilySettings,
  type FindQuery,
  type HotelRecord,
  type Http,
  type NearQuery,
  type Quota,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from './source.ts'
import { createStanding, type Standing, takeSettings } from './standing.ts'

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
  /** Takes the catalog as it is now. Running calls end with the settings that they began with. */
  renew(): void
  close(): Promise<void>
}

export interface GatewaySettings extends CircuitContext {
  catalog: Catalog
  families: readonly Family[]
  recorder?: CallRecorder
}

interface Post {
  source: Source
  family: Family
  /** Undefined if the source is not configured; its circuit then refuses every call. */
  adapter: Adapter | undefined
  /** An adapter that knows nothing from earlier calls. */
  bind(changes: Pick<FamilySettings, 'now' | 'newId'>): Adapter
  logins(http: Http): Http
  basis: BasisReport
  circuit: Circuit
  standing: Standing
}

export function createGateway(settings: GatewaySettings): Gateway {
  // Without it, eight batches that arrived together were read in one go, and small answers waited a tenth of a second.
  const readingTurn = createTurnstile()
  const context = { ...settings, readingTurn }
  const posts = new Map(settings.catalog.sources.map((source) => [source.id, openPost(source, context)]))

  const postOf = (sourceId: string): Post => {
    const post = posts.get(sourceId)
    // It was in the catalog when the question was asked.
    if (!post) throw new SourceFailure('refused', 'the source was removed')
    return post
  }

  const renew = (): void => {
    const listed = new Map(settings.catalog.sources.map((source) => [source.id, source]))
    for (const [id, { circuit }] of posts) {
      if (listed.has(id)) continue
      posts.delete(id)
      circuit.retire()
    }
    for (const [id, source] of listed) {
      const known = posts.get(id)
      if (known && isDeepStrictEqual(known.source, source)) continue
      if (known) takeSettings(known.standing, known.source, source)
      posts.set(id, openPost(source, context, known?.standing))
      known?.circuit.retire()
    }
  }

  return {
    async shop(sourceId, query, given = {}) {
      const post = postOf(sourceId)
      const { circuit, basis } = post
      const asked = { verb: 'shop', query } as const
      const options = recordedIn(settings.recorder, post.source, asked, given)
      return circuit.ask(
        {
          verb: 'shop',
          asked,
          hotel: query.hotelCode,
          about: [...stayKey(query, query.checkin, query.hotelCode), query.pointOfSale],
          put: async (call) => {
            const { adapter, http } = witnessedBy(options.witness, post, query, call)
            return basis.ofStay(await readStay(adapter, query, { ...call, http }))
          },
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
        batches.map((hotelCodes) => oneBatch(post, { ...query, hotelCodes }, options, settings.recorder)),
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
          asked: { verb: 'near', query },
          hotel: `near ${query.lat} ${query.lng}`,
          about: [query.lat, query.lng, query.radiusKm, query.limit],
          put: async (call) => readNear(able(adapter), query, call),
        },
        options,
      )
    },
    async find(sourceId, query, options = {}) {
      const { circuit, adapter } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'find',
          asked: { verb: 'find', query },
          hotel: `find ${query.name}`,
          about: [query.name, query.city, query.country, query.lat, query.lng],
          put: async (call) => readFound(able(adapter), query, call),
        },
        options,
      )
    },
    async hotel(sourceId, hotelCode, options = {}) {
      const { circuit, adapter } = postOf(sourceId)
      return circuit.ask(
        {
          verb: 'hotel',
          asked: { verb: 'hotel', query: { hotelCode } },
          hotel: hotelCode,
          about: [hotelCode],
          put: async (call) => readHotel(able(adapter), hotelCode, settings.now(), call),
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
    renew,
    async close() {
      await Promise.all([...posts.values()].map(({ circuit }) => circuit.close()))
    },
  }
}

function openPost(
  source: Source,
  settings: GatewaySettings,
  standing = createStanding(source, settings.now),
): Post {
  const family = settings.families.find(({ name }) => name === source.family)
  if (!family) throw new RangeError(`no family ${source.family}`)
  const { id: sourceId, profile, credentials, points } = source
  const bind: Post['bind'] = (changes) => family.bind({ sourceId, profile, credentials, points, ...changes })
  return {
    source,
    family,
    adapter: source.unconfigured === null ? bind({ now: settings.now }) : undefined,
    bind,
    logins: createLogins(settings.now),
    basis: createBasisReport(source, settings.log),
    circuit: createCircuit(source, settings, standing),
    standing,
  }
}

async function oneBatch(
  post: Post,
  query: BatchQuery,
  given: AskOptions,
  recorder: CallRecorder | undefined,
): Promise<Joined<BatchRow>[]> {
  const asked = { verb: 'lowest', query } as const
  const options = recordedIn(recorder, post.source, asked, given)
  try {
    const { answer, joined } = await post.circuit.ask(
      {
        verb: 'lowest',
        asked,
        hotel: query.hotelCodes.join(' '),
        about: [...stayKey(query, query.checkin, query.hotelCodes), query.member],
        put: async (call: Call) => {
          const { adapter, http } = witnessedBy(options.witness, post, query, call)
          return post.basis.ofRows(await readBatch(adapter, query, { ...call, http }))
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
        oneBatch(post, { ...query, hotelCodes: [code] }, given, recorder),
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
        asked: { verb: 'calendar', query },
        hotel: query.hotelCode,
        about: stayKey(query, [query.from, query.to], query.hotelCode),
        put: async (call: Call) => post.basis.ofRows(await readRange(ableFor(post, query), query, call)),
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

/** A call that somebody keeps is asked with an adapter of its own: what others learnt before is not among its bodies. */
function witnessedBy(
  witness: Witness | undefined,
  post: Post,
  query: Pick<StayQuery, 'occupancy'>,
  { http }: Call,
): { adapter: Adapter; http: Http } {
  const adapter = ableFor(post, query)
  if (!witness) return { adapter, http }
  const { atMs, firstId } = witness
  return { adapter: post.bind({ now: () => atMs, newId: idsAfter(firstId) }), http: post.logins(http) }
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
