import type { CompsetHotel, CompsetResponse } from '@vacancy/client'
import { HotelName, useHotelNames } from '../hotels/hotel-names.tsx'
import { StayBadge } from '../ui/feedback.tsx'
import { formatMoney, formatPoints, inWords } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'

/** Bars compare prices of one currency only, because nothing is converted. */
export function CompsetResult({ compset }: { compset: CompsetResponse }) {
  const nameOf = useHotelNames(compset.hotels)
  const most = new Map<string, number>()
  for (const { currency, lowest } of compset.hotels) {
    if (currency && lowest) most.set(currency, Math.max(most.get(currency) ?? 0, lowest.bar ?? 0))
  }
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
      {most.size > 1 && (
        <p className="hint">
          Prices are not converted. Bars compare hotels of the same currency, one colour per currency.
        </p>
      )}
    </>
  )
}

function BarPrice({ row, most }: { row: CompsetHotel; most: ReadonlyMap<string, number> }) {
  const value = row.lowest?.bar ?? null
  if (value === null || !row.currency) return <span className="faint">–</span>
  const share = value / (most.get(row.currency) ?? value)
  const place = [...most.keys()].indexOf(row.currency)
  return (
    <span className="bar-price">
      <span className="bar-price-track" aria-hidden="true">
        <span style={{ width: `${share * 100}%`, background: `var(--series-${place + 1})` }} />
      </span>
      {formatMoney(value, row.currency)}
    </span>
  )
}
