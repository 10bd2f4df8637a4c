import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { CostBefore } from './cost.tsx'
import type { Paid } from './use-paid.tsx'

interface PaidFormProps {
  paid: Paid
  /** Whether the question has been sent and is not answered yet. */
  isAsking: boolean
  /** The words on the button. */
  action: string
  /** The fields. */
  children: ReactNode
}

/** The form of a paid question, with its cost beside the button. */
export function PaidForm({ paid, isAsking, action, children }: PaidFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    paid.submit()
  }
  return (
    <>
      <form onSubmit={submit}>
        {children}
        <div className="bench-actions">
          <Button type="submit" look="primary" busy={paid.isQuoting || isAsking}>
            {action}
          </Button>
          <CostBefore cost={paid.cost} />
        </div>
        {paid.error && <FaultNote error={paid.error} />}
      </form>
      {paid.dialog}
    </>
  )
}
