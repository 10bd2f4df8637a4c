import type { Chain, TripResponse } from '@vacancy/client'
import { formatCpp } from '../ui/format.ts'

interface TripWordsProps {
  trip: TripResponse
  chains: readonly Chain[]
}

/** How the options are compared: what a point counts, and which nights are free. */
export function TripWords({ trip: { query }, chains }: TripWordsProps) {
  const [value] = Object.values(query.point_value)
  if (value === undefined) return null
  const rules = chains
    .filter(({ id }) => (query.wallet.points[id] ?? 0) > 0 || query.wallet.elite.includes(id))
    .flatMap((chain) => ruleOf(chain, query.wallet.elite.includes(chain.id)))
  return (
    <details className="explained">
      <summary>How are the options compared?</summary>
      <p className="hint">
        By their total cost to you: cash with taxes, plus {formatCpp(value, query.currency)} for each point.
        Certificates count as free. {rules.join(' ')}
      </p>
    </details>
  )
}

function ruleOf({ name, award_rules: { free_night: rule } }: Chain, isElite: boolean): string[] {
  if (!rule || (rule.who === 'elite' && !isElite)) return []
  const which = rule.frees === 'cheapest' ? 'the cheapest one' : 'the last one'
  return [
    `At ${name}, you pay points for only ${rule.every - 1} of ${rule.every} nights in a row: ${which} is free.`,
  ]
}
