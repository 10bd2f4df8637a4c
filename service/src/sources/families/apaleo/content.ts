import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { HotelContent, SourceContent } from '../../content.ts'
import { type Call, SourceFailure } from '../../source.ts'
import { OVERLAP, readCursor, readEach } from '../content-page.ts'
import { fields, hotelNamed, lines, text, upper } from '../facts.ts'
import type { ApaleoClient } from './client.ts'
import { PropertiesAnswer, PropertyAnswer } from './schema.ts'

const PAGE_SIZE = 100
const Cursor = shapeOf(Type.Object({ page: Type.Integer({ minimum: 1 }) }))

/** The properties of the account. They have an address, and no position. */
export function createContent(client: ApaleoClient): SourceContent {
  return {
    one: (hotelCode, call) => readProperty(client, hotelCode, call),
    async list(cursor, call) {
      const page = readCursor(Cursor, cursor)?.page ?? 1
      const query = { pageNumber: String(page), pageSize: String(PAGE_SIZE) }
      const got = await client.get('/inventory/v1/properties', query, call)
      if ('unknown' in got) throw new SourceFailure('refused', got.detail)
      if ('nothing' in got) return { hotels: [], gone: [], skipped: 0, next: null }
      if (!PropertiesAnswer.Check(got.body)) throw new SourceFailure('broken', 'a list of another shape')
      const { properties } = got.body
      const next = properties.length < PAGE_SIZE - OVERLAP ? null : JSON.stringify({ page: page + 1 })
      return { ...readEach(properties.filter(isHotel), contentOf), gone: [], next }
    },
  }
}

/** A template is copied for new properties and has no guests. */
function isHotel(property: unknown): boolean {
  return fields(property)['isTemplate'] !== true
}

/** One property; null if the account has none under this id. */
export async function readProperty(
  client: ApaleoClient,
  hotelCode: string,
  call: Call,
): Promise<HotelContent | null> {
  const got = await client.get(`/inventory/v1/properties/${encodeURIComponent(hotelCode)}`, {}, call)
  if (!('body' in got)) return null
  if (!PropertyAnswer.Check(got.body)) throw new SourceFailure('broken', 'a property of another shape')
  if (got.body.id !== hotelCode) throw new SourceFailure('broken', `property ${got.body.id.slice(0, 40)}`)
  const content = contentOf(got.body)
  if (content === null) throw new SourceFailure('broken', 'a property without a name')
  return content
}

function contentOf(property: unknown): HotelContent | null {
  const told = fields(property)
  const id = text(told['id'])
  const name = nameOf(told['name'])
  if (id === null || name === null) return null
  const location = fields(told['location'])
  return {
    ...hotelNamed(id, name),
    address: lines(location['addressLine1'], location['addressLine2']),
    city: text(location['city']),
    region: text(location['regionCode']),
    postalCode: text(location['postalCode']),
    country: upper(location['countryCode']),
    currency: upper(told['currencyCode']),
    timezone: text(told['timeZone']),
    status: told['isArchived'] === true ? 'closed' : 'open',
  }
}

/** A list has names as texts, a single property has them by language. */
function nameOf(name: unknown): string | null {
  const byLanguage = fields(name)
  return text(name) ?? text(byLanguage['en']) ?? text(Object.values(byLanguage)[0])
}
