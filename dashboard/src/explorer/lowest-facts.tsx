import type { Lowest } from '@vacancy/client'
import { formatCpp, formatMoney, formatPoints } from '../ui/format.ts'

export function LowestFacts({ lowest, currency }: { lowest: Lowest; currency: string }) {
  const facts: [string, string, string | undefined][] = [
    ['Lowest public', formatMoney(lowest.bar, currency), withTax(lowest.bar_after_tax, currency)],
    ['Lowest member', formatMoney(lowest.member, currency), withTax(lowest.member_after_tax, currency)],
    [
      'Lowest points',
      formatPoints(lowest.lowest_points),
      lowest.cpp === null ? undefined : `${formatCpp(lowest.cpp, currency)} per point`,
    ],
  ]
  if (lowest.lowest_points_cash !== null) {
    facts.push([
      'Points + cash',
      formatPoints(lowest.lowest_points_cash),
      `+ ${formatMoney(lowest.cash_copay, currency)}`,
    ])
  }
  return (
    <dl className="facts wide">
      {facts.map(([name, value, under]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {under && <span className="faint">{under}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function withTax(value: number | null, currency: string): string | undefined {
  return value === null ? undefined : `${formatMoney(value, currency)} after tax`
}
