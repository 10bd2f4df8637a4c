import { Field } from '../ui/field.tsx'
import { formatCredits } from '../ui/format.ts'
import type { StatedBudget } from './use-budget.ts'

/** The most that the question may cost. */
export function BudgetField({ budget: { text, left, onChange } }: { budget: StatedBudget }) {
  return (
    <Field
      label="Credits, at most"
      type="number"
      inputMode="decimal"
      min={1}
      step="any"
      required
      value={text}
      hint={left === undefined ? undefined : `${formatCredits(left)} left`}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
