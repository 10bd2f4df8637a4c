import { cellOf } from '../cells/cell.ts'
import { lineOf } from '../cells/stored.ts'
import type { Reads } from '../db/replica/reads.ts'
import { chunks } from '../kernel/chunks.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { CHANGE_COLUMNS } from '../observations/changes.ts'
import { type CellRecord, KIND_LETTER, toFigures } from '../observations/store.ts'
import { cellsPerHotel, type Grid } from './grid.ts'
import { CELLS_PER_READ, dateOf, integer, type NumberedHotel, valuesOf } from './store.ts'

export interface PastCells {
  /** As if read by COPY, in order. */
  lines: Buffer[]
  /** Cells by the hotel's index in the grid. */
  counts: Map<number, number>
}

/** Of each cell of a grid the last change at or before a moment. */
export async function readPast(
  reads: Reads,
  grid: Grid,
  hotels: readonly NumberedHotel[],
  asOfMs: number,
): Promise<PastCells> {
  const past: PastCells = { lines: [], counts: new Map() }
  const slices = startSlices()
  const hotelsAtOnce = Math.max(1, Math.floor(CELLS_PER_READ / cellsPerHotel(grid)))
  for (const some of chunks(hotels, hotelsAtOnce)) {
    const { rows } = await reads.query<PastRow>(pastCells(grid, some, asOfMs))
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
  hotels: readonly NumberedHotel[],
  asOfMs: number,
): Promise<Map<number, number>> {
  if (hotels.length === 0) return new Map()
  const { rows } = await reads.query<{ pos: number; cells: number }>(
    `select a.pos, count(*)::int as cells ${inForce(grid, hotels, asOfMs)} group by a.pos`,
  )
  return new Map(rows.map(({ pos, cells }) => [pos, cells]))
}

type PastRow = CellRecord & { pos: number; los: number }

function pastCells(grid: Grid, hotels: readonly NumberedHotel[], asOfMs: number): string {
  return `select a.pos, h.hotel, h.night::text, h.los, ${CHANGE_COLUMNS} ${inForce(grid, hotels, asOfMs)}
    order by a.pos, h.night, h.los`
}

/** The changes `h` in force at the hotels `a`. */
function inForce(grid: Grid, hotels: readonly NumberedHotel[], asOfMs: number): string {
  const first = grid.days[0] ?? 0
  const last = first + grid.days.length - 1
  return `from ${valuesOf(hotels)} a(pos, hotel, currency, occ)
    cross join unnest(array[${grid.lengths.map(integer).join(', ')}]) l(los)
    cross join lateral changes_in_force(a.hotel, '${KIND_LETTER[grid.kind]}', l.los, a.occ, a.currency,
      ${dateOf(first)}, ${dateOf(last)}, ${integer(asOfMs)}) h`
}
