import type { AwardSearchResponse, Chain } from '@vacancy/client'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import type { StatedBudget } from './use-budget.ts'
import type { Paid } from './use-paid.tsx'

interface NotFilledProps {
  left: AwardSearchResponse['not_filled']
  chains: readonly Chain[]
  budget: StatedBudget
  paid: Paid
}

/** What the budget did not pay for, and a button to go on. */
export function NotFilled({ left, chains, budget, paid }: NotFilledProps) {
  if (!left || left.nights === 0) return null
  const names = left.chains.map((id) => chains.find((chain) => chain.id === id)?.name ?? id)
  return (
    <div className="note again" role="status">
      <p>
        Not looked at yet: {formatCount(left.nights, 'night')} at {formatCount(left.hotels, 'hotel')} (
        {names.join(', ')}).
      </p>
      <Button busy={paid.isQuoting} disabled={budget.refusal !== null} onClick={paid.submit}>
        Search on for at most {budget.words}
      </Button>
      {budget.refusal !== null && <span className="hint">{budget.refusal}</span>}
    </div>
  )
}
