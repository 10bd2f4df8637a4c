export const PLAN_NAMES = ['free', 'starter', 'pro', 'scale'] as const

export type PlanName = (typeof PLAN_NAMES)[number]

export function isPlan(name: string): name is PlanName {
  return PLAN_NAMES.some((each) => each === name)
}
