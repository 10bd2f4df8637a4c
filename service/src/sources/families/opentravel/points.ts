import { SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { wholeOf } from './amounts.ts'
import { overSegment, type Segment } from './nights.ts'
import { all, at, attribute } from './xml.ts'

// Rate plan types of the OpenTravel code list RPT. Only the first three are standard awards; 32 and 33 pay for an upgrade.
const STANDARD_REDEMPTION = new Set(['29', '30', '31'])
const UPGRADE_REDEMPTION = new Set(['32', '33'])

export function isStandardRedemption(planType: string): boolean {
  return STANDARD_REDEMPTION.has(planType)
}

export function isRedemption(planType: string): boolean {
  return STANDARD_REDEMPTION.has(planType) || UPGRADE_REDEMPTION.has(planType)
}

/**
 * The points of each night for one room, or undefined for a cash rate. Like the base amount, a quantity counts for the nights of
 * its rate's unit, unless a certificate entry states its number of nights.
 */
export function pointsOf(segments: readonly Segment[]): number[] | undefined {
  const inOrder = segments.toSorted((one, other) => one.first - other.first)
  const redemptions = inOrder.map((segment) => ({ segment, redemption: redemptionOf(segment.rate) }))
  if (redemptions.every(({ redemption }) => redemption === undefined)) return undefined
  const points: number[] = []
  for (const { segment, redemption } of redemptions) {
    const quantity = wholeOf(attribute(redemption, 'RedemptionQuantity') ?? '', 'RedemptionQuantity')
    const nights = attribute(at(redemption, 'LoyaltyCertificate'), 'NmbrOfNights')
    const unitNights = nights === undefined ? segment.unitNights : wholeOf(nights, 'NmbrOfNights')
    points.push(...spread(overSegment(quantity, segment, unitNights), segment.nights))
  }
  if (points.reduce((sum, night) => sum + night, 0) <= 0)
    throw new SourceFailure('broken', 'a redemption of no points')
  return points
}

/** Points of several nights, divided as evenly as whole points can be. */
function spread(points: number, nights: number): number[] {
  const least = Math.floor(points / nights)
  return Array.from({ length: nights }, (_, night) => least + Number(night < points % nights))
}

/** Points that must be paid. If points are only accepted besides cards, the rate is a cash rate. */
function redemptionOf(rate: Element): Element | undefined {
  return all(rate, 'PaymentPolicies', 'GuaranteePayment')
    .filter((payment) => attribute(payment, 'Type') !== 'AcceptedPaymentForms')
    .flatMap((payment) => all(payment, 'AcceptedPayments', 'AcceptedPayment', 'LoyaltyRedemption'))
    .at(0)
}
