import { forecastText } from '../account/plan-card.tsx'
import type { Meter } from '../api/own-shapes.ts'
import { formatAgo, formatCredits, formatShare } from '../ui/format.ts'
import { LOCALE } from '../ui/locale.ts'

export function MeterCard({ usage }: { usage: Meter }) {
  const { credits_used: used, credits_limit: limit, credits_remaining: left } = usage
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'calm'
  return (
    <section className="card meter" aria-label="Credits in this period">
      <div className="meter-main">
        <h2>Credits used in {monthName(usage.period)}</h2>
        <p className="figure">
          {formatCredits(used)} <span className="faint">of {formatCredits(limit)}</span>
        </p>
        <div
          className={`bar ${tone}`}
          role="progressbar"
          aria-label="Credits used"
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${Math.max(share * 100, used > 0 ? 0.6 : 0)}%` }} />
        </div>
        <p className="hint">
          {share >= 1
            ? 'All credits are used. Calls are refused until the period resets or the plan changes.'
            : usage.forecast && forecastText(usage)}
        </p>
      </div>
      <dl className="facts">
        <div>
          <dt>Remaining</dt>
          <dd>{formatCredits(left)}</dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd>{formatShare(share)}</dd>
        </div>
        <div>
          <dt>Resets</dt>
          <dd>{formatAgo(usage.resets_at)}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>
            {usage.plan} <span className="faint">{usage.rate_limit_rps} calls/s</span>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function monthName(period: string): string {
  return new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${period}-01T00:00:00Z`),
  )
}
