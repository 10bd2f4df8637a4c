import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { ContentCall, HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { readCursor, readEach } from '../content-page.ts'
import { fields, hotelNamed, lines, number, text, upper } from '../facts.ts'
import type { Client, Linked } from './client.ts'

/**
 * `/properties/content` returns active properties, page after page over a link that expires; an expired one begins the listing
 * again. Changes are two listings: the properties updated since that day, then those that became inactive.
 */
const Cursor = shapeOf(
  Type.Object({
    of: Type.Union([Type.Literal('content'), Type.Literal('inactive')]),
    link: Type.Union([Type.String(), Type.Null()]),
  }),
)

const Properties = shapeOf(Type.Record(Type.String(), Type.Unknown()))
const Inactive = shapeOf(Type.Array(Type.Unknown()))

export function createContent(client: Client): SourceContent {
  const contentPage = async (link: string | null, since: string | null, call: ContentCall) =>
    readContent(await follow(link, (from) => client.contentPage(from, since, { call, raw: [] })))

  return {
    async list(cursor, call): Promise<ReadPage> {
      const { page, link } = await contentPage(readCursor(Cursor, cursor)?.link ?? null, null, call)
      return { ...page, next: link === null ? null : JSON.stringify({ of: 'content', link }) }
    },

    async changes(since, cursor, call): Promise<ReadPage> {
      const day = since.slice(0, 10)
      const at = readCursor(Cursor, cursor) ?? { of: 'content', link: null }
      if (at.of === 'content') {
        const { page, link } = await contentPage(at.link, day, call)
        return { ...page, next: JSON.stringify({ of: link === null ? 'inactive' : 'content', link }) }
      }
      const { body, link, restarted } = await follow(at.link, (from) =>
        client.inactivePage(from, day, { call, raw: [] }),
      )
      if (!Inactive.Check(body)) throw new SourceFailure('broken', 'inactive properties of an unknown shape')
      const gone = body.flatMap((entry) => text(fields(entry)['property_id']) ?? [])
      const next = link === null ? null : JSON.stringify({ of: 'inactive', link })
      return { hotels: [], gone, skipped: body.length - gone.length, next, restarted }
    },

    async one(hotelCode, call) {
      try {
        const body = await client.describe(hotelCode, { call, raw: [] })
        const { page } = readContent({ body, link: null, restarted: false })
        return page.hotels.find((hotel) => hotel.hotelCode === hotelCode) ?? null
      } catch (failure) {
        // An id with letters makes the vendor refuse the request.
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return null
        throw failure
      }
    },
  }
}

/** Follows the vendor's link; one that has expired begins again. */
async function follow(
  link: string | null,
  ask: (link: string | null) => Promise<Linked | null>,
): Promise<Linked & { restarted: boolean }> {
  const followed = await ask(link)
  if (followed) return { ...followed, restarted: false }
  const first = await ask(null)
  if (!first) throw new SourceFailure('broken', 'the first page has expired')
  return { ...first, restarted: true }
}

function readContent({ body, link, restarted }: Linked & { restarted: boolean }) {
  if (!Properties.Check(body)) throw new SourceFailure('broken', 'property content of an unknown shape')
  const page = { ...readEach(Object.values(body).map(fields), readProperty), gone: [], restarted }
  return { page, link }
}

function readProperty(property: Readonly<Record<string, unknown>>): HotelContent | null {
  const hotelCode = text(property['property_id'])
  const name = text(property['name'])
  if (hotelCode === null || name === null) return null
  const address = fields(property['address'])
  const location = fields(property['location'])
  // The vendor forbids showing the exact place of some properties.
  const isHidden = location['obfuscation_required'] === true || address['obfuscation_required'] === true
  const spot = isHidden ? {} : fields(location['coordinates'])
  return {
    ...hotelNamed(hotelCode, name),
    brand: text(fields(property['brand'])['name']) ?? text(fields(property['chain'])['name']),
    address: isHidden ? null : lines(address['line_1'], address['line_2']),
    city: text(address['city']),
    region: text(address['state_province_name']) ?? text(address['state_province_code']),
    postalCode: text(address['postal_code']),
    country: upper(address['country_code']),
    lat: number(spot['latitude']),
    lng: number(spot['longitude']),
    // 0.0 is how the vendor says that there is no rating.
    stars: number(fields(fields(property['ratings'])['property'])['rating']) || null,
    roomsTotal: number(fields(fields(property['statistics'])[TOTAL_ROOMS])['value']),
  }
}

/** The id of "Total number of rooms" among the vendor's statistics. */
const TOTAL_ROOMS = '52'
