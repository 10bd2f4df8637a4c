import { useQueryClient } from '@tanstack/react-query'
import type { Job, Quote } from '@vacancy/client'
import { useEffect } from 'react'
import type { Answer } from '../api/call.ts'
import { useUsage } from '../api/own-queries.ts'
import { isUnderWay, useJobsById } from '../api/v1-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCredits, formatWhole } from '../ui/format.ts'
import { upstreamWords } from './upstream-words.ts'

type Cost = Quote['quote']

export function costText({ credits_min: least, credits_max: most }: Cost): string {
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
          That is more than you have, so it cannot be asked. Ask for fewer nights or hotels.
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

/** The jobs that an answer has started. */
export function jobsIn(data: unknown): Job[] {
  const { job, jobs } = data as { job?: Job; jobs?: Job[] }
  return jobs ?? (job ? [job] : [])
}

interface ReceiptProps {
  answer: Answer<unknown>
  /** The answer whose jobs fetched the prices for this one. */
  before?: Answer<unknown> | null | undefined
}

/** What a call has cost: its own charge and, live, what its jobs have spent. */
export function Receipt({ answer, before }: ReceiptProps) {
  const started = [...(before ? jobsIn(before.data) : []), ...jobsIn(answer.data)]
  const jobs = useJobsById(started.map(({ id }) => id)).map((job, index) => job ?? started[index])
  const spent = jobs.reduce((sum, job) => sum + (job?.credits_spent ?? 0), 0)
  const isRunning = jobs.some((job) => job && isUnderWay(job))
  const left = useLeftAfter(answer, started.length > 0, isRunning)
  return (
    <dl className="receipt">
      <div>
        <dt>Charged</dt>
        <dd>
          <strong>{formatCredits(answer.charged)}</strong> {answer.charged === 1 ? 'credit' : 'credits'}
          {answer.isRecalled && <span className="faint"> (paid before)</span>}
        </dd>
      </div>
      {started.length > 0 && (
        <div>
          <dt>{started.length === 1 ? 'Job' : 'Jobs'}</dt>
          <dd>
            <span role="status">
              <strong>{formatCredits(spent)}</strong> credits {isRunning ? 'so far' : 'spent'}
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

/** What is left of the month: as the answer said, or as it is once its jobs have spent theirs. */
function useLeftAfter({ remaining }: Answer<unknown>, hasJobs: boolean, isRunning: boolean): number | null {
  const queries = useQueryClient()
  const usage = useUsage()
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries({ queryKey: ['usage'] })
  }, [queries, isRunning])
  return hasJobs ? (usage.data?.credits_remaining ?? remaining) : remaining
}
