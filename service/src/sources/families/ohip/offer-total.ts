import type { Minor } from '../../../kernel/money.ts'
import type { StayQuery } from '../../source.ts'
import { broken, currencyOf, toMinor } from './amounts.ts'
import type { Offer } from './schema.ts'

/**
 * What an offer costs on its own tax basis. The nights are room rates, beside which an offer may charge for further
 * guests; the stated total is the cost of the entire stay. Where it is above the nights it counts, as far as it surely is for
 * all rooms: the format leaves open whether it may be for one. An offer with its taxes in it states no total to hold the nights
 * against, since that one has further fees in it.
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

/** Whether some of the party as further guests, each at the stated charge a night, explain the difference. */
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
