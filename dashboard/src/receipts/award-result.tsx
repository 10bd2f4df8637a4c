import type { AwardResponse } from '@vacancy/client'
import { HotelHead } from '../explorer/hotel-head.tsx'
import { StayBadge } from '../ui/feedback.tsx'
import { formatMoney, formatPoints } from '../ui/format.ts'
import { FactList, Heads, Table } from '../ui/page.tsx'

export type AwardAnswer = AwardResponse

/** A stay in points, and the same stay in cash. */
export function AwardResult({ award }: { award: AwardAnswer }) {
  const { hotel, query, status, currency, award_rates: rates, cash_comparison: cash } = award
  return (
    <>
      <HotelHead hotel={hotel} query={query}>
        {status !== null && <StayBadge status={status} minLos={null} />}
      </HotelHead>
      {rates.length > 0 && (
        <Table label="Awards">
          <Heads of={['Room', 'Award', { number: 'Per night' }, { number: 'In all' }]} />
          <tbody>
            {rates.map(({ room_code, rate_code, room_name, name, points_per_night, points_total }) => (
              <tr key={`${room_code} ${rate_code}`}>
                <th scope="row">{room_name}</th>
                <td>{name}</td>
                <td className="number">{formatPoints(points_per_night)}</td>
                <td className="number">{formatPoints(points_total)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <FactList
        facts={[
          ['Public rate per night', formatMoney(cash.bar, currency)],
          ['After tax', formatMoney(cash.bar_after_tax, currency)],
          ['Member rate', formatMoney(cash.member, currency)],
        ]}
      />
    </>
  )
}
