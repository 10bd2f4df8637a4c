import { scaleHalfUp } from './currencies.ts'
import { instantOf } from './days.ts'
import { between, mix } from './hash.ts'
import type { Hotel } from './hotel.ts'
import type { Quirks } from './quirk.ts'
import type { Party } from './taxes.ts'
import type { HeldBackPlan, Plan } from './world.ts'

/** A way to sell a room, without its nights. */
export interface PlanTerms extends Omit<Plan, 'nights' | 'currency'> {
  /** Basis points off the flexible price of the room. */
  offBasisPoints: number
  /** Added per night for the meals of the party. */
  supplement: number
  /** Sold in another money than the rest of the hotel. */
  otherCurrency: boolean
}

const DAY_MS = 86_400_000
/** Fewer days ahead than this, there is no advance-purchase discount. */
const ADVANCE_DAYS = 3

/** Larger than the advance-purchase discount, so that a mix-up with a public rate is noticed. */
const GOVERNMENT_BASIS_POINTS = 800
const PACKAGE_BASIS_POINTS = 1_000
/** Off the flexible rate. */
const ABROAD_BASIS_POINTS = 500

export interface Terms {
  checkinDay: number
  los: number
  party: Party
  nowMs: number
  /** Whether the source usually quotes with taxes. */
  withTax: boolean
}

const FLEX = { code: 'FLEX', name: 'Flexible Rate' }

const PLAIN = {
  memberOnly: false,
  needsProof: false,
  isPackage: false,
  otherBasis: false,
  otherCurrency: false,
  refundable: false,
  partlyRefundable: false,
  cancelBy: null,
  meal: 'room_only',
  supplement: 0,
} as const

/** What the plans of one stay have in common. */
interface Sale {
  flexible: PlanTerms
  /** What is off for the length of the stay, and with it what is off for paying at once. */
  longStay: number
  prepaid: number
  /** Whether the stay is far enough ahead to be sold for payment at once. */
  isAdvance: boolean
}

/** The plans of a hotel for a stay. */
export function plansOf(hotel: Hotel, terms: Terms, quirks: Quirks): PlanTerms[] {
  const free = freeUntil(hotel, terms)
  const longStay = hotel.longStay && terms.los >= hotel.longStay.nights ? hotel.longStay.basisPoints : 0
  const aheadMs = terms.checkinDay * DAY_MS - terms.nowMs
  const sale: Sale = {
    flexible: { ...PLAIN, ...FLEX, refundable: free !== null, cancelBy: free, offBasisPoints: longStay },
    longStay,
    prepaid: longStay + hotel.advanceBasisPoints,
    isAdvance: hotel.test !== null || aheadMs >= ADVANCE_DAYS * DAY_MS,
  }
  return [
    ...publicPlans(hotel, terms, quirks, sale),
    ...memberPlans(hotel, quirks, sale),
    ...specialPlans(quirks, sale),
  ]
}

function publicPlans(hotel: Hotel, terms: Terms, quirks: Quirks, sale: Sale): PlanTerms[] {
  const { flexible, prepaid } = sale
  const breakfast = mealPrice(hotel.breakfast, terms.party)
  // Cheapest on both bases or on neither, so that a row with a single plan shows the lowest of both.
  const mixedCode = terms.withTax || hotel.test ? 'ADVANCE' : 'BBFLEX'
  const isMixed = (code: string): boolean => quirks.has('mixedTax') && code === mixedCode
  const plans: PlanTerms[] = []
  if (heldBackPlans(hotel, terms.los, quirks).length === 0) {
    const inPart = quirks.has('partlyRefundable') && terms.los > 1 && flexible.refundable
    plans.push(inPart ? { ...flexible, refundable: false, cancelBy: null, partlyRefundable: true } : flexible)
  }
  const bed = { code: 'BBFLEX', name: 'Bed and Breakfast', meal: 'breakfast' } as const
  plans.push({ ...flexible, ...bed, supplement: breakfast, otherBasis: isMixed(bed.code) })
  if (hotel.halfBoard) {
    const supplement = breakfast * 3
    plans.push({ ...flexible, code: 'HBFLEX', name: 'Half Board', meal: 'half_board', supplement })
  }
  if (sale.isAdvance) {
    const advance = { code: 'ADVANCE', name: 'Advance Purchase', offBasisPoints: prepaid }
    plans.push({ ...PLAIN, ...advance, otherBasis: isMixed(advance.code) })
  }
  return plans
}

function memberPlans(hotel: Hotel, quirks: Quirks, { flexible, longStay, prepaid, isAdvance }: Sale) {
  const off = hotel.memberBasisPoints
  if (off === 0) return []
  const member = { code: 'MEMBER', name: 'Member Rate', memberOnly: true, offBasisPoints: longStay + off }
  const plans: PlanTerms[] = [{ ...flexible, ...member }]
  if (isAdvance && quirks.has('memberPrepaid')) {
    const advance = { code: 'MEMBERADV', name: 'Member Advance Purchase', offBasisPoints: prepaid + off }
    plans.push({ ...PLAIN, ...advance, memberOnly: true })
  }
  return plans
}

/** Restricted plans, and plans in another currency. */
function specialPlans(quirks: Quirks, { flexible, longStay, prepaid }: Sale): PlanTerms[] {
  const plans: PlanTerms[] = []
  if (quirks.has('mixedCurrency')) {
    const abroad = { code: 'ABROAD', name: 'International Rate', otherCurrency: true }
    plans.push({ ...flexible, ...abroad, offBasisPoints: longStay + ABROAD_BASIS_POINTS })
  }
  if (quirks.has('governmentRate')) {
    const government = { code: 'GOV', name: 'Government Rate', needsProof: true }
    plans.push({ ...flexible, ...government, offBasisPoints: prepaid + GOVERNMENT_BASIS_POINTS })
  }
  if (quirks.has('packages')) {
    const fly = { code: 'PACKAGE', name: 'Stay and Fly', isPackage: true }
    plans.push({ ...PLAIN, ...fly, offBasisPoints: prepaid + PACKAGE_BASIS_POINTS })
  }
  return plans
}

/** The plans that require a longer stay. */
export function heldBackPlans(hotel: Hotel, los: number, quirks: Quirks): HeldBackPlan[] {
  if (!quirks.has('restrictedPlan')) return []
  const minLos = hotel.test ? 2 : between(mix(hotel.key, 183), 2, 3)
  return los < minLos ? [{ ...FLEX, minLos }] : []
}

/** The end of free cancellation; null if it has passed. */
function freeUntil(hotel: Hotel, terms: Terms): string | null {
  const days = hotel.test ? 1 : between(mix(hotel.key, 91), 1, 3)
  const until = instantOf(terms.checkinDay - days, 18)
  return Date.parse(until) > terms.nowMs ? until : null
}

/** Children eat for half, infants for nothing. */
function mealPrice(perAdult: number, { adults, children, teens, infants }: Party): number {
  return perAdult * (adults + teens) + scaleHalfUp(perAdult * (children - teens - infants), 1, 2)
}
