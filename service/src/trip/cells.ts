import type { StoredCell } from '../cells/stored.ts'
import type { Pool } from '../db/pool.ts'
import { type GridHotel, sinceMs } from '../grids/grid.ts'
import { readCells } from '../grids/store.ts'
import type { Night } from '../kernel/dates.ts'
import type { Kind } from '../observations/cell-row.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { TripAsk } from './request.ts'

/** A hotel to choose from. */
export interface Candidate {
  source: Source
  hotelCode: string
  /** Null if it was never requested, so that nothing is cached. */
  no: number | null
  name: string | null
}

/** The cells of a hotel of one kind. */
export interface KnownCells {
  /** How many nights have a cell of any age. */
  known: number
  /** Those that are fresh enough, by night. */
  fresh: ReadonlyMap<Night, StoredCell>
  /** What `max_age: "auto"` stands for, in seconds. */
  maxAgeSec?: number | undefined
}

export interface HotelCells {
  cash: KnownCells
  /** Null if the wallet has nothing of the chain: its points do not matter then. */
  award: KnownCells | null
}

const NONE: KnownCells = { known: 0, fresh: new Map() }

/** One read per kind, in the order of the hotels. */
export async function readCandidates(
  pool: Pool,
  hotels: readonly Candidate[],
  { terms, wallet }: TripAsk,
  aged: Readonly<Record<Kind, readonly GridHotel[]>>,
): Promise<HotelCells[]> {
  const nos = hotels.map(({ no }) => no)
  const payable = hotels.map(({ source, no }) => (wallet.has(source) ? no : null))
  const everyAge = { hotels, notBeforeMs: 0 }
  const [cash, award] = await Promise.all([
    readCells(pool, { ...terms.cash, ...everyAge }, nos),
    readCells(pool, { ...terms.award, ...everyAge }, payable),
  ])
  const byHotelOf = (kind: Kind, cells: readonly StoredCell[]) =>
    byHotel(cells, aged[kind], (hotel) => sinceMs(terms[kind], hotel))
  const cashOf = byHotelOf('cash', cash)
  const awardOf = byHotelOf('award', award)
  return hotels.map(({ source }, at) => ({
    cash: cashOf.get(at) ?? NONE,
    award: wallet.has(source) ? (awardOf.get(at) ?? NONE) : null,
  }))
}

function byHotel(
  cells: readonly StoredCell[],
  hotels: readonly GridHotel[],
  since: (hotel: GridHotel) => number,
): Map<number, KnownCells> {
  const groups = Map.groupBy(cells, ({ hotel }) => hotel)
  return new Map(
    [...groups].flatMap(([at, own]) => {
      const hotel = hotels[at]
      if (!hotel) return []
      const fresh = own.filter(({ seenMs }) => seenMs >= since(hotel))
      const { maxAgeSec } = hotel
      return [[at, { known: own.length, fresh: new Map(fresh.map((cell) => [cell.night, cell])), maxAgeSec }]]
    }),
  )
}
