import { formatCpp, formatMoney, formatNight, formatPoints } from '../ui/format.ts'
import type { OwnMoney } from '../wallet/own-currency.ts'
import { type AwardHotel, worthOf } from './award-nights.ts'

/** What the value of a point means, by a night of the answer. */
export function ValueWords({ hotel, money }: { hotel: AwardHotel; money: OwnMoney }) {
  const cell = hotel.nights.find((night) => worthOf(night, money) !== null)
  const price = cell?.lowest_bar_after_tax ?? cell?.lowest_bar ?? null
  const paid = cell && price !== null ? money.inOwn(price, cell.currency) : null
  if (!cell || paid === null) return null
  const { currency } = money
  return (
    <details className="explained">
      <summary>What is the value per point?</summary>
      <p className="hint">
        The price of the night in cash, divided by its points. At {hotel.name}, {formatNight(cell.night)}{' '}
        costs {formatMoney(paid, currency)} or {formatPoints(cell.lowest_points)} points: each point saves{' '}
        {formatCpp(worthOf(cell, money), currency)}. More is better.
        {cell.currency !== currency && ` Prices in ${cell.currency} are converted by the reference rates.`}
      </p>
    </details>
  )
}
