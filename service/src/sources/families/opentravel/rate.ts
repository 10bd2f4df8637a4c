import { divideMinor, type Minor } from '../../../kernel/money.ts'
import { type Rate, SourceFailure } from '../../source.ts'
import { amountOf, overSegment, type Segment, segmentsOf, wholeOf } from './amounts.ts'
import type { Asked } from './echo.ts'
import { mealPlanOf, refundOf } from './terms.ts'
import { all, at, attribute, type Element, flag } from './xml.ts'

export interface RateContext {
  asked: Asked
  currency: string
  taxIncluded: boolean
  /** Where false, redemption rates are not read at all. */
  points: boolean
}

// Rate plan types of the OpenTravel code list RPT. Only these three are standard awards; 32 and 33 pay for an upgrade.
const STANDARD_REDEMPTION = new Set(['29', '30', '31'])
const UPGRADE_REDEMPTION = new Set(['32', '33'])

/**
 * One room rate with its plan, or undefined where it is an award that nobody asked for. All amounts of a room rate,
 * its total included, are read as those of one room; the totals of our record multiply them by the rooms asked.
 */
export function readRate(roomRate: Element, plan: Element, context: RateContext): Rate | undefined {
  const { asked, taxIncluded } = context
  const code = attribute(roomRate, 'RatePlanCode') ?? attribute(roomRate, 'RatePlanID')
  if (code === undefined) throw new SourceFailure('broken', 'a room rate without its plan')
  const segments = segmentsOf(all(roomRate, 'Rates', 'Rate'), asked.checkin, asked.los)
  const terms = {
    rateCode: code,
    currency: context.currency,
    name: attribute(plan, 'RatePlanName') ?? code,
    taxIncluded,
    memberOnly: isMemberOnly(plan),
    restricted: false,
    package: false,
    ...refundOf(plan),
    mealPlan: mealPlanOf(plan),
  }
  const planType = attribute(plan, 'RatePlanType') ?? attribute(roomRate, 'RatePlanType') ?? ''
  const points = pointsOf(segments)
  if (points === undefined) {
    // A redemption plan without its points must not pass for a cheap cash rate.
    if (STANDARD_REDEMPTION.has(planType) || UPGRADE_REDEMPTION.has(planType))
      throw new SourceFailure('broken', 'a redemption rate without points')
    return { ...terms, ...cashOf(roomRate, segments, context), ...NO_AWARD }
  }
  if (!context.points) return undefined
  return { ...terms, ...NO_CASH, ...awardOf(segments, points, planType, context) }
}

const NO_AWARD = { pointsPerNight: null, pointsTotal: null, cashCopayPerNight: null, standardAward: null }
const NO_CASH = { pricePerNight: null, pricePerNightAfterTax: null, total: null, totalAfterTax: null }

/** Rates for members are marked as exclusive, as asking for proof, or both. */
function isMemberOnly(plan: Element): boolean {
  return attribute(plan, 'RateIndicator') === 'Exclusive' || flag(plan, 'ID_RequiredInd') === true
}

function cashOf(roomRate: Element, segments: Segment[], context: RateContext) {
  const { los, occupancy } = context.asked
  const price = baseOf(segments, context)
  if (price === undefined || price <= 0)
    throw new SourceFailure('broken', 'a rate without a price on its tax basis')
  const afterTax = afterTaxOf(roomRate, segments, context)
  if (afterTax !== undefined && afterTax < price)
    throw new SourceFailure('broken', 'a total with taxes below the price')
  return {
    pricePerNight: divideMinor(price, los),
    pricePerNightAfterTax: afterTax === undefined ? null : divideMinor(afterTax, los),
    total: price * occupancy.rooms,
    totalAfterTax: afterTax === undefined ? null : afterTax * occupancy.rooms,
  }
}

/** The stay of one room on the chain's own tax basis; undefined where a night does not state it. */
function baseOf(segments: Segment[], { currency, taxIncluded }: RateContext): Minor | undefined {
  const name = taxIncluded ? 'AmountAfterTax' : 'AmountBeforeTax'
  return sumOver(segments, (segment) => {
    const base = amountOf(at(segment.rate, 'Base'), name, currency)
    const guests = at(segment.rate, 'AdditionalGuestAmounts')
    if (guests === undefined || base === undefined) return base
    // The surcharge for further guests stands beside the base and is part of what the asked party pays.
    const surcharge = amountOf(guests, name, currency)
    return surcharge === undefined ? undefined : base + surcharge
  })
}

/**
 * The stay of one room with everything in it: the room rate's total, else the totals of its nights, else their bases
 * where no fee stands beside them. A total that leaves fees out is not all-in, so it counts as unknown.
 */
function afterTaxOf(roomRate: Element, segments: Segment[], { currency }: RateContext): Minor | undefined {
  const total = at(roomRate, 'Total')
  const parts = [total, ...segments.map((segment) => at(segment.rate, 'Total'))]
  if (parts.some((part) => flag(part, 'AdditionalFeesExcludedIndicator') === true)) return undefined
  const whole = amountOf(total, 'AmountAfterTax', currency)
  if (whole !== undefined) return whole
  const nightly = sumOver(segments, ({ rate }) => amountOf(at(rate, 'Total'), 'AmountAfterTax', currency))
  if (nightly !== undefined) return nightly
  const beside = ['Fees', 'AdditionalGuestAmounts', 'AdditionalCharges']
  if (segments.some(({ rate }) => beside.some((name) => at(rate, name)))) return undefined
  return sumOver(segments, ({ rate }) => amountOf(at(rate, 'Base'), 'AmountAfterTax', currency))
}

/** Adds up a figure per unit over the stay; undefined as soon as one segment does not have it. */
function sumOver(
  segments: Segment[],
  figureOf: (segment: Segment) => number | undefined,
): number | undefined {
  let sum = 0
  for (const segment of segments) {
    const figure = figureOf(segment)
    if (figure === undefined) return undefined
    sum += overSegment(figure, segment)
  }
  return sum
}

/**
 * The points of the stay for one room, or undefined where this is a cash rate. A quantity counts, as the base beside it,
 * for the nights of its rate's unit, unless a certificate entry says for how many nights it was computed.
 */
function pointsOf(segments: Segment[]): number | undefined {
  const redemptions = segments.map((segment) => ({ segment, redemption: redemptionOf(segment.rate) }))
  if (redemptions.every(({ redemption }) => redemption === undefined)) return undefined
  let points = 0
  for (const { segment, redemption } of redemptions) {
    const quantity = wholeOf(attribute(redemption, 'RedemptionQuantity') ?? '', 'RedemptionQuantity')
    const nights = attribute(at(redemption, 'LoyaltyCertificate'), 'NmbrOfNights')
    const unitNights = nights === undefined ? segment.unitNights : wholeOf(nights, 'NmbrOfNights')
    points += overSegment(quantity, segment, unitNights)
  }
  if (points <= 0) throw new SourceFailure('broken', 'a redemption of no points')
  return points
}

/** Points that must be paid. Points that are merely accepted beside cards leave a rate what it is: a cash rate. */
function redemptionOf(rate: Element): Element | undefined {
  return all(rate, 'PaymentPolicies', 'GuaranteePayment')
    .filter((payment) => attribute(payment, 'Type') !== 'AcceptedPaymentForms')
    .flatMap((payment) => all(payment, 'AcceptedPayments', 'AcceptedPayment', 'LoyaltyRedemption'))
    .at(0)
}

function awardOf(segments: Segment[], points: number, planType: string, context: RateContext) {
  const { los, occupancy } = context.asked
  const copay = baseOf(segments, context)
  // A cash part on the other tax basis must not turn the award into one that is free of it.
  if (copay === undefined && segments.some(({ rate }) => at(rate, 'Base') !== undefined))
    throw new SourceFailure('broken', 'a redemption whose cash part is not on the tax basis')
  return {
    pointsPerNight: divideMinor(points, los),
    pointsTotal: points * occupancy.rooms,
    cashCopayPerNight: copay ? divideMinor(copay, los) : null,
    standardAward: STANDARD_REDEMPTION.has(planType),
  }
}
