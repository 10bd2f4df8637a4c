import type { ReactNode } from 'react'
import { useUsage } from '../api/own-queries.ts'
import { CostBefore } from '../paid/cost.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { Segments } from '../ui/field.tsx'
import { formatCredits } from '../ui/format.ts'
import { SPANS } from './spans.ts'
import type { OpenBoard } from './use-board.ts'

interface AskBoardProps {
  open: OpenBoard
  /** What the button does, such as `Check parity`. */
  label: string
  children?: ReactNode
}

/** How many nights to ask for, what that costs, and the button that spends it. */
export function AskBoard({ open, label, children }: AskBoardProps) {
  const { paid, isStarting, error, span, choose } = open
  const left = useUsage().data?.credits_remaining
  const isTooDear = left !== undefined && (paid.cost?.credits_max ?? 0) > left
  return (
    <div className="ask-board">
      <Segments label="Nights" value={span} options={SPANS} onChoose={choose} />
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
