import type { Minor } from '../../../kernel/money.ts'
import type { StayQuery } from '../../source.ts'
import { broken, currencyOf, toMinor } from './amounts.ts'
import type { Offer } from './schema.ts'

/**
 * The cost of an offer on its own tax basis. The nights are room rates, to which an offer may add charges for extra guests; the
 * stated total covers the whole stay. If it is above the nights it counts, provided that it is for all rooms, which the format
 * leaves open. An offer with taxes has no total to compare with, since that also includes fees.
 */
export function totalOf(
  offer: Offer,
  nights: Minor,
  currency: string,
  query: StayQuery,
  { taxIncluded }: { taxIncluded: boolean },
): Minor {
  if (taxIncluded || offer.total?.amountBeforeTax === undefined) return nights
  if (currencyOf(offer.total) !== currency) throw broken('a total in another currency than its nights')
  const total = toMinor(offer.total.amountBeforeTax, currency)
  const { rooms } = query.occupancy
  // Each night of each room may have been rounded.
  const slack = query.los * rooms
  if (Math.abs(total - nights) <= slack) return nights
  if (total > nights && (rooms === 1 || isForGuests(offer, total - nights, currency, query, slack)))
    return total
  throw broken(`a total of ${total} before tax, its nights make ${nights}`)
}

/** Whether extra guests, each at the stated charge per night, explain the difference. */
function isForGuests(
  offer: Offer,
  difference: Minor,
  currency: string,
  { los, occupancy }: StayQuery,
  slack: number,
): boolean {
  const charges = offer.rateInformation.rate?.additionalGuestAmounts ?? []
  const chargeOf = (kind: string): Minor => {
    const stated = charges.find((charge) => charge.ageQualifyingCode === kind)?.amountBeforeTax
    return stated === undefined ? 0 : toMinor(stated, currency)
  }
  const [adult, child] = [chargeOf('Adult'), chargeOf('Child')]
  for (let adults = 0; adults <= occupancy.adults; adults += 1) {
    for (let children = 0; children <= occupancy.children; children += 1) {
      const charged = (adults * adult + children * child) * los * occupancy.rooms
      if (Math.abs(charged - difference) <= slack) return true
    }
  }
  return false
}
