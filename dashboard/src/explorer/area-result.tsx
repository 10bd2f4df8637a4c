import type { AreaResponse, AreaResponse202, MatrixCell } from '@vacancy/client'
import { Empty } from '../ui/feedback.tsx'
import { formatMiles, formatMoney, formatPoints, inWords } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { AreaMap, type Spot } from './area-map.tsx'
import { JobStarted } from './grid-result.tsx'

type Hotels = AreaResponse['hotels']

export function AreaResult({ area }: { area: AreaResponse | AreaResponse202 }) {
  if (!area.place) {
    return (
      <Empty icon="explorer" title="Place not found">
        <p>The call was free. Try a town with its country, or another spelling.</p>
      </Empty>
    )
  }
  const spots = spotsOf(area.hotels)
  return (
    <>
      {'job' in area && <JobStarted job={area.job} />}
      {spots.length > 0 && <AreaMap place={area.place} spots={spots} />}
      {area.hotels.length > 0 && <AreaTable hotels={area.hotels} />}
    </>
  )
}

function spotsOf(hotels: Hotels): Spot[] {
  return hotels.flatMap(({ name, rank, lat, lng, cell }) =>
    lat === null || lng === null ? [] : [{ lat, lng, name, rank, price: priceOf(cell) }],
  )
}

function priceOf(cell: MatrixCell): string | null {
  if (cell.kind === 'award')
    return cell.lowest_points === null ? null : `${formatPoints(cell.lowest_points)} pts`
  return cell.lowest_bar === null ? null : formatMoney(cell.lowest_bar, cell.currency)
}

function AreaTable({ hotels }: { hotels: Hotels }) {
  return (
    <Table label="Hotels in the area">
      <thead>
        <tr>
          <th scope="col" className="number">
            Rank
          </th>
          <th scope="col">Hotel</th>
          <th scope="col" className="number">
            Price
          </th>
          <th scope="col" className="number">
            Miles
          </th>
        </tr>
      </thead>
      <tbody>
        {hotels.map(({ rank, chain, hotel_code, name, distance_mi, cell }) => (
          <tr key={`${chain} ${hotel_code}`}>
            <td className="number">{rank ?? '–'}</td>
            <th scope="row">
              {name}
              <span className="under">
                {chain} <code>{hotel_code}</code>
              </span>
            </th>
            <td className="number">
              {priceOf(cell) ?? <span className="faint">{inWords(cell.status)}</span>}
            </td>
            <td className="number">{distance_mi === null ? '–' : formatMiles(distance_mi)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
