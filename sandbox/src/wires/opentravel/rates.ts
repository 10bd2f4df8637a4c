import { minorDigits } from '../../world/currencies.ts'
import { dateOf, dayOf } from '../../world/days.ts'
import type { Award, HeldBackPlan, NightPrice, Plan } from '../../world/world.ts'
import { type Markup, xml } from './write-xml.ts'

/** How a chain writes its amounts. */
export interface Pricing {
  currency: string
  taxIncluded: boolean
}

/** The same of one plan, which may differ from the others. */
export function pricingOf(plan: Plan, { taxIncluded }: Pricing): Pricing {
  return { currency: plan.currency, taxIncluded: taxIncluded !== plan.otherBasis }
}

// Codes of the OpenTravel tables FTT (fees and taxes), MPT (meals) and RPT (rate plan types).
const TOTAL_TAX = 17
const CITY_FEE = 2
const MEAL_CODES = { room_only: 14, breakfast: 3, half_board: 12 } as const
const GOVERNMENT = 8
const PACKAGE = 11
const PUBLISHED = 24
const STANDARD_REDEMPTION = 29
const CASH_AND_POINTS_REDEMPTION = 31
const POINT_UPGRADE_REDEMPTION = 32

/** How a hotel writes the terms of its plans. */
export interface PlanWriting {
  /** The deadline of what cannot be cancelled, where the hotel states one. */
  deadline: string | undefined
  sparse: boolean
}

/** The terms of a cash plan; member plans are exclusive and require proof. */
export function cashPlan(plan: Plan, { deadline, sparse }: PlanWriting): Markup {
  return xml(
    'RatePlan',
    {
      RatePlanCode: plan.code,
      RatePlanName: plan.name,
      RatePlanType: planType(plan),
      RateIndicator: plan.memberOnly ? 'Exclusive' : undefined,
      ID_RequiredInd: plan.memberOnly || plan.needsProof ? true : undefined,
      PrepaidIndicator: sparse ? undefined : !plan.refundable,
    },
    xml('CancelPenalties', {}, penalty(plan, deadline)),
    sparse
      ? undefined
      : xml('MealsIncluded', {
          Breakfast: plan.meal !== 'room_only',
          Lunch: false,
          Dinner: plan.meal === 'half_board',
          MealPlanIndicator: plan.meal !== 'room_only',
          MealPlanCodes: MEAL_CODES[plan.meal],
        }),
  )
}

function planType(plan: Plan): number | undefined {
  if (plan.memberOnly) return undefined
  if (plan.needsProof) return GOVERNMENT
  return plan.isPackage ? PACKAGE : PUBLISHED
}

/** A plan that requires a longer stay. */
export function heldBackPlan({ code, name }: HeldBackPlan): Markup {
  return xml('RatePlan', {
    RatePlanCode: code,
    RatePlanName: name,
    RatePlanType: PUBLISHED,
    AvailabilityStatus: 'LOS_Restricted',
  })
}

function penalty(plan: Plan, deadline: string | undefined): Markup {
  if (plan.partlyRefundable) {
    return xml(
      'CancelPenalty',
      {},
      xml('Deadline', { OffsetTimeUnit: 'Day', OffsetUnitMultiplier: 0, OffsetDropTime: 'AfterBooking' }),
      xml('AmountPercent', { NmbrOfNights: 1, BasisType: 'Nights' }),
    )
  }
  if (plan.cancelBy === null) {
    return xml(
      'CancelPenalty',
      { NonRefundable: true },
      deadline === undefined ? undefined : xml('Deadline', { AbsoluteDeadline: deadline }),
      xml('AmountPercent', { Percent: 100 }),
    )
  }
  return xml(
    'CancelPenalty',
    {},
    xml('Deadline', { AbsoluteDeadline: plan.cancelBy }),
    xml('AmountPercent', { NmbrOfNights: 1, BasisType: 'Nights' }),
  )
}

export function awardPlan(award: Award): Markup {
  const withCash = award.nights.some((night) => night.copay > 0)
  const standard = withCash ? CASH_AND_POINTS_REDEMPTION : STANDARD_REDEMPTION
  return xml('RatePlan', {
    RatePlanCode: award.code,
    RatePlanName: award.name,
    RatePlanType: award.standard ? standard : POINT_UPGRADE_REDEMPTION,
  })
}

/** One `Rate` per run of equally priced nights; amounts are those of the whole run, for one room. */
export function cashRates(plan: Plan, pricing: Pricing): Markup[] {
  return runsOf(plan.nights).map(({ first, nights }) => {
    const { tax, fee, base } = first
    const money = moneyOf(pricing.currency)
    const [runBase, runTax, runFee] = [base * nights, tax * nights, fee * nights]
    const span = spanOf(first.night, nights)
    if (pricing.taxIncluded) {
      const all = runBase + runTax + runFee
      return xml(
        'Rate',
        span,
        xml('Base', money('AmountAfterTax', all), taxes('Inclusive', runTax, runFee, pricing.currency)),
        xml('Total', money('AmountAfterTax', all)),
      )
    }
    return xml(
      'Rate',
      span,
      xml('Base', money('AmountBeforeTax', runBase), taxes('Exclusive', runTax, 0, pricing.currency)),
      runFee > 0 ? xml('Fees', {}, cityFee('Fee', 'Exclusive', runFee, pricing.currency)) : undefined,
      xml('Total', {
        ...money('AmountBeforeTax', runBase + runFee),
        ...money('AmountAfterTax', runBase + runTax + runFee),
      }),
    )
  })
}

/** The stay of one room. */
export function cashTotal(plan: Plan, { currency, taxIncluded }: Pricing): Markup {
  const sum = (pick: (night: NightPrice) => number) => plan.nights.reduce((all, n) => all + pick(n), 0)
  const money = moneyOf(currency)
  const before = taxIncluded
    ? {}
    : money(
        'AmountBeforeTax',
        sum(({ base, fee }) => base + fee),
      )
  return xml('Total', { ...before, ...money('AmountAfterTax', sum(priceWithAll)) })
}

export function priceWithAll(night: NightPrice): number {
  return night.base + night.tax + night.fee
}

/** One `Rate` for the whole stay: the points of all its nights for one room, and what they leave to pay. */
export function awardRates(award: Award, { currency, taxIncluded }: Pricing): Markup[] {
  const nights = award.nights.length
  const points = award.nights.reduce((sum, night) => sum + night.points, 0)
  const copay = award.nights.reduce((sum, night) => sum + night.copay, 0)
  const name = taxIncluded ? 'AmountAfterTax' : 'AmountBeforeTax'
  const redemption = xml(
    'LoyaltyRedemption',
    { RedemptionQuantity: points },
    xml('LoyaltyCertificate', { NmbrOfNights: nights }),
  )
  const payment = xml(
    'GuaranteePayment',
    { Type: 'RequiredPayment' },
    xml('AcceptedPayments', {}, xml('AcceptedPayment', {}, redemption)),
  )
  const rate = xml(
    'Rate',
    spanOf(award.nights[0]?.night ?? '', nights),
    copay > 0 ? xml('Base', moneyOf(currency)(name, copay)) : undefined,
    xml('PaymentPolicies', {}, payment),
  )
  return [rate]
}

function spanOf(first: string, nights: number) {
  return {
    EffectiveDate: first,
    ExpireDate: dateOf(dayOf(first) + nights),
    ExpireDateExclusiveInd: true,
    RateTimeUnit: 'Day',
    UnitMultiplier: nights,
  }
}

function runsOf(nights: readonly NightPrice[]): { first: NightPrice; nights: number }[] {
  const runs: { first: NightPrice; nights: number }[] = []
  for (const night of nights) {
    const run = runs.at(-1)
    const same =
      run && night.base === run.first.base && night.tax === run.first.tax && night.fee === run.first.fee
    if (same) run.nights++
    else runs.push({ first: night, nights: 1 })
  }
  return runs
}

function taxes(type: string, tax: number, fee: number, currency: string): Markup {
  const lines = [
    xml('Tax', { Type: type, Code: TOTAL_TAX, ...moneyOf(currency)('Amount', tax) }),
    ...(fee > 0 ? [cityFee('Tax', type, fee, currency)] : []),
  ]
  return xml('Taxes', moneyOf(currency)('Amount', tax + fee), lines)
}

function cityFee(element: string, type: string, fee: number, currency: string): Markup {
  const mandatory = element === 'Fee' ? { MandatoryInd: true } : {}
  return xml(element, { Type: type, Code: CITY_FEE, ...mandatory, ...moneyOf(currency)('Amount', fee) })
}

function moneyOf(currency: string) {
  const digits = minorDigits(currency)
  return (name: string, minor: number) => {
    const whole = String(minor).padStart(digits + 1, '0')
    const amount = digits === 0 ? whole : `${whole.slice(0, -digits)}.${whole.slice(-digits)}`
    return { [name]: amount, CurrencyCode: currency }
  }
}
