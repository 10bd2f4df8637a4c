import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { nightAt } from '../../../kernel/dates.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import type { ContentCall, HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { OVERLAP } from '../content-page.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import { inParallel } from '../parallel.ts'
import { broken } from './amounts.ts'
import { type Client, channelHeaders } from './client.ts'
import type { DirectorySettings } from './directory.ts'

/**
 * Distribution Content lists the channel's properties without coordinates, and describes each alone. It can filter by changes of
 * the connection, not of the content, so there are no changes to ask for.
 */
const PAGE_SIZE = 100
/** Of the account's requests per second, for prices too. */
const SHARE_OF_RATE = 0.5
const AT_ONCE = 4

const SummaryPage = shapeOf(
  Type.Object({ hasMore: Type.Optional(Type.Boolean()), hotels: Type.Array(Type.Unknown()) }),
)

const Detail = shapeOf(
  Type.Object({ propertyInfo: Type.Object({ hotelCode: Type.String({ minLength: 1 }) }) }),
)

export function createContent(client: Client, settings: DirectorySettings): SourceContent {
  const headers = channelHeaders(settings)
  const paceMs = (AT_ONCE * 1000) / (settings.requestsPerSecond * SHARE_OF_RATE)

  async function detail(hotelCode: string, call: ContentCall): Promise<HotelContent> {
    const path = `/content/v1/hotels/${encodeURIComponent(hotelCode)}`
    return readDetail(await client.get(call, { path, headers }), hotelCode)
  }

  /** Null if it cannot be read, `gone` if it left the list meanwhile. */
  async function described(hotelCode: string, call: ContentCall): Promise<HotelContent | 'gone' | null> {
    try {
      return await detail(hotelCode, call)
    } catch (failure) {
      if (failure instanceof SourceFailure && failure.kind === 'not_found') return 'gone'
      if (failure instanceof SourceFailure && failure.kind === 'broken') return null
      throw failure
    }
  }

  return {
    async list(cursor, call): Promise<ReadPage> {
      const offset = number(cursor) ?? 0
      const query = { limit: String(PAGE_SIZE), offset: String(offset) }
      // 204 is how the vendor says that there are none; a body without the list says nothing.
      const body = (await client.get(call, { path: '/content/v1/hotels', query, headers })) ?? { hotels: [] }
      if (!SummaryPage.Check(body)) throw broken('property list not in the documented form')
      const listed = body.hotels.map(fields)
      const found = await inParallel(listed, AT_ONCE, async (summary) => {
        const hotelCode = text(summary['hotelCode'])
        if (hotelCode === null) return null
        const [hotel] = await Promise.all([described(hotelCode, call), pause(paceMs)])
        return hotel === null || hotel === 'gone' ? hotel : withSummary(hotel, summary, settings.now())
      })
      const hotels = found.filter((hotel) => hotel !== null && hotel !== 'gone')
      const gone = listed.flatMap((summary, index) =>
        found[index] === 'gone' ? (text(summary['hotelCode']) ?? []) : [],
      )
      const isLast = body.hasMore !== true || listed.length <= OVERLAP
      return {
        hotels,
        gone,
        skipped: found.filter((hotel) => hotel === null).length,
        next: isLast ? null : String(offset + listed.length - OVERLAP),
      }
    },
    async one(hotelCode, call) {
      try {
        return await detail(hotelCode, call)
      } catch (failure) {
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return null
        throw failure
      }
    },
  }
}

/** Only the list has the brand, and until when the channel may sell the property. */
function withSummary(
  hotel: HotelContent,
  summary: Readonly<Record<string, unknown>>,
  nowMs: number,
): HotelContent {
  const endDate = text(summary['endDate'])
  const hasLeft = endDate !== null && endDate < nightAt(nowMs)
  return { ...hotel, brand: text(summary['brandCode']), status: hasLeft ? 'closed' : 'open' }
}

function readDetail(body: unknown, hotelCode: string): HotelContent {
  if (!Detail.Check(body)) throw broken(`property ${hotelCode} not in the documented form`)
  const info = fields(body.propertyInfo)
  if (info['hotelCode'] !== hotelCode) throw broken(`property of another code, asked ${hotelCode}`)
  const address = fields(info['address'])
  const street = Array.isArray(address['addressLine']) ? address['addressLine'] : []
  return {
    ...hotelNamed(hotelCode, text(info['hotelName']) ?? hotelCode),
    address: lines(...street),
    city: text(address['cityName']),
    region: text(address['stateProv']),
    postalCode: text(address['postalCode']),
    country: upper(address['countryCode']),
    lat: number(info['latitude']),
    lng: number(info['longitude']),
    currency: upper(info['currencyCode']),
    timezone: text(fields(info['timeZone'])['timeZoneName']),
    roomsTotal: number(info['totalNumberOfRooms']),
  }
}
