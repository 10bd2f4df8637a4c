import type { Quota } from '../source.ts'
import type { Outcome } from './attempt.ts'
import { quotasIn } from './quota.ts'

/** The tax basis of the prices seen, compared with the catalog. */
export interface TaxBasis {
  /** As in the catalog: whether nightly prices include taxes; null if that differs. */
  expected: boolean | null
  found: 'included' | 'excluded' | 'mixed'
  asExpected: boolean
}

/** One source, checked. */
export interface SourceReport {
  id: string
  family: string
  works: boolean
  /** Why nothing could be tried, or null. */
  problem: string | null
  hotelCode: string | null
  /** Null if no price was seen. */
  tax: TaxBasis | null
  /** The vendor's last statement of its limits. */
  quotas: Quota[]
  outcomes: Outcome[]
}

export type Findings = Partial<Pick<SourceReport, 'hotelCode' | 'tax' | 'quotas'>>

export function reportOf(
  { id, family }: { id: string; family: string },
  outcomes: Outcome[],
  findings: Findings = {},
): SourceReport {
  const works = outcomes.every(({ result }) => result !== 'fails')
  const heard = outcomes.flatMap(({ requests }) => requests.map(({ headers }) => quotasIn(headers)))
  const quotas = heard.findLast((said) => said.length > 0) ?? []
  return { id, family, works, problem: null, hotelCode: null, tax: null, quotas, outcomes, ...findings }
}

export function untried({ id, family }: { id: string; family: string }, problem: string): SourceReport {
  return { ...reportOf({ id, family }, []), works: false, problem }
}
