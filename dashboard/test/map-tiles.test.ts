import { expect, test } from 'vitest'
import { readLand } from '../map-tiles.ts'

const EXTENT = 4096

type Ring = [x: number, y: number][]

/** Places inland, also on both sides of 180° and around the pole. */
const LAND = {
  Denver: [39.7, -105],
  Berlin: [52.5, 13.4],
  Novosibirsk: [55, 82.9],
  'Chukotka before 180°': [68, 176],
  'Chukotka beyond 180°': [66, -171.5],
  'Antarctica at 0°': [-80, 0],
  'Antarctica at 179°': [-84.9, 179],
} as const
const SEA = {
  'north of Siberia': [79, 165],
  'north of Alaska': [75, -165],
  Atlantic: [45, -40],
  Pacific: [0, -150],
  'Southern Ocean': [-55, -120],
  'Caspian Sea': [41.5, 51],
} as const

const land = await readLand()

/** Whether the tile with this place paints land there: a line to its left edge crosses an odd number of coasts. */
function isLand(lat: number, lng: number, zoom: number): boolean {
  const sin = Math.sin((lat * Math.PI) / 180)
  const [x, y] = [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)]
  const at = (share: number) => Math.floor(share * 2 ** zoom)
  const within = (share: number) => (share * 2 ** zoom - at(share)) * EXTENT
  const tile = land.getTile(zoom, at(x), at(y))
  const rings = (tile?.features ?? []).flatMap(({ geometry }) => geometry as unknown as Ring[])
  const crossed = rings.flatMap((ring) =>
    ring.filter(([toX, toY], index) => {
      const [fromX, fromY] = ring.at(index - 1) ?? [toX, toY]
      if (fromY > within(y) === toY > within(y)) return false
      return fromX + ((within(y) - fromY) / (toY - fromY)) * (toX - fromX) < within(x)
    }),
  )
  return crossed.length % 2 === 1
}

test.each([0, 1, 2, 3, 4, 5])('the map of zoom %i has land and sea where they are', (zoom) => {
  const painted = (places: typeof LAND | typeof SEA) =>
    Object.entries(places).map(([name, [lat, lng]]) => [name, isLand(lat, lng, zoom)])
  expect(painted(LAND)).toEqual(Object.keys(LAND).map((name) => [name, true]))
  expect(painted(SEA)).toEqual(Object.keys(SEA).map((name) => [name, false]))
})
