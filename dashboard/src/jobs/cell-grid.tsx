import type { MatrixCell } from '@vacancy/client'
import { HotelLink } from '../hotels/hotel-link.tsx'
import { HotelName, useHotelNames } from '../hotels/hotel-names.tsx'
import { formatCpp, formatDayOfMonth, formatMonth, formatRound, formatShort } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { CellTable } from './cell-table.tsx'

/** The cells of a grid: one row per hotel, one column per night. Several lengths of stay are shown as a list. */
export function Cells({ cells }: { cells: MatrixCell[] }) {
  const isGrid =
    new Set(cells.map(({ los }) => los)).size === 1 && new Set(cells.map(({ night }) => night)).size > 1
  return isGrid ? <CellGrid cells={cells} /> : <CellTable cells={cells} />
}

const figureOf = ({ kind, lowest_points, lowest_bar }: MatrixCell) =>
  kind === 'award' ? lowest_points : lowest_bar

function CellGrid({ cells }: { cells: MatrixCell[] }) {
  const nameOf = useHotelNames(cells)
  const nights = [...new Set(cells.map(({ night }) => night))].toSorted()
  const rows = Map.groupBy(cells, ({ chain, hotel_code }) => `${chain} ${hotel_code}`)
  return (
    <Table label="Grid of hotels and nights">
      <thead>
        <tr>
          <th scope="col">Hotel</th>
          {nights.map((night, index) => (
            <th key={night} scope="col" className="number grid-night">
              {formatDayOfMonth(night)}
              <span className="under">
                {index === 0 || night.endsWith('-01') ? formatMonth(night) : '\u00a0'}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([key, own]) => (
          <GridRow key={key} cells={own} nights={nights} name={own[0] && nameOf(own[0])} />
        ))}
      </tbody>
    </Table>
  )
}

function GridRow({
  cells,
  nights,
  name,
}: {
  cells: MatrixCell[]
  nights: string[]
  name: string | undefined
}) {
  const [first] = cells
  if (!first) return null
  const figures = cells.flatMap((cell) => figureOf(cell) ?? [])
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const byNight = new Map(cells.map((cell) => [cell.night, cell]))
  return (
    <tr>
      <th scope="row">
        <HotelName hotel={first} name={name} />
      </th>
      {nights.map((night) => {
        const cell = byNight.get(night)
        const value = cell ? figureOf(cell) : null
        if (!cell || value === null)
          return (
            <td key={night} className="number faint" title={cell?.status.replaceAll('_', ' ')}>
              –
            </td>
          )
        const heat = most === least ? 0.5 : (value - least) / (most - least)
        return (
          <td key={night} className="number grid-cell" style={{ '--heat': heat } as React.CSSProperties}>
            <HotelLink hotel={cell} night={night}>
              {cell.kind === 'award' ? formatShort(value) : formatRound(value, cell.currency)}
            </HotelLink>
            {cell.kind === 'award' && <span className="under">{formatCpp(cell.cpp, cell.currency)}</span>}
          </td>
        )
      })}
    </tr>
  )
}
