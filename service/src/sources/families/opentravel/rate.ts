import { divideMinor } from '../../../kernel/money.ts'
import { type Rate, SourceFailure } from '../../source.ts'
import { pointsByNight } from '../points-by-night.ts'
import type { Element } from '../read-xml.ts'
import { roomCodeOf } from '../room-code.ts'
import { currencyOf } from './amounts.ts'
import { audienceOf, joined } from './audience.ts'
import type { Asked } from './echo.ts'
import { type Part, planTypeOf, textOf } from './offer.ts'
import { isRedemption, isStandardRedemption, pointsOf } from './points.ts'
import { afterTaxOf, priceOf } from './price.ts'
import type { Profile } from './profile.ts'
import { type ReadPlan, refundOf } from './terms.ts'
import { all, at, attribute } from './xml.ts'

export interface RateContext extends Pick<Profile, 'taxIncluded' | 'rateTimeUnit'> {
  asked: Asked
  /** The currency of amounts that do not state one. */
  currency: () => string | undefined
  readPlan: ReadPlan
  /** If false, redemption rates are ignored. */
  points: boolean
}

/**
 * One way to buy one room for the whole stay, or undefined if it is an award that was not requested. It has several parts if
 * the answer prices its nights in separate room rates. All amounts of a room rate, including its total, are for one room; our
 * totals multiply them by the requested rooms.
 */
export function readRate(parts: readonly Part[], context: RateContext): Rate | undefined {
  const [first] = parts
  if (first === undefined) throw new SourceFailure('broken', 'a rate without parts')
  const roomRates = parts.map((part) => part.roomRate)
  const currency = currencyOf(roomRates, context.currency)
  const terms = {
    ...namesOf(parts),
    currency,
    ...joined(parts.map(audienceOf)),
    ...refundOf(parts, context.readPlan),
    mealPlan: first.plan ? context.readPlan(first.plan).mealPlan : null,
  }
  const planType = planTypeOf(first)
  const segments = parts.flatMap((part) => part.segments)
  const points = pointsOf(segments)
  if (points === undefined) {
    // A redemption plan without points must not look like a cheap cash rate.
    if (isRedemption(planType)) throw new SourceFailure('broken', 'a redemption rate without points')
    return { ...terms, ...cashOf(parts, currency, context), ...NO_AWARD }
  }
  if (!context.points) return undefined
  const award = awardOf(parts, points, currency, context)
  return { ...terms, ...NO_CASH, ...award, standardAward: isStandardRedemption(planType) }
}

const NO_AWARD = { pointsPerNight: null, pointsTotal: null, cashCopayPerNight: null, standardAward: null }
const NO_CASH = { pricePerNight: null, pricePerNightAfterTax: null, total: null, totalAfterTax: null }

/** The codes and names of the plans, each once; from the description if a partner sends no plan. */
function namesOf(parts: readonly Part[]): { rateCode: string; name: string } {
  const names = new Map(
    parts.map(({ roomRate, plan }) => {
      const stated = statedCode(roomRate) ?? statedCode(plan)
      const described = stated === undefined ? descriptionOf(roomRate) : undefined
      const code = stated ?? (described === undefined ? 'rate' : roomCodeOf(described))
      const name =
        attribute(plan, 'RatePlanName') ??
        textOf(at(plan, 'RatePlanDescription')) ??
        stated ??
        described ??
        code
      return [code, name]
    }),
  )
  return { rateCode: [...names.keys()].join('+'), name: [...names.values()].join(' + ') }
}

function statedCode(element: Element | undefined): string | undefined {
  return (
    attribute(element, 'RatePlanCode') ??
    attribute(element, 'RatePlanID') ??
    attribute(element, 'BookingCode')
  )
}

function descriptionOf(roomRate: Element): string | undefined {
  return [...all(roomRate, 'RoomRateDescription'), ...all(roomRate, 'Rates', 'Rate', 'RateDescription')]
    .map(textOf)
    .find((text) => text !== undefined)
}

function cashOf(parts: readonly Part[], currency: string, { asked, taxIncluded }: RateContext) {
  const bases = [taxIncluded, !taxIncluded]
  const [quoted] = bases.flatMap((basis) => {
    const price = priceOf(parts, currency, basis, asked)
    return price === undefined ? [] : [{ price, taxIncluded: basis }]
  })
  if (quoted === undefined || quoted.price <= 0) throw new SourceFailure('broken', 'a rate without a price')
  const { price } = quoted
  const afterTax = afterTaxOf(parts, currency, asked)
  if (afterTax !== undefined && afterTax < price)
    throw new SourceFailure('broken', 'a total with taxes below the price')
  checkUnits(parts, price, afterTax)
  const { los, occupancy } = asked
  return {
    pricePerNight: divideMinor(price, los),
    pricePerNightAfterTax: afterTax === undefined ? null : divideMinor(afterTax, los),
    taxIncluded: quoted.taxIncluded,
    total: price * occupancy.rooms,
    totalAfterTax: afterTax === undefined ? null : afterTax * occupancy.rooms,
  }
}

/**
 * Against the schema, some systems state a multiplier beside a nightly price. If the total is that multiple of the price, it is
 * unclear which of the two is meant.
 */
function checkUnits(parts: readonly Part[], price: number, afterTax: number | undefined): void {
  const multiplier = Math.max(
    ...parts.flatMap((part) =>
      part.segments.map(({ rate }) => Number(attribute(rate, 'UnitMultiplier') ?? 1)),
    ),
  )
  if (multiplier > 1 && afterTax !== undefined && afterTax >= multiplier * price)
    throw new SourceFailure('broken', `a price per ${multiplier} nights that its total contradicts`)
}

function awardOf(
  parts: readonly Part[],
  byNight: readonly number[],
  currency: string,
  { asked, taxIncluded }: RateContext,
) {
  const segments = parts.flatMap((part) => part.segments)
  const hasCash = segments.some(({ rate }) => at(rate, 'Base') !== undefined)
  const copay = hasCash ? priceOf(parts, currency, taxIncluded, asked) : undefined
  // A cash part on another tax basis must not make the award look free of cash.
  if (hasCash && copay === undefined)
    throw new SourceFailure('broken', 'a redemption whose cash part is not on the tax basis')
  const { los, occupancy } = asked
  const points = byNight.reduce((sum, night) => sum + night, 0)
  return {
    taxIncluded,
    pointsPerNight: divideMinor(points, los),
    pointsTotal: points * occupancy.rooms,
    ...pointsByNight(byNight),
    cashCopayPerNight: copay ? divideMinor(copay, los) : null,
  }
}
