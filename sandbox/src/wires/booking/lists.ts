import { CHAINS } from '../../world/chains.ts'
import { hashText } from '../../world/hash.ts'
import type { Listing } from '../../world/listing.ts'
import type { World } from '../../world/world.ts'
import type { WireAnswer } from '../wire.ts'
import { invalid, json, refuse } from './refusal.ts'
import type { Fields } from './stay-request.ts'

const DAY_MS = 86_400_000
/** About as many ids as one answer about changes names. */
const MOST_CHANGES = 5_000

/** The numbers under which the vendor keeps cities and brands. */
export function cityId({ city, country }: Pick<Listing, 'city' | 'country'>): number {
  return -1 - (hashText(`${city} ${country}`) % 2_000_000_000)
}

export function brandId(name: string): number {
  return 1 + (hashText(name) % 1_000_000)
}

export function pageToken(offset: number): string {
  return Buffer.from(`from ${offset}`).toString('base64url')
}

/** Where a list goes on: beside the data, or in its metadata. */
export function nextPage(page: string | null, later: boolean): object {
  return later ? { metadata: { next_page: page } } : { next_page: page }
}

export function offsetOf(page: unknown): number {
  if (typeof page !== 'string') return 0
  const [, offset] = /^from (\d+)$/.exec(Buffer.from(page, 'base64url').toString('utf8')) ?? []
  return Number(offset ?? 0)
}

/** `/common/locations/countries` */
export function answerCountries(world: World, source: string): WireAnswer {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = new Set(world.listings(source).map(({ country }) => country))
  const data = [...codes].map((code) => ({
    id: code.toLowerCase(),
    name: { 'en-gb': names.of(code) ?? code },
  }))
  return json(200, { data, next_page: null })
}

/** `/common/locations/cities`: of a country, or one by its number. */
export function answerCities(body: Fields, world: World, source: string): WireAnswer {
  const cities = new Map(
    world
      .listings(source)
      .filter(({ country }) => body['country'] === undefined || country.toLowerCase() === body['country'])
      .map((listing) => [cityId(listing), listing.city]),
  )
  const found = [...cities].filter(([id]) => body['city'] === undefined || id === body['city'])
  const rows = Number(body['rows'] ?? 100)
  const offset = offsetOf(body['page'])
  return json(200, {
    data: found.slice(offset, offset + rows).map(([id, name]) => ({ id, name: { 'en-gb': name } })),
    next_page: offset + rows < found.length ? pageToken(offset + rows) : null,
  })
}

/** `/accommodations/chains` */
export function answerChains(): WireAnswer {
  const data = CHAINS.map(({ name, subBrands }) => ({
    id: brandId(`chain ${name}`),
    name,
    brands: [...new Set([name, ...subBrands.map((brand) => brand.name)])].map((brand) => ({
      id: brandId(brand),
      name: brand,
    })),
  }))
  return json(200, { data })
}

/** `/accommodations/details/changes`: ids in the order of their changes, and where the next answer begins. */
export function answerChanges(body: Fields, world: World, source: string, later: boolean): WireAnswer {
  const text = body['last_change']
  const from = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(from) || world.now() - from > DAY_MS) {
    return refuse(400, invalid('last_change', 'a moment of the last 24 hours'))
  }
  const all = world
    .descriptions(source)
    .filter(({ updatedAtMs }) => updatedAtMs >= from)
    .toSorted((one, other) => one.updatedAtMs - other.updatedAtMs)
  const limit = all[MOST_CHANGES - 1]?.updatedAtMs ?? Number.POSITIVE_INFINITY
  const found = all.filter(({ updatedAtMs }) => updatedAtMs <= limit)
  const ids = (closed: boolean) =>
    found
      .filter(({ closedAtMs }) => (closedAtMs !== null) === closed)
      .map(({ listing }) => (/^\d+$/.test(listing.code) ? Number(listing.code) : listing.code))
  const last = found.at(-1)?.updatedAtMs
  return json(200, {
    data: {
      changes: {
        changed: ids(false),
        closed: later ? { closed_permanently: ids(true) } : ids(true),
        opened: [],
      },
      from: new Date(from).toISOString(),
      ...(last === undefined ? {} : { next: new Date((Math.floor(last / 1000) + 1) * 1000).toISOString() }),
      total_changes: found.length,
    },
  })
}
