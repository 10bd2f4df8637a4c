import type { Answer } from '../api/call.ts'
import { formatCount, formatCredits } from '../ui/format.ts'
import { useSpent } from './use-spent.ts'

interface SpentLineProps {
  answer: Answer<unknown>
  /** The answer whose jobs fetched the prices for this one. */
  before?: Answer<unknown> | null | undefined
}

/** What an answer and its jobs have cost, in one line. */
export function SpentLine({ answer, before }: SpentLineProps) {
  const answers = before && !before.isRecalled ? [before, answer] : [answer]
  const { byJobs, isRunning, left } = useSpent(answers)
  if (answer.isRecalled)
    return <p className="hint spent">This answer was paid for before. Showing it again is free.</p>
  const credits = answers.reduce((sum, { charged }) => sum + charged, byJobs)
  return (
    <p className="hint spent" role="status">
      Cost {formatCount(credits, 'credit')}
      {isRunning && ' so far'}
      {left !== null && `, ${formatCredits(left)} left this month`}.
    </p>
  )
}
