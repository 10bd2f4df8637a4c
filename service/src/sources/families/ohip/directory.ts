import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Call, type HotelRecord, type NearQuery, SourceFailure } from '../../source.ts'
import { inParallel } from '../parallel.ts'
import { broken } from './amounts.ts'
import { type Client, type ClientSettings, channelHeaders } from './client.ts'

/**
 * OHIP has no search by place. What it documents is Content: the list of the channel's properties, without coordinates,
 * and each property by itself, with them. The directory joins the two and keeps what it learned, so that only the first
 * search of a process is slow; one that runs out of time leaves the next one less to ask.
 */
export interface Directory {
  near(query: NearQuery, call: Call): Promise<HotelRecord[]>
}

const PAGE_SIZE = 100
const MOST_PAGES = 200
const DETAILS_AT_ONCE = 10
const LIST_LIFE_MS = 86_400_000
const EARTH_RADIUS_KM = 6371

const maybe = Type.Optional

const SummaryPage = Compile(
  Type.Object({
    hasMore: maybe(Type.Boolean()),
    hotels: maybe(Type.Array(Type.Object({ hotelCode: Type.String({ minLength: 1 }) }))),
  }),
)

const PropertyDetail = Compile(
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

export function createDirectory(client: Client, settings: ClientSettings, now: () => number): Directory {
  const headers = channelHeaders(settings)
  const records = new Map<string, HotelRecord>()
  let list: { codes: string[]; until: number } | null = null

  const listCodes = async (call: Call): Promise<string[]> => {
    if (list && now() < list.until) return list.codes
    const codes: string[] = []
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) }
      const body = await client.get(call, { path: '/content/v1/hotels', query, headers })
      if (!SummaryPage.Check(body)) throw broken('property list not in the documented form')
      codes.push(...(body.hotels ?? []).map((hotel) => hotel.hotelCode))
      if (body.hasMore !== true) {
        list = { codes, until: now() + LIST_LIFE_MS }
        return codes
      }
    }
    throw broken('property list without an end')
  }

  const learn = async (hotelCode: string, call: Call): Promise<void> => {
    const path = `/content/v1/hotels/${encodeURIComponent(hotelCode)}`
    try {
      records.set(hotelCode, readDetail(await client.get(call, { path, headers }), hotelCode))
    } catch (failure) {
      // Listed a moment ago and gone now: nothing to show, and no reason to fail the others.
      if (!(failure instanceof SourceFailure && failure.kind === 'not_found')) throw failure
    }
  }

  return {
    async near(query, call) {
      const codes = await listCodes(call)
      const unknown = codes.filter((code) => !records.has(code))
      await inParallel(unknown, DETAILS_AT_ONCE, (code) => learn(code, call))
      const found: { record: HotelRecord; km: number }[] = []
      for (const code of codes) {
        const record = records.get(code)
        const km = record && distanceKm(query, record)
        if (record && km !== undefined && km <= query.radiusKm) found.push({ record, km })
      }
      return found
        .toSorted((a, b) => a.km - b.km)
        .slice(0, query.limit)
        .map(({ record }) => record)
    },
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

/** Along the great circle; undefined for a property that does not say where it is. */
function distanceKm(from: { lat: number; lng: number }, to: HotelRecord): number | undefined {
  if (to.lat === null || to.lng === null) return undefined
  const radians = Math.PI / 180
  const dLat = (to.lat - from.lat) * radians
  const dLng = (to.lng - from.lng) * radians
  const chord =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
