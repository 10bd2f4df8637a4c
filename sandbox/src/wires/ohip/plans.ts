import type { HeldBackPlan, Plan, Quote } from '../../world/world.ts'
import { readFlag, readList } from './asks.ts'

/** Which rate plans a request may see: the public ones, those it names, and those its access code opens. */
export interface PlanFilter {
  named: readonly string[]
  accessCode: string | null
  matchOnly: boolean
}

const PUBLIC_PLANS = new Set(['FLEX', 'BBFLEX', 'HBFLEX', 'ADVANCE'])

export function readPlanFilter(query: URLSearchParams): PlanFilter {
  return {
    named: readList(query, 'ratePlanCodes'),
    accessCode: query.get('accessCode'),
    matchOnly: readFlag(query, 'ratePlanCodeMatchOnly'),
  }
}

export function isVisible(plan: Plan, filter: PlanFilter, memberAccessCode: string): boolean {
  if (plan.memberOnly) return filter.accessCode === memberAccessCode
  return !filter.matchOnly || filter.named.includes(plan.code)
}

/** What the request matched a plan by, in the vendor's words. */
export function matchOf(plan: Plan, filter: PlanFilter): object {
  if (plan.memberOnly) return { additionalDetails: { ratePlanMatches: true, value: 'AccessCode' } }
  return filter.named.includes(plan.code) ? NAMED : {}
}

const NAMED = { additionalDetails: { ratePlanMatches: true, value: 'RatePlanCode' } }

export function accessOf(plan: Plan, memberAccessCode: string): object {
  return plan.memberOnly ? { accessCode: memberAccessCode, identificationRequired: true } : {}
}

/** For an access code that opens nothing, the answer has a row without a plan. */
export function unknownAccess(seen: readonly Plan[], { accessCode }: PlanFilter): object[] {
  if (accessCode === null || seen.some((plan) => plan.memberOnly)) return []
  return [{ accessCode, availabilityStatus: 'NotFound' }]
}

/** Plans that require a longer stay, while the property has others for sale. */
export function heldBackPlans(quote: Quote, filter: PlanFilter, taxIncluded: boolean): object[] {
  return quote.heldBack
    .filter(({ code }) => !filter.matchOnly || filter.named.includes(code))
    .map((plan) => heldBackRow(plan, taxIncluded, filter.named.includes(plan.code)))
}

function heldBackRow({ code, name, minLos }: HeldBackPlan, taxInclusive: boolean, named: boolean): object {
  return {
    ratePlanCode: code,
    ratePlanName: name,
    availabilityStatus: 'NoAvailability',
    taxInclusive,
    restrictions: [{ restrictionType: 'MinimumLengthOfStay', restrictionValue: minLos }],
    ...(named ? NAMED : {}),
  }
}

/** Why a stay is not for sale, other than a lack of rooms. */
export function restrictionsOf(quote: Quote): { restrictionType: string; restrictionValue?: number }[] {
  if (quote.status === 'closed') return [{ restrictionType: 'Closed' }]
  if (quote.status !== 'restricted_los') return []
  return [{ restrictionType: 'MinimumLengthOfStay', restrictionValue: quote.minLos }]
}

/** The named plans of a property that cannot be sold, each with what restricts it. */
export function unsoldPlans(quote: Quote, filter: PlanFilter, taxIncluded: boolean): object[] {
  const restrictions = restrictionsOf(quote)
  return filter.named.map((ratePlanCode) => {
    if (!PUBLIC_PLANS.has(ratePlanCode)) return { ratePlanCode, availabilityStatus: 'NotFound' }
    return {
      ratePlanCode,
      availabilityStatus: restrictions.length > 0 ? 'Restricted' : 'NoAvailability',
      taxInclusive: taxIncluded,
      ...(restrictions.length > 0 ? { restrictions } : {}),
      ...NAMED,
    }
  })
}
