import { Type } from 'typebox'
import { chunks } from '../../../kernel/chunks.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import type { ContentCall, HotelContent, ReadPage, SourceContent } from '../../content.ts'
import { SourceFailure } from '../../source.ts'
import { readCursor, readEach } from '../content-page.ts'
import { daily } from '../daily.ts'
import { fields, hotelNamed, number, text, upper } from '../facts.ts'
import { inParallel } from '../parallel.ts'
import { brandNames } from './brand-names.ts'
import { createCityNames } from './city-names.ts'
import { type Client, LANGUAGE } from './client.ts'

/**
 * The vendor lists accommodations by country. Its changes name only the ids, of the last 24 hours, so each is described again.
 * Cities and brands are numbers there, whose names come from further lists.
 */
const DAY_MS = 86_400_000
const AT_ONCE = 4
/** The maximum ids per request for details. */
const IDS = 100

const Cursor = shapeOf(
  Type.Object({ country: Type.String(), page: Type.Union([Type.String(), Type.Null()]) }),
)
const Details = shapeOf(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    next_page: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    metadata: Type.Optional(
      Type.Object({ next_page: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    ),
  }),
)
const Changes = shapeOf(
  Type.Object({
    data: Type.Object({
      changes: Type.Object({
        changed: Type.Optional(Type.Array(Type.Unknown())),
        opened: Type.Optional(Type.Array(Type.Unknown())),
        // Version 3.2 sorts them by reason.
        closed: Type.Optional(
          Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Array(Type.Unknown()))]),
        ),
      }),
      next: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
)

interface Names {
  cities: ReadonlyMap<number, string>
  brands: ReadonlyMap<number, string>
}

export function createContent(client: Client, now: () => number): SourceContent {
  const cities = createCityNames(client)
  const countriesOf = daily(now, (call) => client.countries({ call, raw: [] }))
  const brandsOf = daily(now, (call) => brandNames(client, call))

  async function described(ids: readonly string[], call: ContentCall) {
    const pages = await inParallel(chunks([...ids], IDS), AT_ONCE, async (some) => {
      const body = await client.details(some, false, { call, raw: [] })
      if (!Details.Check(body)) throw new SourceFailure('broken', 'details of an unknown shape')
      return body.data.map(fields)
    })
    const entries = pages.flat()
    const names = {
      cities: await cities.named(
        entries.flatMap((entry) => cityOf(entry) ?? []),
        call,
      ),
      brands: await brandsOf(call),
    }
    return readEach(entries, (entry) => readAccommodation(entry, names))
  }

  return {
    async list(cursor, call): Promise<ReadPage> {
      const countries = await countriesOf(call)
      const resumed = readCursor(Cursor, cursor)
      const country = countries.find((code) => code >= (resumed?.country ?? ''))
      if (country === undefined) return { hotels: [], gone: [], skipped: 0, next: null }
      const from = country === resumed?.country ? resumed.page : null
      const body = await client.detailsOfCountry(country, from, { call, raw: [] })
      if (!Details.Check(body)) throw new SourceFailure('broken', 'details of an unknown shape')
      const names = { cities: await cities.ofCountry(country, call), brands: await brandsOf(call) }
      const page = body.next_page ?? body.metadata?.next_page ?? null
      const following = page === null ? countries[countries.indexOf(country) + 1] : country
      return {
        ...readEach(body.data.map(fields), (entry) => readAccommodation(entry, names)),
        gone: [],
        next: following === undefined ? null : JSON.stringify({ country: following, page }),
      }
    },

    async changes(since, cursor, call): Promise<ReadPage> {
      const from = Date.parse(cursor ?? since)
      if (!(now() - from < DAY_MS)) {
        throw new SourceFailure('unsupported', 'the vendor tells the changes of the last 24 hours only')
      }
      const body = await client.changes(new Date(from), { call, raw: [] })
      if (!Changes.Check(body)) throw new SourceFailure('broken', 'changes of an unknown shape')
      const { changes, next = null } = body.data
      const closed = Object.values(changes.closed ?? []).flat()
      const gone = new Set(closed.map(String))
      const ids = [...(changes.changed ?? []), ...(changes.opened ?? [])].map(String)
      const wanted = [...new Set(ids)].filter((id) => !gone.has(id))
      const page = wanted.length === 0 ? { hotels: [], skipped: 0 } : await described(wanted, call)
      // Each answer says where the next begins; one without changes is the last.
      const isLast = next === null || ids.length + closed.length === 0 || !(Date.parse(next) > from)
      return { ...page, gone: [...gone], next: isLast ? null : next }
    },

    async one(hotelCode, call) {
      try {
        const { hotels } = await described([hotelCode], call)
        return hotels.find((hotel) => hotel.hotelCode === hotelCode) ?? null
      } catch (failure) {
        // An id with letters makes the vendor refuse the request.
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return null
        throw failure
      }
    },
  }
}

function cityOf(entry: Readonly<Record<string, unknown>>): number | null {
  return number(fields(entry['location'])['city'])
}

function readAccommodation(entry: Readonly<Record<string, unknown>>, names: Names): HotelContent | null {
  const id = number(entry['id']) ?? text(entry['id'])
  const name = translated(entry['name'])
  if (id === null || name === null) return null
  const location = fields(entry['location'])
  const coordinates = fields(location['coordinates'])
  const city = cityOf(entry)
  const [brand] = Array.isArray(entry['brands']) ? entry['brands'] : []
  return {
    ...hotelNamed(String(id), name),
    brand: typeof brand === 'number' ? (names.brands.get(brand) ?? null) : null,
    address: translated(location['address']),
    city: city === null ? null : (names.cities.get(city) ?? null),
    postalCode: text(location['postal_code']),
    country: upper(location['country']),
    lat: number(coordinates['latitude']),
    lng: number(coordinates['longitude']),
    stars: number(fields(entry['rating'])['stars']),
    currency: upper(entry['currency']),
    roomsTotal: number(entry['number_of_rooms']),
    status: statusOf(text(entry['accommodation_status'])),
  }
}

/** Stated since version 3.2. */
function statusOf(stated: string | null): HotelContent['status'] {
  return stated?.startsWith('closed') ? 'closed' : 'open'
}

/** The text in our language, else in the one the vendor falls back to. */
function translated(value: unknown): string | null {
  const texts = fields(value)
  return (
    text(texts[LANGUAGE]) ?? text(texts['fallback']) ?? Object.values(texts).map(text).find(Boolean) ?? null
  )
}
