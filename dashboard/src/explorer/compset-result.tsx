import type { CompsetHotel, CompsetResponse } from '@vacancy/client'
import { HotelName, useHotelNames } from '../hotels/hotel-names.tsx'
import { StayBadge } from '../ui/feedback.tsx'
import { formatMoney, formatNight, formatPoints, inWords } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'

/** Bars compare the prices in the asked currency, by reference rates where a hotel quotes another. */
export function CompsetResult({ compset }: { compset: CompsetResponse }) {
  const nameOf = useHotelNames(compset.hotels)
  const most = Math.max(0, ...compset.hotels.map(({ comparable }) => comparable?.bar ?? 0))
  const converted = compset.hotels.find(({ comparable }) => comparable?.fx)?.comparable?.fx
  const members = compset.hotels.some(({ lowest }) => typeof lowest?.member === 'number')
  const points = compset.hotels.some(({ lowest }) => typeof lowest?.lowest_points === 'number')
  return (
    <>
      <Table label="Lowest prices by hotel">
        <thead>
          <tr>
            <th scope="col">Hotel</th>
            <th scope="col">Lowest public</th>
            <th scope="col" className="number">
              After tax
            </th>
            {members && (
              <th scope="col" className="number">
                Member
              </th>
            )}
            {points && (
              <th scope="col" className="number">
                Points
              </th>
            )}
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {compset.hotels.map((row) => (
            <tr key={`${row.chain} ${row.hotel_code}`}>
              <th scope="row">
                <HotelName hotel={row} name={nameOf(row)} />
              </th>
              <td>
                <BarPrice row={row} most={most} />
              </td>
              <td className="number">{formatMoney(row.lowest?.bar_after_tax, row.currency)}</td>
              {members && <td className="number">{formatMoney(row.lowest?.member, row.currency)}</td>}
              {points && <td className="number">{formatPoints(row.lowest?.lowest_points)}</td>}
              <td>
                {row.error ? (
                  <span title={row.error.message}>{inWords(row.error.code)}</span>
                ) : (
                  row.status && <StayBadge status={row.status} minLos={row.min_los} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {converted && (
        <p className="hint">
          Bars compare the prices in {converted.to}, by the reference rates of {formatNight(converted.date)}.
        </p>
      )}
    </>
  )
}

interface BarPriceProps {
  row: CompsetHotel
  /** The highest price that is compared. */
  most: number
}

function BarPrice({ row: { lowest, currency, comparable, comparison_note: note }, most }: BarPriceProps) {
  const value = lowest?.bar ?? null
  if (value === null || !currency) return <span className="faint">–</span>
  const share = comparable?.bar ? comparable.bar / most : 0
  return (
    <span className="bar-price" title={note ?? undefined}>
      <span className="bar-price-track" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {formatMoney(value, currency)}
        {comparable?.fx && (
          <span className="under">≈ {formatMoney(comparable.bar, comparable.currency)}</span>
        )}
      </span>
    </span>
  )
}
