import { useQuery } from '@tanstack/react-query'
import type { Place } from '@vacancy/client'
import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoAzimuthalEquidistant,
  geoGraticule,
  geoGraticule10,
  geoOrthographic,
  geoPath,
} from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/land-50m.json?url'
import { useWidth } from '../ui/use-width.ts'

export interface Spot {
  lat: number
  lng: number
  name: string
  rank: number | null
  price: string | null
}

const HEIGHT = 380
const EARTH_MI = 3958.8
const LABELS = 10

/** Drawn from a coastline on our own server: no map tiles, so no third party learns what the user looks at. */
export function AreaMap({ place, spots }: { place: Place; spots: Spot[] }) {
  const [ref, width] = useWidth<HTMLDivElement>(720)
  const land = useLand()
  const reachMi = Math.max(1, ...spots.map((spot) => milesBetween(place, spot))) * 1.15
  const pxPerMi = Math.min(width, HEIGHT) / 2 / reachMi
  // Azimuthal equidistant: distances from the centre are true, so the rings are circles.
  const projection = geoAzimuthalEquidistant()
    .rotate([-place.lng, -place.lat])
    .scale(pxPerMi * EARTH_MI)
    .translate([width / 2, HEIGHT / 2])
    .clipExtent([
      [0, 0],
      [width, HEIGHT],
    ])
  const priced = spots
    .filter(({ price }) => price !== null)
    .toSorted((a, b) => (a.rank ?? 999) - (b.rank ?? 999))
  const labels = labelsOf(priced.slice(0, LABELS), projection, width)
  const taken = [
    ...labels.map(({ x, y }): Box => ({ x, y: y - 16.5, width: 60, height: 17 })),
    ...spots.flatMap(({ lat, lng }): Box[] => {
      const at = projection([lng, lat])
      return at ? [{ x: at[0], y: at[1], width: 12, height: 12 }] : []
    }),
  ]
  return (
    <div ref={ref} className="map">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${spots.length} hotels around ${place.name ?? 'the place'}`}
      >
        <rect className="sea" width={width} height={HEIGHT} />
        {land && <path className="land" d={geoPath(projection)(land) ?? ''} />}
        <path className="graticule" d={geoPath(projection)(linesAround(place, reachMi)) ?? ''} />
        {ringsUpTo(reachMi).map((miles) => (
          <Ring key={miles} miles={miles} radius={miles * pxPerMi} width={width} taken={taken} />
        ))}
        <path className="center" d={`M${width / 2 - 5} ${HEIGHT / 2}h10m-5-5v10`} />
        {spots.map((spot) => (
          <Dot key={`${spot.name} ${spot.lat} ${spot.lng}`} spot={spot} projection={projection} />
        ))}
        {labels.map(({ spot, x, y }) => (
          <g key={`${spot.name} ${spot.lat}`} className={spot.rank === 1 ? 'tag first' : 'tag'}>
            <rect x={x - 30} y={y - 25} width={60} height={17} rx={4} />
            <text x={x} y={y - 12.5} textAnchor="middle">
              {spot.price}
            </text>
          </g>
        ))}
        {land && <Globe place={place} land={land} />}
      </svg>
    </div>
  )
}

function Dot({ spot, projection }: { spot: Spot; projection: GeoProjection }) {
  const at = projection([spot.lng, spot.lat])
  if (!at) return null
  return (
    <circle className={spot.price === null ? 'dot unpriced' : 'dot'} cx={at[0]} cy={at[1]} r={5}>
      <title>{[spot.name, spot.price].filter(Boolean).join(': ')}</title>
    </circle>
  )
}

/** A box around its centre. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width + 4 && Math.abs(a.y - b.y) * 2 < a.height + b.height + 4
}

/** Places for a ring's label, in eighths of a turn from north. The first that covers no hotel or price is used. */
const EIGHTHS = [0, 4, 1, 7, 3, 5, 2, 6]

function Ring({
  miles,
  radius,
  width,
  taken,
}: {
  miles: number
  radius: number
  width: number
  taken: Box[]
}) {
  const at = EIGHTHS.map((eighth): Box => {
    const [x, y] = [Math.sin((eighth * Math.PI) / 4), Math.cos((eighth * Math.PI) / 4)]
    return { x: width / 2 + radius * x, y: HEIGHT / 2 - radius * y, width: 36, height: 14 }
  }).find((box) => box.y > 10 && box.y < HEIGHT - 10 && taken.every((other) => !overlap(box, other)))
  return (
    <>
      <circle className="ring" cx={width / 2} cy={HEIGHT / 2} r={radius} />
      {at && (
        <text className="axis ring-label" x={at.x} y={at.y + 4} textAnchor="middle">
          {miles} mi
        </text>
      )}
    </>
  )
}

/** A few meridians and parallels, so that a map without a coast still looks like a map. */
function linesAround({ lat, lng }: Place, reachMi: number) {
  const degrees = [0.05, 0.1, 0.25, 0.5, 1, 2].find((step) => (reachMi * 2) / 69 / step <= 8) ?? 5
  const span = reachMi / 12
  return geoGraticule()
    .step([degrees, degrees])
    .extent([
      [lng - span, Math.max(lat - span, -85)],
      [lng + span, Math.min(lat + span, 85)],
    ])()
}

/** Shows where on Earth the map is. */
function Globe({ place, land }: { place: Place; land: GeoPermissibleObjects }) {
  const projection = geoOrthographic()
    .rotate([-place.lng, -place.lat])
    .scale(38)
    .translate([50, HEIGHT - 50])
  const path = geoPath(projection)
  return (
    <g className="globe" aria-hidden="true">
      <circle cx={50} cy={HEIGHT - 50} r={38} />
      <path className="graticule" d={path(geoGraticule10()) ?? ''} />
      <path className="land" d={path(land) ?? ''} />
      <circle className="here" cx={50} cy={HEIGHT - 50} r={3.5} />
    </g>
  )
}

function useLand(): GeoPermissibleObjects | undefined {
  const { data } = useQuery({
    queryKey: ['atlas'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const topology = (await (await fetch(atlas)).json()) as Parameters<typeof feature>[0]
      const { land } = topology.objects
      return land ? feature(topology, land) : null
    },
  })
  return data ?? undefined
}

/** Labels, cheapest first. A label that would overlap another is left out. */
function labelsOf(
  spots: Spot[],
  projection: GeoProjection,
  width: number,
): { spot: Spot; x: number; y: number }[] {
  const placed: { spot: Spot; x: number; y: number }[] = []
  for (const spot of spots) {
    const [east, south] = projection([spot.lng, spot.lat]) ?? [Number.NaN, Number.NaN]
    const x = Math.min(Math.max(east, 32), width - 32)
    // Above its dot, or below if there is no room above.
    const y = south > 30 ? south : south + 38
    const free = placed.every((other) => Math.abs(other.x - x) > 64 || Math.abs(other.y - y) > 20)
    if (free) placed.push({ spot, x, y })
  }
  return placed
}

function ringsUpTo(reachMi: number): number[] {
  const step = [0.5, 1, 2, 5, 10, 25].find((miles) => reachMi / miles <= 5) ?? 50
  return [1, 2, 3, 4, 5].map((ring) => ring * step).filter((miles) => miles <= reachMi)
}

export function milesBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  const lat = Math.sin(((b.lat - a.lat) * rad) / 2) ** 2
  const lng = Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return 2 * EARTH_MI * Math.asin(Math.sqrt(lat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * lng))
}
