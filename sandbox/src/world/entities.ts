import type { Channels } from './agencies.ts'
import { opaqueId } from './codes.ts'
import { chance, mix } from './hash.ts'
import type { Hotel } from './hotel.ts'
import { fold } from './text.ts'
import type { HotelEntity } from './world.ts'

/** Words that say nothing about which hotel is meant. */
const NOISE = new Set(['hotel', 'hotels', 'the', 'by', 'and', 'a', 'of', 'in', 'at', 'near'])

/** The share of the query that must match, by the weight of its words. */
const ENOUGH = 0.5

interface Indexed {
  entities: readonly HotelEntity[]
  /** Word → entities that have it. */
  postings: Map<string, number[]>
}

/** The search engine's own list of hotels. It misses a few, and not every agency is linked. */
export function createEntities(
  seed: number,
  hotels: readonly Hotel[],
  channels: Channels,
): (text: string, limit: number) => HotelEntity[] {
  let indexed: Indexed | undefined
  let byId: Map<string, HotelEntity> | undefined
  return (text, limit) => {
    indexed ??= indexOf(buildEntities(seed, hotels, channels))
    if (!text.includes(' ') && text.startsWith('Ch')) {
      byId ??= byIds(indexed.entities)
      const named = byId.get(text)
      if (named) return [named]
    }
    return best(indexed, text, limit)
  }
}

function buildEntities(seed: number, hotels: readonly Hotel[], channels: Channels): HotelEntity[] {
  const linked = new Map<Hotel, Record<string, string>>()
  for (const { listing, hotel, key } of channels.agencies.flatMap(channels.of)) {
    if (!hotel.test && !chance(mix(key, 181), 8_200)) continue
    const partners = linked.get(hotel) ?? {}
    partners[listing.source] = listing.code
    linked.set(hotel, partners)
  }
  const entities: HotelEntity[] = []
  for (const hotel of hotels) {
    const h = mix(seed, hotel.key, 182)
    if (!hotel.test && chance(h, 600)) continue
    const { name, address, city, country, lat, lng } = hotel.listing
    entities.push({
      propertyToken: opaqueId('ChoI', mix(h, 183), 28),
      placeId: opaqueId('ChIJ', mix(h, 184), 23),
      name,
      address,
      city,
      country,
      lat,
      lng,
      partners: linked.get(hotel) ?? {},
      own: { source: hotel.listing.source, code: hotel.listing.code },
    })
  }
  return entities
}

function byIds(entities: readonly HotelEntity[]): Map<string, HotelEntity> {
  const map = new Map<string, HotelEntity>()
  for (const entity of entities) map.set(entity.propertyToken, entity).set(entity.placeId, entity)
  return map
}

function indexOf(entities: readonly HotelEntity[]): Indexed {
  const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
  const postings = new Map<string, number[]>()
  entities.forEach((entity, i) => {
    const country = countryNames.of(entity.country) ?? ''
    for (const word of wordsOf(`${entity.name} ${entity.city} ${country} ${entity.country}`)) {
      const list = postings.get(word)
      if (list) list.push(i)
      else postings.set(word, [i])
    }
  })
  return { entities, postings }
}

/** Rare words weigh more, as in any search engine; unknown words lower every score. */
function best({ entities, postings }: Indexed, text: string, limit: number): HotelEntity[] {
  const scores = new Map<number, number>()
  let asked = 0
  for (const word of wordsOf(text)) {
    const holders = postings.get(word) ?? []
    const weight = Math.log(1 + entities.length / Math.max(1, holders.length))
    asked += weight
    for (const i of holders) scores.set(i, (scores.get(i) ?? 0) + weight)
  }
  return [...scores]
    .filter(([, score]) => score >= asked * ENOUGH)
    .map(([i, score]) => ({ i, score, entity: entities[i] }))
    .toSorted((a, b) => b.score - a.score || nameLength(a.entity) - nameLength(b.entity) || a.i - b.i)
    .flatMap(({ entity }) => (entity ? [entity] : []))
    .slice(0, limit)
}

function nameLength(entity: HotelEntity | undefined): number {
  return entity?.name.length ?? 0
}

function wordsOf(text: string): Set<string> {
  return new Set(
    fold(text)
      .split(' ')
      .filter((word) => word !== '' && !NOISE.has(word)),
  )
}
