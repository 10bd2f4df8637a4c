import { formatCount, formatCredits, formatWhole } from '../ui/format.ts'
import { seriesOf, type Total } from './totals.ts'

interface BreakdownProps {
  rows: Total[]
  nameOf: (name: string) => string
  /** Uses the colours of the chart above. */
  colored?: boolean
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}

export function Breakdown({ rows, nameOf, colored = false, chosen, onChoose }: BreakdownProps) {
  if (rows.length === 0) return <p className="faint">No charges in this period.</p>
  const most = Math.max(...rows.map(({ credits }) => credits))
  return (
    <ul className="breakdown">
      {rows.map(({ name, credits, lines, live, cached }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={name === chosen}
            className={chosen !== undefined && name !== chosen ? 'faded' : ''}
            onClick={() => onChoose(name === chosen ? undefined : name)}
          >
            <span className="breakdown-name">{nameOf(name)}</span>
            <span className="breakdown-bar" aria-hidden="true">
              <span
                style={{
                  width: `${Math.max((credits / most) * 100, 1)}%`,
                  background: colored ? seriesOf(name) : 'var(--accent-fill)',
                }}
              />
            </span>
            <span className="breakdown-credits">{formatCredits(credits)}</span>
            <span className="breakdown-detail">
              {formatCount(lines, 'charge')} · {formatWhole(live)} live · {formatWhole(cached)} cached
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
