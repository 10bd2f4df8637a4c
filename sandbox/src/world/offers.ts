import { awardsOf } from './awards.ts'
import { scaleHalfUp } from './currencies.ts'
import { between, chance, mix } from './hash.ts'
import type { Channel, Hotel, RoomType } from './hotel.ts'
import type { HotelNight } from './nights.ts'
import { type PlanTerms, plansOf, type Terms } from './plans.ts'
import { markupFor, type Sale } from './points-of-sale.ts'
import type { Quirks } from './quirk.ts'
import { agencyRoom } from './room-names.ts'
import { feeOn, taxOn, unevenFee } from './taxes.ts'
import type { NightPrice, Plan, RoomOffer } from './world.ts'

/** The request for a property, and how to answer it. */
export interface Selling {
  nights: readonly HotelNight[]
  terms: Terms
  rooms: number
  sale: Sale | undefined
  quirks: Quirks
  /** The quote's, and the one of a plan that is sold in another. */
  currency: string
  otherCurrency: string
  /** Turn amounts of the property's currency into either. */
  inCurrency: (amount: number) => number
  inOtherCurrency: (amount: number) => number
}

/** What the chain itself sells for these nights: every room that fits the party, cheapest first. */
export function chainOffers(hotel: Hotel, selling: Selling): RoomOffer[] {
  const plans = plansOf(hotel, selling.terms, selling.quirks)
  const seller = { key: hotel.key, isTest: hotel.test !== null }
  return fittingRooms(hotel, selling).map(({ room, left }) => ({
    code: room.code,
    name: room.name,
    of: room.code,
    beds: room.beds,
    maxOccupancy: room.maxOccupancy,
    left,
    plans: pricedPlans(hotel, room, plans, selling, () => markupFor(selling.sale, seller, 10_000)),
    awards: awardsOf(hotel, room, selling.nights, selling.inCurrency),
  }))
}

/** What an agency sells: fewer rooms and plans, under its own names, at its own markup of each night. */
export function channelOffers(channel: Channel, selling: Selling): RoomOffer[] {
  const { hotel } = channel
  const kept = hotel.test ? hotel.rooms.length : between(mix(channel.key, 111), 2, 3)
  const seller = { key: channel.key, isTest: hotel.test !== null }
  const plans = agencyPlans(channel, plansOf(hotel, selling.terms, selling.quirks), selling.quirks)
  return fittingRooms(hotel, selling)
    .slice(0, kept)
    .map(({ room, left }) => {
      const { name, of } = agencyRoom(channel, room, room === hotel.rooms[0])
      return {
        code: agencyRoomCode(channel, room),
        name,
        of,
        beds: room.beds,
        maxOccupancy: room.maxOccupancy,
        left,
        plans: pricedPlans(hotel, room, plans, selling, (day) =>
          markupFor(selling.sale, seller, markupOf(channel, day)),
        ),
        awards: [],
      }
    })
}

/** A room's plans with the price of each night. */
function pricedPlans(
  hotel: Hotel,
  room: RoomType,
  plans: readonly PlanTerms[],
  selling: Selling,
  markupOn: (day: number) => number,
): Plan[] {
  const percent = partyPercent(hotel, selling.terms)
  const nights = selling.nights.map((night) => ({
    night,
    forParty: scaleHalfUp(night.base, room.basisPoints * percent, 1_000_000),
    markup: markupOn(night.day),
  }))
  const isMissing = selling.quirks.has('missingRate') && room === hotel.rooms[0]
  const sold = isMissing ? plans.filter((plan) => !PREPAID_PUBLIC.has(plan.code)) : plans
  return sold.map((plan) => ({
    code: plan.code,
    name: plan.name,
    memberOnly: plan.memberOnly,
    needsProof: plan.needsProof,
    isPackage: plan.isPackage,
    otherBasis: plan.otherBasis,
    currency: plan.otherCurrency ? selling.otherCurrency : selling.currency,
    refundable: plan.refundable,
    partlyRefundable: plan.partlyRefundable,
    cancelBy: plan.cancelBy,
    meal: plan.meal,
    nights: nights.map((night) => priceOf(hotel, plan, night, selling)),
  }))
}

/** The plan that a missing rate removes: the cheapest public one. */
const PREPAID_PUBLIC = new Set(['ADVANCE', 'RO-NR'])

function fittingRooms(
  hotel: Hotel,
  { nights, terms: { party }, rooms }: Selling,
): { room: RoomType; left: number }[] {
  const fitting: { room: RoomType; left: number }[] = []
  hotel.rooms.forEach((room, i) => {
    if (room.maxOccupancy < party.adults + party.children) return
    const left = hotel.test ? 9 : Math.min(...nights.map((night) => leftOf(hotel, i, night.day)))
    if (left >= rooms) fitting.push({ room, left })
  })
  return fitting
}

function leftOf(hotel: Hotel, roomIndex: number, day: number): number {
  const h = mix(hotel.key, day, 112, roomIndex)
  return chance(h, 500) ? 0 : between(mix(h, 113), 2, 14)
}

interface RoomNight {
  night: HotelNight
  /** The flexible rate of the room for the party. */
  forParty: number
  markup: number
}

function priceOf(
  hotel: Hotel,
  plan: PlanTerms,
  { night, forParty, markup }: RoomNight,
  selling: Selling,
): NightPrice {
  const direct = scaleHalfUp(forParty, 10_000 - plan.offBasisPoints, 10_000) + plan.supplement
  const inCurrency = plan.otherCurrency ? selling.inOtherCurrency : selling.inCurrency
  const isUndercut = hotel.test === 'undercut'
  const base = isUndercut ? direct : scaleHalfUp(direct, markup, 10_000)
  const figure = isUndercut ? (amount: number) => undercut(inCurrency(amount), markup) : inCurrency
  const uneven = selling.quirks.has('unevenFees') ? unevenFee(hotel, night.day) : 0
  return {
    night: night.date,
    base: figure(base),
    tax: figure(taxOn(hotel, base)),
    fee: figure(feeOn(hotel, base, selling.terms.party) + uneven),
  }
}

/**
 * All figures of UNDERCUT are multiples of ten in every currency, so that the agencies' 10 % discount is exact before tax,
 * with tax, with fees, per night and per stay.
 */
function undercut(amount: number, markup: number): number {
  return scaleHalfUp(scaleHalfUp(amount, 1, 10) * 10, markup, 10_000)
}

/** Per cent of the price for two: a guest alone pays a little less, every further one more. Infants sleep for free. */
function partyPercent(hotel: Hotel, { party }: Terms): number {
  const grown = Math.max(0, party.adults + party.teens - 2)
  const young = party.children - party.teens - party.infants
  if (hotel.test) return 100 + 20 * grown + 5 * young
  const adult = between(mix(hotel.key, 114), 12, 24)
  const child = between(mix(hotel.key, 115), 0, 9)
  const alone = party.adults === 1 && party.children === 0 ? -between(mix(hotel.key, 116), 0, 8) : 0
  return 100 + adult * grown + child * young + alone
}

/** Most agencies' nights are within a few per cent of the chain's, at most 8 below and 12 above. */
function markupOf(channel: Channel, day: number): number {
  if (channel.hotel.test) return channel.hotel.test === 'undercut' ? 9_000 : 10_000
  const usual = between(mix(channel.key, 117), -500, 900)
  return 10_000 + usual + between(mix(channel.key, day, 118), -300, 300)
}

const AGENCY_TERMS: Readonly<Record<string, { code: string; name: string }>> = {
  FLEX: { code: 'RO-FC', name: 'Room only, free cancellation' },
  BBFLEX: { code: 'BB-FC', name: 'Breakfast included, free cancellation' },
  ADVANCE: { code: 'RO-NR', name: 'Room only, non-refundable' },
  GOV: { code: 'GV-FC', name: 'Government rate' },
  PACKAGE: { code: 'PK-NR', name: 'Room and flight' },
}
const IN_PART = { code: 'RO-PR', name: 'Room only, partly refundable' }

function agencyPlans(channel: Channel, plans: readonly PlanTerms[], quirks: Quirks): PlanTerms[] {
  const memberOff = between(mix(channel.key, 120), 8, 12) * 100
  const forMembers = (plan: PlanTerms, code: string, name: string): PlanTerms => ({
    ...plan,
    code,
    name,
    memberOnly: true,
    otherBasis: false,
    offBasisPoints: plan.offBasisPoints + memberOff,
  })
  const sold: PlanTerms[] = []
  for (const plan of plans) {
    const terms = plan.partlyRefundable ? IN_PART : AGENCY_TERMS[plan.code]
    if (!terms || (plan.code === 'BBFLEX' && !sellsBreakfast(channel, plan))) continue
    sold.push({ ...plan, ...terms })
    if (plan.code === 'FLEX' && channel.memberDeal) sold.push(forMembers(plan, 'MD-FC', 'Member deal'))
    if (plan.code === 'ADVANCE' && quirks.has('memberPrepaid')) {
      sold.push(forMembers(plan, 'MD-NR', 'Member deal, non-refundable'))
    }
  }
  return sold
}

/** Not every agency has it, but a plan on a different basis is always shown. */
function sellsBreakfast(channel: Channel, plan: PlanTerms): boolean {
  return plan.otherBasis || chance(mix(channel.key, 119), 6_000)
}

function agencyRoomCode(channel: Channel, room: RoomType): string {
  return String(200_000_000 + (mix(channel.key, room.basisPoints, 121) % 99_999_999))
}
