import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { ContentCall, HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { OVERLAP, readCursor, readEach } from '../content-page.ts'
import { daily } from '../daily.ts'
import { fields, hotelNamed, number, text, upper } from '../facts.ts'
import type { LiteapiClient } from './client.ts'

/**
 * The vendor lists the hotels of one country at a time, with those it has deleted. The cursor is the country and how many of its
 * lines were read; a page holds small countries together.
 */
const LINES = 1_000

const Cursor = shapeOf(Type.Object({ country: Type.String(), offset: Type.Integer({ minimum: 0 }) }))
const Countries = shapeOf(Type.Object({ data: Type.Array(Type.Unknown()) }))
const List = shapeOf(
  Type.Object({
    data: Type.Union([Type.Array(Type.Unknown()), Type.Null()]),
    total: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
)
const One = shapeOf(Type.Object({ data: Type.Object({ id: Type.String({ minLength: 1 }) }) }))

export function createContent(
  client: LiteapiClient,
  chainIds: string | null,
  now: () => number,
): SourceContent {
  const countryCodes = daily(now, async (call) => {
    const body = await client.countries(call)
    if (!Countries.Check(body)) throw new SourceFailure('broken', 'a list of countries of another shape')
    const codes = body.data.flatMap((country) => upper(fields(country)['code']) ?? [])
    if (codes.length === 0) throw new SourceFailure('broken', 'a list of countries without a code')
    return codes.toSorted()
  })

  async function linesOf(country: string, offset: number, since: string | null, call: ContentCall) {
    const body = await client.hotels(
      {
        countryCode: country,
        offset: String(offset),
        limit: String(LINES),
        ...(chainIds !== null && { chainIds }),
        ...(since !== null && { lastUpdatedAt: since }),
      },
      call,
    )
    if (!List.Check(body)) throw new SourceFailure('broken', 'a hotel list of another shape')
    const lines = (body.data ?? []).map(fields)
    const end = offset + lines.length
    const { total = null } = body
    const isLast = total === null ? lines.length < LINES : end >= total
    return { lines, next: isLast || lines.length <= OVERLAP ? null : end - OVERLAP }
  }

  async function page(cursor: string | null, since: string | null, call: ContentCall): Promise<ReadPage> {
    const countries = await countryCodes(call)
    const resumed = readCursor(Cursor, cursor)
    const lines: Readonly<Record<string, unknown>>[] = []
    let country = countries.find((code) => code >= (resumed?.country ?? ''))
    let offset = country === resumed?.country ? (resumed?.offset ?? 0) : 0
    while (country !== undefined && lines.length < LINES) {
      const read = await linesOf(country, offset, since, call)
      lines.push(...read.lines)
      offset = read.next ?? 0
      if (read.next === null) country = countries[countries.indexOf(country) + 1]
    }
    const isGone = (line: Readonly<Record<string, unknown>>) => text(line['deletedAt']) !== null
    return {
      ...readEach(
        lines.filter((line) => !isGone(line)),
        readHotel,
      ),
      gone: lines.filter(isGone).flatMap((line) => text(line['id']) ?? []),
      next: country === undefined ? null : JSON.stringify({ country, offset }),
    }
  }

  return {
    list: (cursor, call) => page(cursor, null, call),
    changes: (since, cursor, call) => page(cursor, new Date(since).toISOString(), call),
    async one(hotelCode, call) {
      const body = await client.hotel(hotelCode, call)
      if (body === null) return null
      if (!One.Check(body)) throw new SourceFailure('broken', 'hotel details of another shape')
      const line = fields(body.data)
      return text(line['deletedAt']) === null ? readHotel(line) : null
    },
  }
}

/** A line of the list, or the details, which have the coordinates one level deeper and the country in lower case. */
function readHotel(line: Readonly<Record<string, unknown>>): HotelContent | null {
  const hotelCode = text(line['id'])
  const name = text(line['name'])
  if (hotelCode === null || name === null) return null
  const place = line['location'] === undefined ? line : fields(line['location'])
  return {
    ...hotelNamed(hotelCode, name),
    brand: brandOf(text(line['chain'])),
    address: text(line['address']),
    city: text(line['city']),
    postalCode: text(line['zip']),
    country: upper(line['country']),
    lat: number(place['latitude']),
    lng: number(place['longitude']),
    stars: number(line['stars']) ?? number(line['starRating']),
    currency: upper(line['currency']),
  }
}

/** How the vendor writes that a hotel belongs to no chain. */
function brandOf(chain: string | null): string | null {
  return chain !== null && /^(not available|no chain|independent)/i.test(chain) ? null : chain
}
