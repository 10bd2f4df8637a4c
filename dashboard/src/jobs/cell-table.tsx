import type { MatrixCell } from '@vacancy/client'
import { HotelName, useHotelNames } from '../hotels/hotel-names.tsx'
import { StayBadge } from '../ui/feedback.tsx'
import { formatCpp, formatMoney, formatNight, formatPoints } from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'

export function CellTable({ cells }: { cells: MatrixCell[] }) {
  const nameOf = useHotelNames(cells)
  const award = cells.some(({ kind }) => kind === 'award')
  return (
    <Table label="Cells">
      <Heads
        of={[
          'Hotel',
          'Night',
          { number: 'Nights' },
          { number: award ? 'Points' : 'Lowest public' },
          { number: award ? 'Value per point' : 'After tax' },
          { number: award ? 'Points + cash' : 'Member' },
          'Status',
        ]}
      />
      <tbody>
        {cells.map((cell) => (
          <tr key={`${cell.chain} ${cell.hotel_code} ${cell.night} ${cell.los}`}>
            <th scope="row">
              <HotelName hotel={cell} name={nameOf(cell)} />
            </th>
            <td>{formatNight(cell.night)}</td>
            <td className="number">{cell.los}</td>
            {award ? <AwardFigures cell={cell} /> : <CashFigures cell={cell} />}
            <td>
              <StayBadge status={cell.status} minLos={cell.min_los} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function CashFigures({ cell }: { cell: MatrixCell }) {
  return (
    <>
      <td className="number">{formatMoney(cell.lowest_bar, cell.currency)}</td>
      <td className="number">{formatMoney(cell.lowest_bar_after_tax, cell.currency)}</td>
      <td className="number">{formatMoney(cell.lowest_member, cell.currency)}</td>
    </>
  )
}

function AwardFigures({ cell }: { cell: MatrixCell }) {
  const { lowest_points_cash: points, cash_copay: copay } = cell
  return (
    <>
      <td className="number">{formatPoints(cell.lowest_points)}</td>
      <td className="number">{formatCpp(cell.cpp, cell.currency)}</td>
      <td className="number">
        {points === null ? '–' : `${formatPoints(points)} + ${formatMoney(copay, cell.currency)}`}
      </td>
    </>
  )
}
