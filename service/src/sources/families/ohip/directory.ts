import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { nightAt } from '../../../kernel/dates.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, type HotelRecord, type NearQuery, SourceFailure } from '../../source.ts'
import { within } from '../distance.ts'
import { inParallel } from '../parallel.ts'
import { broken } from './amounts.ts'
import { type Client, type ClientSettings, channelHeaders } from './client.ts'

/**
 * OHIP has no search by place. Content has a list of the channel's hotels without coordinates, and each hotel separately with
 * them (Shop has no coordinates either). The directory joins and caches the two, so that only the first search of a process is
 * slow; a search that times out leaves less for the next one.
 */
export interface Directory {
  near(query: NearQuery, call: Call): Promise<HotelRecord[]>
  /** One hotel, without reading the whole list. */
  hotel(hotelCode: string, call: Call): Promise<HotelRecord>
}

export interface DirectorySettings extends ClientSettings {
  /** The request rate; the vendor throttles faster callers. */
  requestsPerSecond: number
}

const PAGE_SIZE = 100
const MOST_PAGES = 200
const DETAILS_AT_ONCE = 10
const LIST_LIFE_MS = 86_400_000
/** The longest wait within a search; the caller must take longer ones. */
const LONGEST_REST_MS = 3_000
const MOST_RESTS = 3

const maybe = Type.Optional

const SummaryPage = shapeOf(
  Type.Object({
    hasMore: maybe(Type.Boolean()),
    hotels: maybe(
      Type.Array(Type.Object({ hotelCode: Type.String({ minLength: 1 }), endDate: maybe(Type.String()) })),
    ),
  }),
)

const PropertyDetail = shapeOf(
  Type.Object({
    propertyInfo: Type.Object({
      hotelCode: Type.String(),
      hotelName: maybe(Type.String()),
      address: maybe(Type.Object({ cityName: maybe(Type.String()), countryCode: maybe(Type.String()) })),
      latitude: maybe(Type.Number({ minimum: -90, maximum: 90 })),
      longitude: maybe(Type.Number({ minimum: -180, maximum: 180 })),
    }),
  }),
)

export function createDirectory(client: Client, settings: DirectorySettings): Directory {
  const { now } = settings
  const headers = channelHeaders(settings)
  const paceMs = (DETAILS_AT_ONCE * 1000) / settings.requestsPerSecond
  /** Null for a listed hotel that is gone or unreadable; requested again with the next list. */
  const records = new Map<string, HotelRecord | null>()
  let list: { codes: string[]; until: number } | null = null
  let loading: Promise<string[]> | null = null

  const listCodes = async (call: Call): Promise<string[]> => {
    if (list && now() < list.until) return list.codes
    const codes: string[] = []
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) }
      const body = await rested(() => client.get(call, { path: '/content/v1/hotels', query, headers }))
      if (!SummaryPage.Check(body)) throw broken('property list not in the documented form')
      const today = nightAt(now())
      for (const { hotelCode, endDate } of body.hotels ?? []) {
        // The channel may no longer sell it.
        if (endDate === undefined || endDate >= today) codes.push(hotelCode)
      }
      if (body.hasMore !== true) {
        for (const [code, record] of records) if (record === null) records.delete(code)
        list = { codes, until: now() + LIST_LIFE_MS }
        return codes
      }
    }
    throw broken('property list without an end')
  }

  const readOne = async (hotelCode: string, call: Call): Promise<HotelRecord> => {
    const path = `/content/v1/hotels/${encodeURIComponent(hotelCode)}`
    return readDetail(await rested(() => client.get(call, { path, headers })), hotelCode)
  }

  const learn = async (hotelCode: string, call: Call): Promise<SourceFailure | null> => {
    try {
      records.set(hotelCode, await readOne(hotelCode, call))
      return null
    } catch (failure) {
      if (!(failure instanceof SourceFailure)) throw failure
      if (failure.kind !== 'not_found' && failure.kind !== 'broken') throw failure
      // Listed a moment ago but gone or unreadable now: skipped, so that the others do not fail.
      records.set(hotelCode, null)
      return failure.kind === 'broken' ? failure : null
    }
  }

  const load = async (call: Call): Promise<string[]> => {
    const codes = await listCodes(call)
    const unknown = codes.filter((code) => !records.has(code))
    const failures = await inParallel(unknown, DETAILS_AT_ONCE, async (code) => {
      const [failure] = await Promise.all([learn(code, call), pause(paceMs)])
      return failure
    })
    const unreadable = failures.filter((failure) => failure !== null)
    const [first] = unreadable
    // A few bad hotels are left out; if most are bad, the answer is unreadable.
    if (first && unreadable.length * 2 > unknown.length) {
      for (const code of unknown) if (records.get(code) === null) records.delete(code)
      throw first
    }
    return codes
  }

  /** One call fetches for all that wait. If it times out, the next one continues from there. */
  const loaded = async (call: Call): Promise<string[]> => {
    if (loading === null) {
      const mine = load(call).finally(() => {
        loading = null
      })
      loading = mine
      return mine
    }
    try {
      return await loading
    } catch (failure) {
      if (failure instanceof SourceFailure && failure.kind === 'timed_out') return loaded(call)
      throw failure
    }
  }

  return {
    async near(query, call) {
      const codes = await loaded(call)
      return within(
        query,
        codes.flatMap((code) => records.get(code) ?? []),
      )
    },
    hotel: async (hotelCode, call) => records.get(hotelCode) ?? readOne(hotelCode, call),
  }
}

/** Waits briefly if the vendor asks for it, then retries. */
async function rested<T>(ask: () => Promise<T>): Promise<T> {
  for (let rests = 0; ; rests += 1) {
    try {
      return await ask()
    } catch (failure) {
      const restMs = failure instanceof SourceFailure ? failure.retryAfterMs : undefined
      if (restMs === undefined || restMs > LONGEST_REST_MS || rests === MOST_RESTS) throw failure
      await pause(restMs)
    }
  }
}

function readDetail(body: unknown, hotelCode: string): HotelRecord {
  if (!PropertyDetail.Check(body)) throw broken(`property ${hotelCode} not in the documented form`)
  const info = body.propertyInfo
  if (info.hotelCode !== hotelCode) throw broken(`property ${info.hotelCode}, asked ${hotelCode}`)
  return {
    hotelCode,
    name: info.hotelName ?? hotelCode,
    city: info.address?.cityName ?? null,
    country: info.address?.countryCode ?? null,
    lat: info.latitude ?? null,
    lng: info.longitude ?? null,
  }
}
