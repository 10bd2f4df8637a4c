import type { MultiPolygon, Polygon, Position } from 'geojson'

/**
 * The coastlines are those of a globe: rings cross 180° and surround the pole. On a flat map, a ring that crosses goes on beyond 180°,
 * and one that surrounds a pole gets an edge along it. What lies beyond 180° is drawn on the other side by the tiles' index.
 */
export function flatLand(land: Polygon | MultiPolygon): MultiPolygon {
  const polygons = land.type === 'Polygon' ? [land.coordinates] : land.coordinates
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(flatRing)) }
}

function flatRing(ring: readonly Position[]): Position[] {
  let turn = 0
  const points = ring.map(([lng = 0, lat = 0], index): [number, number] => {
    const step = lng - (ring[index - 1]?.[0] ?? lng)
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step)
    return [lng + turn, lat]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (turn !== 0 && first && last) {
    const pole = last[1] < 0 ? -90 : 90
    points.push([last[0], pole], [first[0], pole], first)
  }
  return withinOneTurn(points)
}

/** A ring may begin on either side of 180°. Its middle decides, so that a lake stays within its land. */
function withinOneTurn(points: readonly [number, number][]): Position[] {
  const middle = (Math.min(...points.map(([lng]) => lng)) + Math.max(...points.map(([lng]) => lng))) / 2
  const shift = -360 * Math.round(middle / 360)
  return points.map(([lng, lat]) => [lng + shift, lat])
}
