import { HotelLink } from '../hotels/hotel-link.tsx'
import { HotelName } from '../hotels/hotel-names.tsx'
import {
  certificateWords,
  formatCpp,
  formatMiles,
  formatNight,
  formatPoints,
  formatWhole,
} from '../ui/format.ts'
import { Heads, Table } from '../ui/page.tsx'
import type { AwardHotel } from './award-nights.ts'

/** The hotels of a search, cheapest night first. */
export function AwardTable({ hotels }: { hotels: AwardHotel[] }) {
  return (
    <Table label="Hotels with award nights">
      <Heads
        of={[
          'Hotel',
          'Cheapest night',
          { number: 'Points' },
          { number: 'Value per point' },
          { number: 'Nights' },
          'Certificates',
          { number: 'Miles' },
        ]}
      />
      <tbody>
        {hotels.map((hotel) => (
          <AwardRow key={`${hotel.chain} ${hotel.hotel_code}`} hotel={hotel} />
        ))}
      </tbody>
    </Table>
  )
}

function AwardRow({ hotel }: { hotel: AwardHotel }) {
  const [cheapest] = hotel.nights
  if (!cheapest) return null
  const certs = (cheapest.certs ?? '').split(';').map((entry) => certificateWords(entry.split(':')[0] ?? ''))
  return (
    <tr>
      <th scope="row">
        <HotelName hotel={hotel} name={hotel.name} />
      </th>
      <td>
        <HotelLink hotel={hotel} night={cheapest.night}>
          {formatNight(cheapest.night)}
        </HotelLink>
      </td>
      <td className="number">{formatPoints(cheapest.lowest_points)}</td>
      <td className="number">{formatCpp(cheapest.cpp, cheapest.currency)}</td>
      <td className="number">{formatWhole(hotel.nights.length)}</td>
      <td>{certs.filter(Boolean).join(', ') || <span className="faint">–</span>}</td>
      <td className="number">{hotel.distance === null ? '–' : formatMiles(hotel.distance)}</td>
    </tr>
  )
}
