import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { BudgetField } from './budget.tsx'
import { CostBefore } from './cost.tsx'
import type { StatedBudget } from './use-budget.ts'
import type { Paid } from './use-paid.tsx'

interface PaidFormProps {
  paid: Paid
  /** Whether the question has been sent and is not answered yet. */
  isAsking: boolean
  /** The words on the button. */
  action: string
  /** The most that it may cost, which the person chooses here and reads on the button. */
  budget?: StatedBudget
  /** The fields. */
  children: ReactNode
}

/** The form of a paid question, with its cost beside the button. */
export function PaidForm({ paid, isAsking, action, budget, children }: PaidFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    paid.submit()
  }
  return (
    <>
      <form onSubmit={submit}>
        {children}
        <div className="bench-actions">
          {budget && <BudgetField budget={budget} />}
          <Button
            type="submit"
            look="primary"
            busy={paid.isQuoting || isAsking}
            disabled={budget !== undefined && budget.refusal !== null}
          >
            {budget ? `${action} for at most ${budget.words}` : action}
          </Button>
          {budget?.refusal ? (
            <BudgetRefusal>{budget.refusal}</BudgetRefusal>
          ) : (
            <CostBefore cost={paid.cost} />
          )}
        </div>
        {paid.error && <FaultNote error={paid.error} />}
      </form>
      {paid.dialog}
    </>
  )
}

/** Why nothing can be spent. */
function BudgetRefusal({ children }: { children: ReactNode }) {
  return (
    <span className="caution" role="status">
      {children}
    </span>
  )
}
