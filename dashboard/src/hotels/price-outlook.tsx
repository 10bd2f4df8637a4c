import type { InsightResponse } from '@vacancy/client'
import { formatShare } from '../ui/format.ts'

type Outlook = NonNullable<InsightResponse['outlook']>

const ADVICE: Readonly<Record<Outlook['advice'], { words: string; tone: string }>> = {
  book: { words: 'Book now', tone: 'good' },
  wait: { words: 'Wait', tone: 'info' },
  either: { words: 'Book or wait', tone: 'info' },
  unknown: { words: 'No advice', tone: 'calm' },
}

/** How often such prices fell before arrival. */
export function PriceOutlook({ outlook }: { outlook: Outlook }) {
  const { words, tone } = ADVICE[outlook.advice]
  const known = outlook.drops.filter(({ probability }) => probability !== null)
  return (
    <section className="price-outlook" aria-label="Will it get cheaper?">
      <h3>Will it get cheaper?</h3>
      <p className="judgement-head">
        <span className={`badge big ${tone}`}>{words}</span>
      </p>
      <p className="note">{outlook.why}</p>
      <ul className="judgement-facts">
        {known.map((drop) => (
          <li key={drop.drop_pct}>{wordsOf(drop)}</li>
        ))}
      </ul>
    </section>
  )
}

function wordsOf({ drop_pct: pct, probability, base_rate: base, proven }: Outlook['drops'][number]): string {
  const usual = base === null ? '' : ` (${formatShare(base)} in its market)`
  const tested = proven ? '' : ' Past nights do not prove it.'
  return `At least ${pct}% cheaper before arrival: ${formatShare(probability ?? 0)}${usual}.${tested}`
}
