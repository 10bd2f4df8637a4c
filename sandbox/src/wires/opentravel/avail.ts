import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import { isComparable } from '../for-everybody.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import { type AvailAsk, readAvail } from './ask.ts'
import { type Complaint, errors, warnings } from './errors.ts'
import { priceWithAll } from './rates.ts'
import type { Node } from './read-xml.ts'
import { hotelStay, roomStay } from './room-stay.ts'
import type { Chain } from './source.ts'
import { type Markup, xml } from './write-xml.ts'

/** The content of an OTA_HotelAvailRS. */
export function avail(message: Node, chain: Chain): Markup[] {
  const ask = readAvail(message, chain)
  if (typeof ask === 'string') return [errors(ask)]
  const complaints: { complaint: Complaint; hotelCode: string }[] = []
  const quotes: Quote[] = []
  for (const hotelCode of ask.hotelCodes) {
    const quote = quoteOf(hotelCode, ask, chain)
    if (typeof quote === 'string') complaints.push({ complaint: quote, hotelCode })
    else quotes.push(quote)
  }
  // One hotel that cannot be answered is an error; among several it is a warning beside the others.
  const [complaint] = complaints
  if (complaint && ask.hotelCodes.length === 1 && complaint.complaint !== 'rate')
    return [errors(complaint.complaint)]
  const parts = [xml('Success'), warnings(complaints)]
  if (quotes.length > 0) {
    parts.push(
      xml(
        'HotelStays',
        {},
        quotes.map((quote, index) => hotelStay(quote, ask, index + 1)),
      ),
      xml(
        'RoomStays',
        {},
        quotes.map((quote, index) =>
          roomStay(
            quote,
            ask,
            index + 1,
            { currency: quote.currency, taxIncluded: chain.taxIncluded },
            chain.world.now(),
          ),
        ),
      ),
    )
  }
  return parts.filter((part) => part !== undefined)
}

function quoteOf(hotelCode: string, ask: AvailAsk, chain: Chain): Quote | Complaint {
  if (isOutOfOrder(chain.world, hotelCode)) return 'backend'
  // The call for member rates belongs to a batch that has already advanced the test hotels.
  const step = ask.membersOnly ? {} : { cash: true, award: !ask.bestOnly }
  const quote = chain.world.quote(chain.id, hotelCode, ask.stay, step)
  if (!quote) return 'hotel'
  if (!ask.bestOnly || quote.status !== 'available') return quote
  const rooms = bestOf(quote, ask, chain)
  return rooms.length === 0 ? 'rate' : { ...quote, rooms }
}

/** The cheapest public plan, and beside it or alone the cheapest for members. */
function bestOf(quote: Quote, ask: AvailAsk, chain: Chain): RoomOffer[] {
  const { rooms } = quote
  const offers = rooms.flatMap((room) =>
    room.plans.filter((plan) => isComparable(plan, quote)).map((plan) => ({ room, plan })),
  )
  const cheapest = (memberOnly: boolean) =>
    offers
      .filter(({ plan }) => plan.memberOnly === memberOnly)
      .toSorted((one, other) => costOf(one.plan) - costOf(other.plan))
      .slice(0, 1)
  const kept = ask.membersOnly
    ? cheapest(true)
    : [...cheapest(false), ...(chain.memberCall ? [] : cheapest(true))]
  return rooms.flatMap((room) => {
    const plans = kept.filter((offer) => offer.room === room).map((offer) => offer.plan)
    return plans.length === 0 ? [] : [{ ...room, plans, awards: [] }]
  })
}

function costOf(plan: Plan): number {
  return plan.nights.reduce((sum, night) => sum + priceWithAll(night), 0)
}
