import type { Answer } from '../api/call.ts'
import { formatCount, formatCredits } from '../ui/format.ts'

/** What an answer has cost, in one line. */
export function SpentLine({ answer: { charged, remaining, isRecalled } }: { answer: Answer<unknown> }) {
  if (isRecalled)
    return <p className="hint spent">This answer was paid for before. Showing it again is free.</p>
  return (
    <p className="hint spent" role="status">
      Charged {formatCount(charged, 'credit')}
      {remaining !== null && `, ${formatCredits(remaining)} left this month`}.
    </p>
  )
}
