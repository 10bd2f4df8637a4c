import { cellView } from '../cells/cell.ts'
import type { StoredCell } from '../cells/stored.ts'
import type { Planned } from '../edge/sale.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { cellPrice } from '../grids/prices.ts'
import { readCells } from '../grids/store.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import { jobView } from '../jobs/job.ts'
import { findFilling } from '../jobs/store.ts'
import { type Compared, comparableView, compare } from '../observations/comparable.ts'
import { withAges } from '../rates/auto-age.ts'
import { type AreaDeps, type Asker, hotelView, planAround, type Surroundings, type Survey } from './around.ts'
import { fillsOf } from './fill.ts'
import { atMostBudget, payable } from './fill-budget.ts'
import { fillKey } from './fill-key.ts'
import { dearest, splitForeseen } from './foreseen.ts'
import type { AreaAsk, AreaTerms } from './request.ts'

const KIND = 'area'

/** A hotel whose cell is cached. */
interface StoredHotel {
  hotel: NearbyHotel
  cell: StoredCell
}

interface RankedHotel extends StoredHotel {
  compared: Compared
  figure: number | null
}

/** The nearest hotels for one stay, cheapest first. */
export async function planArea(deps: AreaDeps, ask: AreaAsk, asker: Asker, nowMs: number): Promise<Planned> {
  const { lookup, maxHotels, fill, fillBudget, terms } = ask
  return planAround(
    deps,
    {
      lookup,
      worst: (foreseen) => {
        const cells = dearest(
          lookup.chains,
          foreseen,
          maxHotels,
          (chain) => cellPrice(chain, terms.kind),
          (price) => price,
        )
        return {
          sold: cells,
          fill: fill === 'none' ? [] : atMostBudget(cells, fillBudget),
          isCut: fillBudget !== null,
        }
      },
      survey: async (place, hotels, foreseen) => {
        const { taken, others } = splitForeseen(hotels.slice(0, maxHotels), foreseen)
        const aged = await withAges(deps, taken, terms, terms)
        return survey(deps, ask, { place, hotels: aged, others }, asker, nowMs)
      },
      nowhere: { hotels: [] },
    },
    asker,
  )
}

async function survey(
  { pool, fx }: AreaDeps,
  { lookup, maxHotels, fill, fillBudget, terms }: AreaAsk,
  { place, hotels, others }: Surroundings,
  { account }: Asker,
  nowMs: number,
): Promise<Survey> {
  const chains = lookup.chains.map(({ id }) => id)
  const key = fillKey(KIND, { place, radiusMi: lookup.radiusMi, chains, maxHotels }, terms)
  const filling = await findFilling(pool, account, fill === 'none' ? [] : [key])
  const cells = await readCells(
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
    .filter((_hotel, index) => fill !== 'none' && !cellOf.has(index))
    .map((hotel) => ({ hotel, fresh: new Set<string>() }))
  const asked = fill === 'none' ? [] : [{ key, terms, wanted }]
  const { fillings, left } = payable(asked, filling, fillBudget, { hotels: others, nights: terms.nights })
  // Every stored cell is shown, also that of a hotel that is sold out.
  const sold = stored.map(({ hotel }) => cellPrice(hotel.source, terms.kind))
  return {
    cached: sold,
    fills: fillsOf(filling, KIND, fillings, nowMs),
    waiting: ([job]) => ({
      hotels: [],
      ...left,
      ...(job && { job: jobView(job) }),
    }),
    show: async () => ({
      sold,
      view: ([job]) => ({
        hotels: cheapestFirst(fx, stored, terms).map((hotel, index) =>
          rankedView(hotel, index, terms, nowMs),
        ),
        ...left,
        ...(job && { job: jobView(job) }),
      }),
    }),
  }
}

/** Hotels with a price, cheapest first, then the others. Ties stay ordered by distance and code. */
function cheapestFirst(fx: ReferenceRates, stored: readonly StoredHotel[], terms: AreaTerms): RankedHotel[] {
  return stored
    .map(({ hotel, cell }) => {
      const compared = compare(fx, cell, terms.currency, cell.seenMs)
      return { hotel, cell, compared, figure: figureOf(cell, compared, terms) }
    })
    .toSorted((a, b) => (a.figure ?? Number.MAX_VALUE) - (b.figure ?? Number.MAX_VALUE))
}

function rankedView(
  { hotel, cell, compared, figure }: RankedHotel,
  place: number,
  terms: AreaTerms,
  nowMs: number,
) {
  return {
    rank: figure === null ? null : place + 1,
    ...hotelView(hotel),
    comparable: comparableView(compared.comparable),
    comparison_note: compared.note,
    cell: cellView(hotel, cell, terms, nowMs),
  }
}

/** Points as they are; cash in the requested currency. Null if the stay is not available, or has no comparable price. */
function figureOf({ points }: StoredCell, { comparable }: Compared, { kind }: AreaTerms): number | null {
  return kind === 'cash' ? (comparable?.bar ?? null) : points
}
