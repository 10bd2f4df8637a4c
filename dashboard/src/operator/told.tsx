import type { ReactNode } from 'react'
import { Field } from '../ui/field.tsx'

/** A field with what is wrong with it. */
export function Told({
  problem,
  hint,
  ...field
}: Parameters<typeof Field>[0] & { problem: string | undefined }) {
  const told: ReactNode = problem === undefined ? hint : <span role="alert">{`This ${problem}.`}</span>
  return <Field {...field} hint={told} aria-invalid={problem !== undefined || undefined} />
}
