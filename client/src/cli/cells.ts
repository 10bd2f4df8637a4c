import type { MatrixCell } from '../generated/shapes.ts'
import type { Shell } from './shell.ts'
import type { Cell } from './table.ts'
import { dayOf, decimal, money, number, unlessAvailable } from './words.ts'

/** More hotels than this do not fit side by side. */
const MOST_COLUMNS = 6

/** One column per hotel for a few hotels, one row per cell otherwise. */
export function cellsTable(shell: Shell, cells: readonly MatrixCell[]): string {
  if (cells.length === 0) return 'No cells.\n'
  const columns = new Set(cells.map(columnOf)).size
  return columns > 1 && columns <= MOST_COLUMNS ? sideBySide(shell, cells) : oneRowEach(shell, cells)
}

function hotelOf({ chain, hotel_code }: MatrixCell): string {
  return `${chain}:${hotel_code}`
}

function columnOf(cell: MatrixCell): string {
  return `${hotelOf(cell)} ${cell.currency}`
}

function sideBySide(shell: Shell, cells: readonly MatrixCell[]): string {
  const isAward = cells.every(({ kind }) => kind === 'award')
  const lengths = new Set(cells.map(({ los }) => los)).size
  const columns = new Map(cells.map((cell) => [columnOf(cell), cell]))
  const rows = new Map<string, MatrixCell[]>()
  for (const cell of cells) {
    const key = `${cell.night} ${cell.los}`
    const row = rows.get(key)
    if (row) row.push(cell)
    else rows.set(key, [cell])
  }
  const sorted = [...rows.values()].toSorted(([a], [b]) => order(a) - order(b))
  return shell.table(
    [
      { title: 'Night', value: ([cell]) => (cell ? dayOf(cell.night) : '') },
      {
        title: 'los',
        align: 'right',
        value: ([cell]) => (lengths > 1 && cell ? String(cell.los) : ''),
      },
      ...[...columns].map(([column, sample]) => ({
        title: isAward ? hotelOf(sample) : `${hotelOf(sample)} ${sample.currency}`,
        align: 'right' as const,
        value: (row: MatrixCell[]) => figureOf(row.find((cell) => columnOf(cell) === column)),
      })),
    ],
    sorted,
  )
}

function order(cell: MatrixCell | undefined): number {
  return cell ? Date.parse(cell.night) + cell.los : 0
}

function figureOf(cell: MatrixCell | undefined): Cell {
  if (!cell) return { text: '-', style: 'dim' }
  if (cell.status !== 'available') return unlessAvailable(cell.status, cell.min_los)
  const text = cell.kind === 'award' ? number(cell.lowest_points) : money(cell.lowest_bar, cell.currency)
  return text === '' ? { text: cell.kind === 'award' ? 'no award' : '-', style: 'dim' } : { text }
}

export function oneRowEach(shell: Shell, cells: readonly MatrixCell[]): string {
  return shell.table(
    [
      { title: 'Hotel', value: hotelOf },
      { title: 'Night', value: ({ night }) => dayOf(night) },
      { title: 'los', align: 'right', value: ({ los }) => String(los) },
      { title: '', value: ({ status, currency }) => (status === 'available' ? currency : '') },
      { title: 'public', align: 'right', value: (cell) => money(cell.lowest_bar, cell.currency) },
      {
        title: 'after tax',
        align: 'right',
        value: (cell) => money(cell.lowest_bar_after_tax, cell.currency),
      },
      { title: 'member', align: 'right', value: (cell) => money(cell.lowest_member, cell.currency) },
      { title: 'points', align: 'right', value: ({ lowest_points }) => number(lowest_points) },
      { title: 'cpp', align: 'right', value: ({ cpp }) => decimal(cpp) },
      { title: 'Certificates', value: ({ certs }) => certs ?? '' },
      { title: 'Note', value: ({ status, min_los }) => unlessAvailable(status, min_los) },
    ],
    cells,
  )
}
