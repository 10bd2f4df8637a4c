import type { Night } from '../../../kernel/dates.ts'
import { type Rate, type Room, type Seller, SourceFailure } from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import { roomCodeOf } from '../room-code.ts'
import { checkOffer, type Offer, type Page, type Terms } from './answer.ts'
import { cancellationOf } from './cancellation.ts'
import { type Measure, priceOf } from './price.ts'
import type { Partner } from './profile.ts'
import { sellerOf } from './seller.ts'

export interface OffersAsk extends Measure {
  checkin: Night
  guests: number
  partners: readonly Partner[]
  /** The hotel's time zone, if known. */
  zone: string | null
}

/** One price that a seller shows: of one of its rooms, or of none in particular. */
interface Line {
  seller: Seller
  roomName: string
  terms: Terms
}

const UNNAMED = 'Unspecified room'
/** `Member rate, save 10%`: the price is for members. `Get 10% off with free enrollment`: it is the public one. */
const FOR_MEMBERS = /\bmembers?\b/i

/**
 * Every offer of a hotel's page, by room. Offers of a seller without a name are left out, and so are those for fewer guests. An
 * offer whose figures contradict each other is listed without a price.
 */
export function roomsOf(page: Page, ask: OffersAsk): Room[] {
  const shown = [...(page.featured_prices ?? []), ...(page.prices ?? [])]
  checkOfferCount(shown.length)
  const offers = shown.filter((offer) => checkOffer.Check(offer)).filter(({ source }) => source.trim() !== '')
  const lines = offers
    .flatMap((offer) => linesOf(offer, ask))
    .filter(({ terms }) => isOffered(terms) && (terms.num_guests ?? ask.guests) >= ask.guests)
  if (lines.length === 0) {
    if (shown.length > offers.length) throw new SourceFailure('broken', 'no offer that can be read')
    throw new SourceFailure('no_offers', 'the page of the hotel has no offers')
  }
  const rooms = new Map<string, Room>()
  const counts = new Map<string, number>()
  for (const { seller, roomName, terms } of lines) {
    const roomCode = roomCodeOf(roomName)
    const room = rooms.get(roomCode) ?? {
      roomCode,
      name: roomName,
      beds: null,
      maxOccupancy: null,
      rates: [],
    }
    rooms.set(roomCode, room)
    const no = (counts.get(seller.name) ?? 0) + 1
    counts.set(seller.name, no)
    room.maxOccupancy = Math.max(room.maxOccupancy ?? 0, terms.num_guests ?? 0) || null
    room.rates.push(rateOf(seller, roomName, terms, `${roomCodeOf(seller.name)}-${no}`, ask))
  }
  return [...rooms.values()]
}

/** The price that stands beside a seller's rooms is usually that of the cheapest; else it is one more. */
function linesOf(offer: Offer, ask: OffersAsk): Line[] {
  const seller = sellerOf(offer, ask.partners)
  const inRooms = (offer.rooms ?? []).flatMap((room): Line[] => {
    const rates = room.rates?.length ? room.rates : [room]
    return rates.map((rate) => ({
      seller,
      roomName: room.name?.trim() || UNNAMED,
      terms: { ...rate, num_guests: rate.num_guests ?? room.num_guests ?? offer.num_guests ?? null },
    }))
  })
  const price = (terms: Terms) => JSON.stringify(priceOf(terms, ask))
  if (inRooms.some(({ terms }) => price(terms) === price(offer))) return inRooms
  return [...inRooms, { seller, roomName: UNNAMED, terms: offer }]
}

/** A seller without a price is linked but sells nothing for the stay. */
function isOffered({ rate_per_night, total_rate }: Terms): boolean {
  return (rate_per_night ?? total_rate ?? null) !== null
}

function rateOf(seller: Seller, roomName: string, terms: Terms, rateCode: string, ask: OffersAsk): Rate {
  const { refundable, cancelBy } = cancellationOf(terms, roomName, ask.checkin, ask.zone)
  const conditions = refundable === null ? '' : refundable ? ', free cancellation' : ', non-refundable'
  return {
    rateCode,
    name: `${seller.name}${conditions}`,
    currency: ask.currency,
    ...priceOf(terms, ask),
    memberOnly: terms.discount_remarks?.some((remark) => FOR_MEMBERS.test(remark)) ?? false,
    restricted: false,
    package: false,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    refundable,
    cancelBy,
    mealPlan: null,
    seller,
  }
}
