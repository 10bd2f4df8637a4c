import type { Planned } from '../edge/sale.ts'
import { cellTexts } from '../grids/body.ts'
import type { RawCell } from '../grids/cell.ts'
import { cellPrice } from '../grids/plan.ts'
import { readRawCells } from '../grids/store.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { placeView } from '../hotels/schemas.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { findFilling } from '../jobs/store.ts'
import { withText } from '../kernel/json-text.ts'
import { currencyNo } from '../kernel/money.ts'
import { type AreaDeps, type Asker, planAround, type Survey } from './around.ts'
import { fillKey, fillsOf, gridOf } from './fill.ts'
import type { AreaAsk } from './request.ts'

const KIND = 'area'

/** The nearest hotels for one stay, the cheapest first. */
export async function planArea(deps: AreaDeps, ask: AreaAsk, asker: Asker, nowMs: number): Promise<Planned> {
  const { lookup, maxHotels } = ask
  const dearest = Math.max(0, ...lookup.chains.map((source) => cellPrice(source, ask.kind)))
  const worst = Array<number>(maxHotels).fill(dearest)
  return planAround(
    deps,
    {
      lookup,
      worst: () => ({ sold: worst, fill: worst }),
      survey: async (place, hotels) =>
        survey(deps, ask, { place, hotels: hotels.slice(0, maxHotels) }, asker, nowMs),
      nowhere: JSON.stringify({ place: null, hotels: [] }),
    },
    asker,
  )
}

interface Found {
  place: Place
  hotels: readonly NearbyHotel[]
}

/** A hotel whose cell the store has, and what it is ranked by; null where it cannot be had, or not in the asked currency. */
interface Priced {
  hotel: NearbyHotel
  cell: RawCell
  figure: number | null
}

async function survey(
  { pool }: AreaDeps,
  ask: AreaAsk,
  { place, hotels }: Found,
  { account }: Asker,
  nowMs: number,
): Promise<Survey> {
  const { radiusMi, chains } = ask.lookup
  const where = { place, radiusMi, chains: chains.map(({ id }) => id), maxHotels: ask.maxHotels }
  const key = fillKey(KIND, where, ask)
  const filling = await findFilling(pool, account, [key])
  const cells = await readRawCells(
    pool,
    gridOf(hotels, ask),
    hotels.map(({ no }) => no),
  )
  const cellOf = new Map(cells.map((cell) => [cell.hotel, cell]))
  const held = hotels.flatMap((hotel, index): Priced[] => {
    const cell = cellOf.get(index)
    return cell ? [{ hotel, cell, figure: figureOf(cell, ask) }] : []
  })
  const wanted = hotels.filter((_hotel, index) => !cellOf.has(index))
  return {
    sold: held.map(({ hotel }) => cellPrice(hotel.source, ask.kind)),
    fills: fillsOf(filling, KIND, ask, [{ key, wanted }]),
    body: (jobs) => bodyOf(place, ranked(held), ask, jobs, nowMs),
  }
}

function figureOf({ quoted, points, bar }: RawCell, { kind, currency }: AreaAsk): number | null {
  const figure = kind === 'award' ? points : bar
  return figure === '' || quoted !== currencyNo(currency) ? null : Number(figure)
}

/** The sort is stable: equally cheap hotels stay in the order of distance and code. */
function ranked(held: readonly Priced[]): Priced[] {
  return held.toSorted((a, b) => (a.figure ?? Number.MAX_VALUE) - (b.figure ?? Number.MAX_VALUE))
}

function bodyOf(
  place: Place,
  rows: readonly Priced[],
  ask: AreaAsk,
  jobs: readonly Job[],
  nowMs: number,
): string {
  const grid = gridOf(
    rows.map(({ hotel }) => hotel),
    ask,
  )
  const cells = cellTexts(
    grid,
    rows.map(({ cell }, hotel) => ({ ...cell, hotel })),
    nowMs,
  )
  const hotels = rows.map(({ hotel, figure }, index) => {
    const rank = figure === null ? null : index + 1
    return withText({ rank, ...hotelView(hotel) }, 'cell', cells[index] ?? 'null')
  })
  const [job] = jobs
  const start = withText({ place: placeView(place) }, 'hotels', `[${hotels.join(',')}]`)
  return job ? `${start.slice(0, -1)},"job":${JSON.stringify(jobView(job))}}` : start
}

/** How a hotel around a place is named in the answers about it. */
export function hotelView({ source, hotelCode, name, lat, lng, distanceMi }: NearbyHotel) {
  return { chain: source.id, hotel_code: hotelCode, name, lat, lng, distance_mi: distanceMi }
}
