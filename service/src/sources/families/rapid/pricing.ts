import { type Static, Type } from 'typebox'
import type { Night } from '../../../kernel/dates.ts'
import { divideMinor, type Minor, parseMinor } from '../../../kernel/money.ts'
import { type Rate, SourceFailure } from '../../source.ts'

const Amount = Type.Object({ value: Type.String(), currency: Type.String({ pattern: '^[A-Z]{3}$' }) })

const Charge = Type.Object({
  billable_currency: Type.Optional(Amount),
  request_currency: Type.Optional(Amount),
})

export const PricingShape = Type.Object({
  nightly: Type.Optional(Type.Array(Type.Array(Type.Unknown()))),
  totals: Type.Object({
    exclusive: Charge,
    inclusive: Type.Optional(Charge),
    property_inclusive: Type.Optional(Charge),
    property_fees: Type.Optional(Charge),
  }),
})

export interface Asked {
  checkin: Night
  los: number
  currency: string
  /** As requested, one per room. */
  occupancies: readonly string[]
  /** When it was requested. */
  nowMs: number
}

export type Figures = Pick<
  Rate,
  'currency' | 'pricePerNight' | 'pricePerNightAfterTax' | 'total' | 'totalAfterTax'
>

/**
 * Totals are per room, under the key of its occupancy; identical rooms share a key. Each nightly list shows how many nights
 * were priced.
 */
export function figuresOf(
  rate: { id: string; occupancy_pricing: Readonly<Record<string, Static<typeof PricingShape>>> },
  asked: Asked,
): Figures {
  let total: Minor = 0
  let totalAfterTax: Minor | null = 0
  let currency: string | undefined
  for (const occupancy of asked.occupancies) {
    const pricing = rate.occupancy_pricing[occupancy]
    if (!pricing) throw new SourceFailure('broken', `rate ${rate.id} has no price for occupancy ${occupancy}`)
    if (pricing.nightly && pricing.nightly.length !== asked.los) {
      throw new SourceFailure('broken', `rate ${rate.id} prices ${pricing.nightly.length} nights`)
    }
    const exclusive = amountOf(pricing.totals.exclusive)
    if (!exclusive || exclusive.minor <= 0) throw new SourceFailure('broken', `rate ${rate.id} has no price`)
    currency ??= exclusive.currency
    if (exclusive.currency !== currency) throw new SourceFailure('broken', `rate ${rate.id} mixes currencies`)
    total += exclusive.minor
    const allIn = allInOf(pricing.totals, currency)
    totalAfterTax = allIn === null || totalAfterTax === null ? null : totalAfterTax + allIn
  }
  if (currency === undefined) throw new SourceFailure('broken', 'no room was asked')
  if (totalAfterTax !== null && totalAfterTax < total) {
    throw new SourceFailure('broken', `rate ${rate.id} costs less with taxes than without`)
  }
  const shares = asked.los * asked.occupancies.length
  return {
    currency,
    pricePerNight: divideMinor(total, shares),
    pricePerNightAfterTax: totalAfterTax === null ? null : divideMinor(totalAfterTax, shares),
    total,
    totalAfterTax,
  }
}

/** `inclusive` leaves out what the hotel collects, so it is used only if the answer states those fees. */
function allInOf(totals: Static<typeof PricingShape>['totals'], currency: string): Minor | null {
  const allIn = amountOf(totals.property_inclusive)
  if (allIn) return allIn.currency === currency ? allIn.minor : null
  const fees = amountOf(totals.property_fees)
  const inclusive = amountOf(totals.inclusive)
  if (!fees || inclusive?.currency !== currency) return null
  return fees.minor === 0 || fees.currency === currency ? inclusive.minor + fees.minor : null
}

function amountOf(charge: Static<typeof Charge> | undefined): { minor: Minor; currency: string } | null {
  const amount = charge?.request_currency ?? charge?.billable_currency
  if (!amount) return null
  try {
    const minor = parseMinor(amount.value, amount.currency)
    if (minor >= 0) return { minor, currency: amount.currency }
  } catch (cause) {
    throw new SourceFailure('broken', 'an amount that is no number', { cause })
  }
  throw new SourceFailure('broken', 'an amount below nothing')
}
