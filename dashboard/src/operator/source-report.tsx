import type { SourceTest } from '../api/operator-queries.ts'
import { formatWhole } from '../ui/format.ts'

/** What real calls to a source showed. */
export function Report({ report: { works, problem, capabilities, quotas } }: { report: SourceTest }) {
  return (
    <div className="source-report" role="status">
      <span className={`badge ${works ? 'good' : 'bad'}`}>{works ? 'works' : 'does not work'}</span>
      {problem !== null && <span className="under">{problem}</span>}
      <ul>
        {capabilities.map(({ capability, result, detail, latency_ms }) => (
          <li key={capability}>
            <strong>{capability}</strong> {result}
            {latency_ms !== null && ` in ${formatWhole(latency_ms)} ms`}
            {result === 'fails' && `: ${detail}`}
          </li>
        ))}
        {quotas.map(({ window, remaining, limit, unit }) => (
          <li key={`${window}${unit}`}>
            <strong>quota</strong> {formatWhole(remaining)}
            {unit === 'percent' ? '%' : limit === null ? ' requests' : ` of ${formatWhole(limit)} requests`}{' '}
            left
            {window !== null && ` this ${window}`}
          </li>
        ))}
      </ul>
      {quotas.length === 0 && <span className="under">The vendor states no quota.</span>}
    </div>
  )
}
