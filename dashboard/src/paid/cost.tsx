import type { Quote } from '@vacancy/client'
import type { Answer } from '../api/call.ts'
import { useUsage } from '../api/own-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCredits, formatWhole } from '../ui/format.ts'
import { upstreamWords } from './upstream-words.ts'
import { useSpent } from './use-spent.ts'

type Cost = Quote['quote']

function costText({ credits_min: least, credits_max: most }: Cost): string {
  const unit = most === 1 && least === most ? 'credit' : 'credits'
  return least === most
    ? `${formatCredits(most)} ${unit}`
    : `${formatCredits(least)} to ${formatCredits(most)} ${unit}`
}

/** The cost of a call before it is made. */
export function CostBefore({ cost }: { cost: Cost | undefined }) {
  const isKnown = cost !== undefined && cost.live === 0 && cost.cached > 0
  return (
    <span className="hint cost-before" role="status">
      {cost && `Costs ${costText(cost)}${cost.upstream ? ` (${upstreamWords(cost.upstream)})` : ''}`}
      {isKnown && ', from prices that are known'}
    </span>
  )
}

interface ConfirmCostProps {
  cost: Cost
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmCost({ cost, onConfirm, onClose }: ConfirmCostProps) {
  const left = useUsage().data?.credits_remaining
  const isAbove = left !== undefined && cost.credits_max > left
  return (
    <Dialog title={`Spend up to ${formatCredits(cost.credits_max)} credits?`} onClose={onClose}>
      <p>
        This call costs {costText(cost)}.
        {left !== undefined && ` You have ${formatCredits(left)} credits left this month.`}
      </p>
      <p className="hint">
        {formatWhole(cost.live)} fetched live, {formatWhole(cost.cached)} from the cache. What fails is free.
        {cost.upstream && ` It takes ${upstreamWords(cost.upstream)}.`}
      </p>
      {isAbove && (
        <p className="caution" role="status">
          That is more than you have. Ask for fewer nights or hotels.
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={isAbove} onClick={onConfirm}>
          Spend up to {formatCredits(cost.credits_max)}
        </Button>
      </div>
    </Dialog>
  )
}

/** What a call has cost: its own charge and, live, what its jobs have spent. */
export function Receipt({ answer }: { answer: Answer<unknown> }) {
  const { jobs, byJobs, isRunning, left } = useSpent([answer])
  return (
    <dl className="receipt">
      <div>
        <dt>Charged</dt>
        <dd>
          <strong>{formatCredits(answer.charged)}</strong> {answer.charged === 1 ? 'credit' : 'credits'}
          {answer.isRecalled && <span className="faint"> (paid before)</span>}
        </dd>
      </div>
      {jobs > 0 && (
        <div>
          <dt>{jobs === 1 ? 'Job' : 'Jobs'}</dt>
          <dd>
            <span role="status">
              <strong>{formatCredits(byJobs)}</strong> credits {isRunning ? 'so far' : 'spent'}
            </span>
          </dd>
        </div>
      )}
      {left !== null && !answer.isRecalled && (
        <div>
          <dt>Remaining</dt>
          <dd>{formatCredits(left)}</dd>
        </div>
      )}
      {!answer.isRecalled && (
        <>
          <div>
            <dt>Time</dt>
            <dd>{formatWhole(answer.tookMs)} ms</dd>
          </div>
          <div>
            <dt>Request</dt>
            <dd>
              <code>{answer.requestId}</code>
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}
