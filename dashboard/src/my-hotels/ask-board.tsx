import type { ReactNode } from 'react'
import { useUsage } from '../api/own-queries.ts'
import { CostBefore } from '../paid/cost.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Segments } from '../ui/field.tsx'
import { formatCredits } from '../ui/format.ts'
import type { useBoardJob } from './use-board-job.tsx'

export const SPANS = [
  { value: '14', label: '14' },
  { value: '30', label: '30' },
  { value: '60', label: '60' },
  { value: '90', label: '90 nights' },
] as const

export type Span = (typeof SPANS)[number]['value']

interface AskBoardProps {
  board: ReturnType<typeof useBoardJob>
  span: Span
  onSpan: (span: Span) => void
  /** What the button does, such as `Check parity`. */
  label: string
  children?: ReactNode
}

/** How many nights to ask for, what that costs, and the button that spends it. */
export function AskBoard({ board, span, onSpan, label, children }: AskBoardProps) {
  const { paid, isStarting, error } = board
  const left = useUsage().data?.credits_remaining
  const isTooDear = left !== undefined && (paid.cost?.credits_max ?? 0) > left
  return (
    <div className="ask-board">
      <Segments label="Nights" value={span} options={SPANS} onChoose={onSpan} />
      <Button look="primary" busy={isStarting} onClick={paid.submit}>
        {label}
      </Button>
      <CostBefore cost={paid.cost} />
      {children}
      {isTooDear && (
        <p className="caution" role="status">
          You have {formatCredits(left)} credits left this month. Choose fewer nights.
        </p>
      )}
      {error && <FaultNote error={error} />}
      {paid.dialog}
    </div>
  )
}

export function readSpan(text: string | undefined, usual: Span): Span {
  return SPANS.find(({ value }) => value === text)?.value ?? usual
}
