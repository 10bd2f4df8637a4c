import type { Rate, ShopResponse } from '@vacancy/client'
import { StayBadge } from '../ui/feedback.tsx'
import { formatMoney, formatPoints } from '../ui/format.ts'
import { Table } from '../ui/page.tsx'
import { HotelHead } from './hotel-head.tsx'
import { LowestFacts } from './lowest-facts.tsx'
import { SellerRates } from './seller-rates.tsx'

/** One row per room, one column per rate plan; a missing plan is an empty cell. */
export function StayResult({ stay }: { stay: ShopResponse }) {
  const { query, hotel, rooms, currency, lowest } = stay
  const plans = [
    ...new Map(rooms.flatMap(({ rates }) => rates.map((rate) => [rate.rate_code, rate]))).values(),
  ]
  const isMetasearch = plans.some(({ seller }) => seller !== null)
  const cheapest = cheapestOf(
    rooms.flatMap(({ rates }) => rates),
    currency,
  )
  return (
    <>
      <HotelHead hotel={hotel} query={query}>
        {stay.status !== null && <StayBadge status={stay.status} minLos={stay.min_los} />}
        {stay.cached && <span className="badge calm">cached</span>}
      </HotelHead>
      <LowestFacts lowest={lowest} currency={currency} />
      {isMetasearch && <SellerRates rooms={rooms} />}
      {rooms.length > 0 && !isMetasearch && (
        <Table label="Rooms and rate plans">
          <thead>
            <tr>
              <th scope="col">Room</th>
              {plans.map((plan) => (
                <th key={plan.rate_code} scope="col" className="number plan">
                  <PlanHead plan={plan} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rooms.map((room) => (
              <tr key={room.room_code}>
                <th scope="row">
                  {room.name}
                  <span className="under">{[room.beds, room.room_code].filter(Boolean).join(' · ')}</span>
                </th>
                {plans.map(({ rate_code }) => {
                  const rate = room.rates.find((own) => own.rate_code === rate_code)
                  return (
                    <td key={rate_code} className={rate && rate === cheapest ? 'number best' : 'number'}>
                      {rate ? <RatePrice rate={rate} /> : <span className="faint">–</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p className="hint">
        {isMetasearch
          ? 'Per room and night, as the engine shows it. A price without its tax basis has none after tax.'
          : 'Per room and night. The small price is after tax.'}
      </p>
    </>
  )
}

function PlanHead({ plan }: { plan: Rate }) {
  const marks = [
    plan.member_only && 'members',
    plan.restricted && 'with identification',
    plan.package && 'package',
    plan.refundable === false && 'non\u2011refundable',
    mealOf(plan),
  ]
  return (
    <>
      {plan.name}
      <span className="under">{marks.filter(Boolean).join(' · ') || ' '}</span>
    </>
  )
}

function RatePrice({ rate }: { rate: Rate }) {
  const { currency } = rate
  const { points_per_night: points, cash_copay_per_night: copay, price_per_night_after_tax: afterTax } = rate
  if (points !== null) {
    return (
      <>
        {formatPoints(points)}
        <span className="under">{copay ? `points + ${formatMoney(copay, currency)}` : 'points'}</span>
      </>
    )
  }
  return (
    <>
      {formatMoney(rate.price_per_night, currency)}
      <span className="under">{afterTax === null ? ' ' : formatMoney(afterTax, currency)}</span>
    </>
  )
}

function mealOf({ meal_plan }: Rate): string | false {
  return meal_plan !== null && meal_plan !== 'room_only' && meal_plan.replaceAll('_', ' ')
}

/** The rate that `lowest.bar` is. */
function cheapestOf(rates: Rate[], currency: string): Rate | undefined {
  const open = rates.filter(
    (rate) =>
      rate.price_per_night !== null &&
      rate.currency === currency &&
      !(rate.member_only || rate.restricted || rate.package),
  )
  return open.toSorted((a, b) => Number(a.price_per_night) - Number(b.price_per_night))[0]
}
