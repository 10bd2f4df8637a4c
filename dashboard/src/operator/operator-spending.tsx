import { useState } from 'react'
import { type SourceBudget, type SpendingDay, useOperatorSpending } from '../api/operator-queries.ts'
import { Empty, Loaded } from '../ui/feedback.tsx'
import { Select } from '../ui/field.tsx'
import { formatMoney, formatShare, formatSmallMoney, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Table } from '../ui/page.tsx'

/** What the vendors are sent and what it costs: budgets first, then each day. */
export function OperatorSpending() {
  const [month, setMonth] = useState(0)
  const query = useOperatorSpending(month)
  return (
    <Loaded query={query}>
      {({ days, sources }) => (
        <>
          <Budgets sources={sources} />
          <Card
            flush
            title="By day and source"
            aside={
              <Select
                label="Month"
                value={String(month)}
                onChange={(event) => setMonth(Number(event.target.value))}
              >
                <option value="0">This month</option>
                <option value="1">Last month</option>
              </Select>
            }
          >
            <Days days={days} />
          </Card>
          <p className="hint">
            Days are in UTC. Every request counts: retries, logins, pages of the directory and test calls too.
            “Unknown” are requests that a process had taken when it died.
          </p>
        </>
      )}
    </Loaded>
  )
}

function Budgets({ sources }: { sources: readonly SourceBudget[] }) {
  if (sources.length === 0)
    return (
      <section className="card">
        <Empty icon="operator" title="No requests yet">
          <p>What the sources are sent this month is counted here, with and without a budget.</p>
        </Empty>
      </section>
    )
  return (
    <Card flush title="This month">
      <Table label="Budgets of this month">
        <Heads
          of={[
            'Source',
            'Today',
            'This month',
            { number: 'Forecast' },
            { number: 'Spent' },
            { number: 'Forecast of cost' },
          ]}
        />
        <tbody>
          {sources.map((source) => (
            <BudgetRow key={source.source} of={source} />
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function BudgetRow({ of }: { of: SourceBudget }) {
  const { source, name, price_per_request: price, reserve_pct: reserve, day, month } = of
  const isOver = month.limit !== null && month.forecast > month.limit
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="under">
          <code>{source}</code>
          {price && ` ${formatSmallMoney(price.amount, price.currency)} per request`}
        </span>
      </th>
      <td>
        <Used label={`${name}, today`} {...day} reserve={reserve ?? 0} />
      </td>
      <td>
        <Used label={`${name}, this month`} {...month} reserve={reserve ?? 0} />
      </td>
      <td className="number">
        {formatWhole(month.forecast)}
        {isOver && <span className="under bad">more than the budget</span>}
      </td>
      <td className="number">{formatMoney(month.amount, month.currency)}</td>
      <td className="number">{formatMoney(month.forecast_amount, month.currency)}</td>
    </tr>
  )
}

interface UsedProps {
  label: string
  used: number
  limit: number | null
  ends_at: string
  reserve: number
}

function Used({ label, used, limit, ends_at, reserve }: UsedProps) {
  if (limit === null)
    return (
      <>
        {formatWhole(used)}
        <span className="under">no limit</span>
      </>
    )
  const share = Math.min(1, used / limit)
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'calm'
  return (
    <>
      {formatWhole(used)} <span className="faint">of {formatWhole(limit)}</span>
      <div
        className={`bar ${tone}`}
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      {share >= 1 ? (
        <span className="under">
          Used up. Begins again <Moment at={ends_at} />
        </span>
      ) : (
        used >= limit * (1 - reserve / 100) && (
          <span className="under">Only calls that somebody waits for are sent</span>
        )
      )}
    </>
  )
}

function Days({ days }: { days: readonly SpendingDay[] }) {
  const groups = [...Map.groupBy(days, ({ day, source }) => `${day} ${source}`).values()]
  if (groups.length === 0) return <p className="hint padded">No requests in this month.</p>
  const ofMonth = days.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <Table label="Requests by day and source">
      <Heads of={['Day', 'Source', { number: 'Requests' }, { number: 'Cost' }, 'For']} />
      <tbody>
        {groups.map((lines) => {
          const [first] = lines
          const requests = lines.reduce((sum, line) => sum + line.requests, 0)
          return (
            <tr key={`${first?.day} ${first?.source}`}>
              <td>{first?.day}</td>
              <td>
                <code>{first?.source}</code>
              </td>
              <td className="number">
                {formatWhole(requests)}
                <span className="under">{formatShare(requests / ofMonth)} of all</span>
              </td>
              <td className="number">{costsOf(lines)}</td>
              <td className="wordy">
                {lines
                  .toSorted((a, b) => b.requests - a.requests)
                  .map((line) => `${line.purpose.replaceAll('_', ' ')} ${formatWhole(line.requests)}`)
                  .join(', ')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** A price may have changed its currency during a day. */
function costsOf(lines: readonly SpendingDay[]): string {
  const byCurrency = Map.groupBy(
    lines.filter(({ amount }) => amount !== null),
    ({ currency }) => currency,
  )
  const sums = [...byCurrency].map(([currency, of]) =>
    formatMoney(
      of.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      currency,
    ),
  )
  return sums.length === 0 ? '–' : sums.join(' + ')
}
