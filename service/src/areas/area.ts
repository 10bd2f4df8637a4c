import type { Planned } from '../edge/sale.ts'
import { cellPrice } from '../grids/plan.ts'
import { readRawCells } from '../grids/store.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { findFilling } from '../jobs/store.ts'
import { areaBody, type StoredHotel } from './area-body.ts'
import { type AreaDeps, type Asker, planAround, type Survey } from './around.ts'
import { fillsOf } from './fill.ts'
import { fillKey } from './fill-key.ts'
import type { AreaAsk } from './request.ts'

const KIND = 'area'

/** The nearest hotels for one stay, cheapest first. */
export async function planArea(deps: AreaDeps, ask: AreaAsk, asker: Asker, nowMs: number): Promise<Planned> {
  const { lookup, maxHotels, terms } = ask
  const dearest = Math.max(0, ...lookup.chains.map((source) => cellPrice(source, terms.kind)))
  const worst = Array<number>(maxHotels).fill(dearest)
  return planAround(
    deps,
    {
      lookup,
      worst: () => ({ sold: worst, fill: worst }),
      survey: async (place, hotels) => survey(deps, ask, place, hotels.slice(0, maxHotels), asker, nowMs),
      nowhere: JSON.stringify({ place: null, hotels: [] }),
    },
    asker,
  )
}

async function survey(
  { pool, fx }: AreaDeps,
  { lookup, maxHotels, terms }: AreaAsk,
  place: Place,
  hotels: readonly NearbyHotel[],
  { account }: Asker,
  nowMs: number,
): Promise<Survey> {
  const chains = lookup.chains.map(({ id }) => id)
  const key = fillKey(KIND, { place, radiusMi: lookup.radiusMi, chains, maxHotels }, terms)
  const filling = await findFilling(pool, account, [key])
  const cells = await readRawCells(
    pool,
    { ...terms, hotels },
    hotels.map(({ no }) => no),
  )
  const cellOf = new Map(cells.map((cell) => [cell.hotel, cell]))
  const stored = hotels.flatMap((hotel, index): StoredHotel[] => {
    const cell = cellOf.get(index)
    return cell ? [{ hotel, cell }] : []
  })
  const wanted = hotels
    .filter((_hotel, index) => !cellOf.has(index))
    .map((hotel) => ({ hotel, fresh: new Set<string>() }))
  // Every stored cell is shown, also that of a hotel that is sold out.
  const sold = stored.map(({ hotel }) => cellPrice(hotel.source, terms.kind))
  return {
    cached: sold,
    fills: fillsOf(filling, KIND, terms, [{ key, wanted }], nowMs),
    show: async () => ({ sold, body: (jobs) => areaBody(fx, place, stored, terms, jobs, nowMs) }),
  }
}
