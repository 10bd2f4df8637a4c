import type { Milli } from '../kernel/credits.ts'
import type { PlanName } from '../kernel/plan-names.ts'

export interface Plan {
  /** Credits per calendar month. */
  allowance: Milli
  requestsPerSecond: number
}

export const PLANS = {
  free: { allowance: 250_000, requestsPerSecond: 2 },
  starter: { allowance: 5_000_000, requestsPerSecond: 5 },
  pro: { allowance: 50_000_000, requestsPerSecond: 20 },
  scale: { allowance: 1_000_000_000, requestsPerSecond: 100 },
} as const satisfies Record<PlanName, Plan>
