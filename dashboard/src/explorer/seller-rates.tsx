import type { Rate, Room } from '@vacancy/client'
import { formatMoney, formatNight } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'

/** The offers that a metasearch engine shows, cheapest first: every seller has rate plans of its own. */
export function SellerRates({ rooms }: { rooms: readonly Room[] }) {
  const offers = rooms
    .flatMap((room) => room.rates.map((rate) => ({ room, rate })))
    .toSorted((a, b) => priceOf(a.rate) - priceOf(b.rate))
  return (
    <Table label="Offers by seller">
      <thead>
        <tr>
          <th scope="col">Seller</th>
          <th scope="col">Room</th>
          <th scope="col" className="number">
            Price
          </th>
          <th scope="col" className="number">
            After tax
          </th>
          <th scope="col">Cancellation</th>
        </tr>
      </thead>
      <tbody>
        {offers.map(({ room, rate }) => (
          <tr key={`${room.room_code} ${rate.rate_code}`}>
            <th scope="row">
              {rate.seller?.name}
              <span className="under">{markOf(rate)}</span>
            </th>
            <td>{room.name}</td>
            <td className="number">{formatMoney(rate.price_per_night, rate.currency)}</td>
            <td className="number">{formatMoney(rate.price_per_night_after_tax, rate.currency)}</td>
            <td className="faint">{cancellationOf(rate)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function priceOf({ price_per_night_after_tax: afterTax, price_per_night: price }: Rate): number {
  return afterTax ?? price ?? Number.POSITIVE_INFINITY
}

function markOf({ seller, member_only }: Rate): string {
  const marks = [seller?.direct && 'the hotel’s own site', seller?.source, member_only && 'members']
  return marks.filter(Boolean).join(' · ') || ' '
}

function cancellationOf({ refundable, cancel_by }: Rate): string {
  if (refundable === null) return 'not stated'
  if (!refundable) return 'non\u2011refundable'
  return cancel_by === null ? 'free' : `free until ${formatNight(cancel_by.slice(0, 10))}`
}
