import type { Element } from '../read-xml.ts'
import { type Offer, planTypeOf, textOf } from './offer.ts'
import { all, at, attribute, flag } from './xml.ts'

/** Who may book a rate. If none of the three is set: everyone. */
export interface Audience {
  memberOnly: boolean
  /** Requires proof of membership in a group: a company, a government, an association. */
  restricted: boolean
  /** Sold only with something else. */
  package: boolean
}

// Rate plan types of the OpenTravel code list RPT. All others except redemptions are public.
const RESTRICTED_TYPES = new Set([
  '1', // association
  '3', // convention
  '4', // corporate
  '5', // day use
  '8', // government
  '9', // military
  '10', // negotiated
  '14', // senior citizen
  '15', // tour, wholesale
  '16', // travel industry
  '20', // consortia
  '21', // group
  '22', // contract
  '25', // net
])
const PACKAGE_TYPES = new Set(['11', '23', '26'])

/** Group rates that older systems mark only in words: "CORPORATE RATE*DELUXE ROOM", "ID REQUIRED AT CHECK IN". */
const RESTRICTED_WORDS =
  /\b(?:corporate|government|govt|military|senior|negotiated|AAA|AARP)\b[^.*]{0,12}\b(?:rate|discount)|\bID\s+REQUI/i

/**
 * Member rates have the marks "exclusive" or "proof required". Governments and associations have the same marks, so a plan
 * whose type, document or words name such a group is restricted and not a member rate.
 */
export function audienceOf({ roomStay, roomRate, plan }: Offer): Audience {
  const planType = planTypeOf({ roomStay, roomRate, plan })
  const restricted =
    RESTRICTED_TYPES.has(planType) ||
    attribute(plan, 'QualificationType') !== undefined ||
    RESTRICTED_WORDS.test(wordsOf(plan, roomRate))
  const marked =
    flag(plan, 'ID_RequiredInd') === true ||
    attribute(plan, 'RateIndicator') === 'Exclusive' ||
    [roomStay, roomRate, plan].some((each) => attribute(each, 'AvailabilityStatus') === 'Exclusive')
  return { memberOnly: marked && !restricted, restricted, package: PACKAGE_TYPES.has(planType) }
}

function wordsOf(plan: Element | undefined, roomRate: Element): string {
  const described = [
    at(plan, 'RatePlanDescription'),
    ...all(roomRate, 'RoomRateDescription'),
    ...all(roomRate, 'Rates', 'Rate', 'RateDescription'),
  ]
  return [attribute(plan, 'RatePlanName'), ...described.map(textOf)].filter((text) => text).join(' * ')
}

/** If a stay consists of several plans, each applies to the whole. */
export function joined(audiences: readonly Audience[]): Audience {
  return {
    memberOnly: audiences.some((each) => each.memberOnly) && !audiences.some((each) => each.restricted),
    restricted: audiences.some((each) => each.restricted),
    package: audiences.some((each) => each.package),
  }
}
