import type { HotelDescription } from '../../world/description.ts'
import type { World } from '../../world/world.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { type Fault, invalidInput, json } from './refusal.ts'
import { MAX_PROPERTIES } from './stay-request.ts'

const MAX_CORNERS = 2000
const MAX_DIAGONAL_KM = 500
const KM_PER_DEGREE = 111.32

export function answerContent(request: WireRequest, world: World, source: string): WireAnswer {
  const ids = request.query.getAll('property_id')
  const faults: Fault[] = ['language', 'supply_source']
    .filter((name) => !request.query.get(name))
    .map((name) => ({ type: `${name}.required`, message: `A ${name} is required.`, field: name }))
  if (ids.length === 0 || ids.length > MAX_PROPERTIES) {
    const message = `Give from 1 to ${MAX_PROPERTIES} property_id.`
    faults.push({ type: 'property_id.above_maximum', message, field: 'property_id' })
  }
  if (faults.length > 0) return invalidInput(faults)
  const include = request.query.getAll('include')
  const open = ids.flatMap((id) => {
    const description = world.description(source, id)
    return description?.closedAtMs === null ? description : []
  })
  return json(
    200,
    Object.fromEntries(open.map((each) => [each.listing.code, propertyContent(each, include)])),
  )
}

export function propertyContent(description: HotelDescription, include: readonly string[]): object {
  const { listing, brand, region, postalCode, roomsTotal } = description
  const fields: Record<string, unknown> = {
    name: listing.name,
    address: {
      line_1: listing.address,
      city: listing.city,
      ...(region === null ? {} : { state_province_name: region }),
      postal_code: postalCode,
      country_code: listing.country,
    },
    ratings: {
      property: { rating: listing.stars.toFixed(1), type: 'Star' },
      guest: { overall: (listing.rating / 2).toFixed(1) },
    },
    location: { coordinates: { latitude: listing.lat, longitude: listing.lng } },
    phone: listing.phone,
    supply_source: 'expedia',
    statistics: {
      52: { id: '52', name: `Total number of rooms - ${roomsTotal}`, value: String(roomsTotal) },
    },
    brand: { id: String(1000 + (brand.length % 900)), name: brand },
  }
  const shown = Object.entries(fields).filter(([name]) => include.length === 0 || include.includes(name))
  return { property_id: listing.code, ...Object.fromEntries(shown) }
}

export function answerGeography(request: WireRequest, world: World, source: string): WireAnswer {
  for (const name of ['include', 'supply_source']) {
    if (!request.query.get(name)) {
      return invalidInput([{ type: `${name}.required`, message: `A ${name} is required.`, field: name }])
    }
  }
  const polygon = readPolygon(request.body)
  const fault = polygon === undefined ? 'coordinates_required' : faultOf(polygon)
  if (polygon === undefined || fault !== undefined) {
    const type = `polygon.${fault ?? 'invalid'}`
    return invalidInput([{ type, message: 'The polygon is not usable.', field: 'polygon' }], 'body')
  }
  const inside = world.listings(source).filter((listing) => contains(polygon, listing.lng, listing.lat))
  return json(200, Object.fromEntries(inside.map(({ code }) => [code, { property_id: code }])))
}

type Corner = readonly [lng: number, lat: number]

function readPolygon(body: string): Corner[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { type, coordinates } = parsed as Record<string, unknown>
  const ring: unknown = Array.isArray(coordinates) && coordinates.length === 1 ? coordinates[0] : undefined
  if (type !== 'Polygon' || !Array.isArray(ring)) return undefined
  return ring.every(isCorner) ? ring : undefined
}

function isCorner(value: unknown): value is Corner {
  return Array.isArray(value) && value.length === 2 && value.every((degrees) => Number.isFinite(degrees))
}

function faultOf(ring: readonly Corner[]): string | undefined {
  const first = ring[0]
  const last = ring.at(-1)
  if (!first || !last || ring.length < 4 || first[0] !== last[0] || first[1] !== last[1]) return 'not_closed'
  if (ring.length > MAX_CORNERS) return 'too_many_coordinates'
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  const east = (Math.max(...lngs) - Math.min(...lngs)) * Math.cos((first[1] * Math.PI) / 180)
  const north = Math.max(...lats) - Math.min(...lats)
  return Math.hypot(east, north) * KM_PER_DEGREE >= MAX_DIAGONAL_KM ? 'too_large' : undefined
}

/** A ray to the east crosses the border of a polygon an odd number of times from inside it. */
function contains(ring: readonly Corner[], lng: number, lat: number): boolean {
  let inside = false
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    if (y > lat !== nextY > lat && lng < x + ((lat - y) / (nextY - y)) * (nextX - x)) inside = !inside
  })
  return inside
}
