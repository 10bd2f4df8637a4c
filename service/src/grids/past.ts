import type { Reads } from '../db/replica/reads.ts'
import { nightOfDay } from '../kernel/dates.ts'
import { startSlices } from '../kernel/slices.ts'
import { CHANGE_COLUMNS } from '../observations/changes.ts'
import { type CellRecord, KIND_LETTER, toFigures } from '../observations/store.ts'
import { type RawCell, rawCellOf } from './cell.ts'
import { lineOf } from './cell-writer.ts'
import { cellCount, firstDay, type Grid } from './grid.ts'
import { CELLS_PER_READ, type HotelNos, hotelsOf, integer } from './store.ts'

export interface PastCells {
  /** In COPY format, in order. */
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
      past.lines.push(lineOf(toRawCell(row)))
      past.counts.set(row.pos, (past.counts.get(row.pos) ?? 0) + 1)
      await slices.pause()
    }
  }
  return past
}

type PastRow = CellRecord & { pos: number; los: number }

/** One lookup per cell in the history's key: its time does not grow with the number of changes. */
function pastCells(grid: Grid, hotels: readonly string[], asOfMs: number): string {
  const first = firstDay(grid)
  const last = first + grid.nights.length - 1
  return `select a.pos, a.hotel, a.night::text, a.los, ${CHANGE_COLUMNS}
    from (
      select h.pos, h.hotel, h.currency, h.occ, n.night::date as night, l.los
      from (values ${hotels.join(', ')}) h(pos, hotel, currency, occ)
      cross join generate_series(date '${nightOfDay(first)}', date '${nightOfDay(last)}', interval '1 day') n(night)
      cross join unnest(array[${grid.lengths.map(integer).join(', ')}]) l(los)
    ) a
    cross join lateral (
      select * from cell_history c where c.hotel = a.hotel and c.kind = '${KIND_LETTER[grid.kind]}' and c.los = a.los
        and c.occ = a.occ and c.currency = a.currency and c.night = a.night and c.seen <= ${integer(asOfMs)}
      order by c.seen desc limit 1
    ) h
    order by a.pos, a.night, a.los`
}

function toRawCell(row: PastRow): RawCell {
  const figures = toFigures(row)
  return rawCellOf(figures, { hotel: row.pos, night: row.night, los: row.los, seenMs: row.seen })
}
