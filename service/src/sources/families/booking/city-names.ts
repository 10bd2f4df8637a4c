import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { atMost } from '../../../kernel/at-most.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, SourceFailure } from '../../source.ts'
import { fields, number, text } from '../facts.ts'
import { inParallel } from '../parallel.ts'
import { type Client, LANGUAGE } from './client.ts'

/** The vendor's numbers of cities, with their names. */
export interface CityNames {
  /** Every city of the country. */
  ofCountry(country: string, call: Call): Promise<ReadonlyMap<number, string>>
  /** Some cities of any country. */
  named(ids: readonly number[], call: Call): Promise<ReadonlyMap<number, string>>
}

const COUNTRIES_HELD = 4
const CITIES_HELD = 20_000
const MOST_PAGES = 200
const AT_ONCE = 4

const Cities = shapeOf(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    next_page: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    metadata: Type.Optional(
      Type.Object({ next_page: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    ),
  }),
)

export function createCityNames(client: Client): CityNames {
  const countries = new LRUCache<string, ReadonlyMap<number, string>>({ max: COUNTRIES_HELD })
  const cities = new LRUCache<number, string>(atMost(CITIES_HELD))

  async function page(where: Readonly<Record<string, unknown>>, call: Call) {
    const body = await client.cities(where, { call, raw: [] })
    if (!Cities.Check(body)) throw new SourceFailure('broken', 'a list of cities of an unknown shape')
    const names = body.data.flatMap((city): [number, string][] => {
      const { id, name } = fields(city)
      const texts = fields(name)
      const said = text(texts[LANGUAGE]) ?? text(texts['fallback'])
      const known = number(id)
      return known === null || said === null ? [] : [[known, said]]
    })
    return { names, next: body.next_page ?? body.metadata?.next_page ?? null }
  }

  return {
    async ofCountry(country, call) {
      const held = countries.get(country)
      if (held) return held
      const names = new Map<number, string>()
      let next: string | null = null
      for (let count = 0; count < MOST_PAGES; count += 1) {
        const read = await page({ country, ...(next === null ? {} : { page: next }) }, call)
        for (const [id, name] of read.names) names.set(id, name)
        next = read.next
        if (next === null) break
      }
      countries.set(country, names)
      return names
    },
    async named(ids, call) {
      const unknown = [...new Set(ids)].filter((id) => !cities.has(id))
      await inParallel(unknown, AT_ONCE, async (id) => {
        const { names } = await page({ city: id }, call)
        for (const [known, name] of names) cities.set(known, name)
      })
      return new Map(
        ids.flatMap((id): [number, string][] => {
          const name = cities.get(id)
          return name === undefined ? [] : [[id, name]]
        }),
      )
    },
  }
}
