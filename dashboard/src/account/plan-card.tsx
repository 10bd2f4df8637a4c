import { Link } from '@tanstack/react-router'
import type { Meter } from '../api/own-shapes.ts'
import { formatCredits, formatFullDay, formatWhole } from '../ui/format.ts'
import { Card, FactList } from '../ui/page.tsx'

/** The plan, and how long its credits last at this pace. */
export function PlanCard({ usage }: { usage: Meter }) {
  const facts: [string, string][] = [
    ['Plan', usage.plan],
    ['Credits a month', formatCredits(usage.credits_limit)],
    ['Used', formatCredits(usage.credits_used)],
    ['Left', formatCredits(usage.credits_remaining)],
    ['Requests per second', formatWhole(usage.rate_limit_rps)],
    ['Resets on', formatFullDay(usage.resets_at.slice(0, 10))],
  ]
  return (
    <Card title="Plan and usage">
      <FactList facts={facts} />
      <p className="note">{forecastText(usage)}</p>
      <p className="hint">
        <Link to="/prices">Compare the plans</Link>. To change yours, ask the operator of this server.
      </p>
    </Card>
  )
}

export function forecastText({ forecast, credits_remaining, credits_limit }: Meter): string {
  if (credits_remaining <= 0) return 'All credits of this month are used.'
  if (forecast === null) {
    return 'There is too little usage for a forecast: it needs charges on at least 3 of the last 14 days.'
  }
  const { credits_per_day, ends_on, credits_used_at_reset } = forecast
  const pace = `about ${formatCredits(rounded(credits_per_day))} credits a day`
  return ends_on === null
    ? `At this pace (${pace}) you will have used ${formatCredits(rounded(credits_used_at_reset))} of ${formatCredits(credits_limit)} credits when the month ends.`
    : `At this pace (${pace}) the month’s credits end on ${formatFullDay(ends_on)}.`
}

/** A forecast has no use for thousandths. */
const rounded = (credits: number) => (credits < 10 ? Math.round(credits * 10) / 10 : Math.round(credits))
