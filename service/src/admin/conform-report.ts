import { counted } from '../kernel/counted.ts'
import type { Verdict } from '../sources/conformance/conform.ts'

/** For people: one line per rule. */
export function conformText(family: string, rules: readonly Verdict[]): string {
  const broken = rules.filter(({ holds }) => !holds).length
  const lines = rules.map(
    ({ rule, holds, why }) => `  ${holds ? 'holds' : 'fails'}  ${rule}${why === null ? '' : `: ${why}`}`,
  )
  const end =
    broken === 0
      ? `All ${counted(rules.length, 'rule')} hold.`
      : `${counted(broken, 'rule')} of ${rules.length} ${broken === 1 ? 'does' : 'do'} not hold.`
  return `${[family, ...lines, '', end].join('\n')}\n`
}
