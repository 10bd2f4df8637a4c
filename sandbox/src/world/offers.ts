import { awardsOf } from './awards.ts'
import { scaleHalfUp } from './currencies.ts'
import { between, chance, mix } from './hash.ts'
import type { Channel, Hotel, RoomType } from './hotel.ts'
import type { HotelNight } from './nights.ts'
import { type PlanTerms, plansOf, type Terms } from './plans.ts'
import { feeOn, taxOn } from './taxes.ts'
import type { NightPrice, Plan, RoomOffer } from './world.ts'

/** Turns amounts of the property's currency into the asked one. */
export type InCurrency = (amount: number) => number

/** What the chain itself sells for these nights: every room that fits the party, cheapest first. */
export function chainOffers(
  hotel: Hotel,
  nights: readonly HotelNight[],
  terms: Terms,
  rooms: number,
  inCurrency: InCurrency,
): RoomOffer[] {
  const plans = plansOf(hotel, terms)
  return fittingRooms(hotel, nights, terms, rooms).map(({ room, left }) => ({
    code: room.code,
    name: room.name,
    beds: room.beds,
    maxOccupancy: room.maxOccupancy,
    left,
    plans: plans.map((plan) =>
      pricedPlan(
        plan,
        nights.map((night) => priceOf(hotel, room, plan, night, terms, 10_000, inCurrency)),
      ),
    ),
    awards: awardsOf(hotel, room, nights, inCurrency),
  }))
}

/** What an agency sells: fewer rooms and plans, under its own names, at its own markup of each night. */
export function channelOffers(
  channel: Channel,
  nights: readonly HotelNight[],
  terms: Terms,
  rooms: number,
  inCurrency: InCurrency,
): RoomOffer[] {
  const { hotel } = channel
  const kept = hotel.test ? hotel.rooms.length : between(mix(channel.key, 111), 2, 3)
  const plans = agencyPlans(channel, plansOf(hotel, terms))
  return fittingRooms(hotel, nights, terms, rooms)
    .slice(0, kept)
    .map(({ room, left }) => ({
      code: agencyRoomCode(channel, room),
      name: agencyRoomName(room),
      beds: room.beds,
      maxOccupancy: room.maxOccupancy,
      left,
      plans: plans.map((plan) =>
        pricedPlan(
          plan,
          nights.map((night) =>
            priceOf(hotel, room, plan, night, terms, markupOf(channel, night.day), inCurrency),
          ),
        ),
      ),
      awards: [],
    }))
}

function fittingRooms(
  hotel: Hotel,
  nights: readonly HotelNight[],
  { party }: Terms,
  rooms: number,
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

function priceOf(
  hotel: Hotel,
  room: RoomType,
  plan: PlanTerms,
  night: HotelNight,
  terms: Terms,
  markup: number,
  inCurrency: InCurrency,
): NightPrice {
  const forParty = scaleHalfUp(night.base, room.basisPoints * partyPercent(hotel, terms), 1_000_000)
  const direct = scaleHalfUp(forParty, 10_000 - plan.offBasisPoints, 10_000) + plan.supplement
  if (hotel.test === 'undercut') return undercutPrice(hotel, direct, night, terms, markup, inCurrency)
  const base = scaleHalfUp(direct, markup, 10_000)
  return {
    night: night.date,
    base: inCurrency(base),
    tax: inCurrency(taxOn(hotel, base)),
    fee: inCurrency(feeOn(hotel, base, terms.party)),
  }
}

/**
 * Each figure of UNDERCUT is a multiple of ten in whatever currency it is asked in, so that the agencies' ten per cent
 * less is exact on every basis: before tax, with tax, with fees, a night or a stay.
 */
function undercutPrice(
  hotel: Hotel,
  direct: number,
  night: HotelNight,
  terms: Terms,
  markup: number,
  inCurrency: InCurrency,
): NightPrice {
  const figure = (amount: number): number =>
    scaleHalfUp(scaleHalfUp(inCurrency(amount), 1, 10) * 10, markup, 10_000)
  return {
    night: night.date,
    base: figure(direct),
    tax: figure(taxOn(hotel, direct)),
    fee: figure(feeOn(hotel, direct, terms.party)),
  }
}

/** Per cent of the price for two: a guest alone pays a little less, every further one more. */
function partyPercent(hotel: Hotel, { party }: Terms): number {
  if (hotel.test) return 100 + 20 * Math.max(0, party.adults - 2) + 5 * party.children
  const adult = between(mix(hotel.key, 114), 12, 24)
  const child = between(mix(hotel.key, 115), 0, 9)
  const alone = party.adults === 1 && party.children === 0 ? -between(mix(hotel.key, 116), 0, 8) : 0
  return 100 + adult * Math.max(0, party.adults - 2) + child * party.children + alone
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
}

function agencyPlans(channel: Channel, plans: readonly PlanTerms[]): PlanTerms[] {
  const sold: PlanTerms[] = []
  for (const plan of plans) {
    const terms = AGENCY_TERMS[plan.code]
    if (!terms || (plan.code === 'BBFLEX' && !chance(mix(channel.key, 119), 6_000))) continue
    sold.push({ ...plan, ...terms })
    if (plan.code === 'FLEX' && channel.memberDeal) {
      const offBasisPoints = plan.offBasisPoints + between(mix(channel.key, 120), 8, 12) * 100
      sold.push({ ...plan, code: 'MD-FC', name: 'Member deal', memberOnly: true, offBasisPoints })
    }
  }
  return sold
}

function agencyRoomCode(channel: Channel, room: RoomType): string {
  return String(200_000_000 + (mix(channel.key, room.basisPoints, 121) % 99_999_999))
}

function agencyRoomName(room: RoomType): string {
  const kind = room.standard ? 'Standard Room' : room.beds.includes('sofa') ? 'Suite' : 'Deluxe Room'
  return `${kind}, ${room.beds.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}`
}

function pricedPlan(plan: PlanTerms, nights: NightPrice[]): Plan {
  const { code, name, memberOnly, refundable, cancelBy, meal } = plan
  return { code, name, memberOnly, refundable, cancelBy, meal, nights }
}
