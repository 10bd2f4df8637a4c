import { cellOf } from '../cells/cell.ts'
import { lineOf } from '../cells/stored.ts'
import type { Reads } from '../db/replica/reads.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { CHANGE_COLUMNS } from '../observations/changes.ts'
import { type CellRecord, KIND_LETTER, toFigures } from '../observations/store.ts'
import { cellCount, firstDay, type Grid } from './grid.ts'
import { CELLS_PER_READ, type HotelNos, hotelsOf, integer } from './store.ts'

export interface PastCells {
  /** As if read by COPY, in order. */
  lines: Buffer[]
  /** Cells by the hotel's index in the grid. */
  counts: Map<number, number>
}

/** Of each cell of a grid the last change at or before a moment. */
export async function readPast(reads: Reads, grid: Grid, nos: HotelNos, asOfMs: number): Promise<PastCells> {
  const past: PastCells = { lines: [], counts: new Map() }
  const slices = startSlices()
  const perHotel = cellCount(grid) / grid.hotels.length
  const hotelsAtOnce = Math.max(1, Math.floor(CELLS_PER_READ / perHotel))
  for (let first = 0; first < grid.hotels.length; first += hotelsAtOnce) {
    const span = {
      fromIndex: first * perHotel,
      toIndex: Math.min(first + hotelsAtOnce, grid.hotels.length) * perHotel,
    }
    const hotels = hotelsOf(grid, nos, span)
    if (hotels.length === 0) continue
    const { rows } = await reads.query<PastRow>(pastCells(grid, hotels, asOfMs))
    for (const row of rows) {
      const stay = { night: row.night, los: row.los, seenMs: row.seen }
      past.lines.push(lineOf({ hotel: row.pos, ...cellOf(toFigures(row), stay) }))
      past.counts.set(row.pos, (past.counts.get(row.pos) ?? 0) + 1)
      await slices.pause()
    }
  }
  return past
}

/** How many cells of each hotel had been seen by a moment, by its index in the grid. */
export async function countPast(
  reads: Reads,
  grid: Grid,
  nos: HotelNos,
  asOfMs: number,
): Promise<Map<number, number>> {
  const hotels = hotelsOf(grid, nos, undefined)
  if (hotels.length === 0) return new Map()
  const { rows } = await reads.query<{ pos: number; cells: number }>(
    `select a.pos, count(*)::int as cells ${inForce(grid, hotels, asOfMs)} group by a.pos`,
  )
  return new Map(rows.map(({ pos, cells }) => [pos, cells]))
}

type PastRow = CellRecord & { pos: number; los: number }

function pastCells(grid: Grid, hotels: readonly string[], asOfMs: number): string {
  return `select a.pos, h.hotel, h.night::text, h.los, ${CHANGE_COLUMNS} ${inForce(grid, hotels, asOfMs)}
    order by a.pos, h.night, h.los`
}

/** The changes `h` in force at the hotels `a`. */
function inForce(grid: Grid, hotels: readonly string[], asOfMs: number): string {
  const first = firstDay(grid)
  const last = first + grid.nights.length - 1
  return `from (values ${hotels.join(', ')}) a(pos, hotel, currency, occ)
    cross join unnest(array[${grid.lengths.map(integer).join(', ')}]) l(los)
    cross join lateral changes_in_force(a.hotel, '${KIND_LETTER[grid.kind]}', l.los, a.occ, a.currency,
      date '${nightOfDay(first)}', date '${nightOfDay(last)}', ${integer(asOfMs)}) h`
}
