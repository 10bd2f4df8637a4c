import { figuresOf } from '../observations/figures.ts'
import type { StayObservation } from '../observations/observations.ts'
import type { Shopped } from '../rates/ask.ts'
import type { Rate, Seller } from '../sources/source.ts'
import type { ChannelOutcome } from './answer.ts'

/** One seller's part of a metasearch engine's answer. */
interface SellerOffer {
  /** The id of its source, else a slug of its name. */
  channel: string
  /** Of its cheapest offer. */
  seller: Seller
  shopped: Shopped
}

/** The offers of the hotel's own site; null if it sells none. */
export function directOf(shopped: Shopped): Shopped | null {
  return partOf(shopped, ({ seller }) => seller?.direct === true)
}

/** Where the engine lists the hotel for a seller is not known. */
const NOWHERE = { hotelCode: null, confidence: null }

/** A row for each of the other sellers. */
export function sellerRows(shopped: Shopped, via: string | null): ChannelOutcome[] {
  return sellersIn(shopped).map((offer) => Object.assign(offer, { via, listing: NOWHERE }))
}

/** The other sellers, in the order of the page. Offers of one seller stay together, and so do those of one source. */
function sellersIn(shopped: Shopped): SellerOffer[] {
  const byChannel = new Map<string, Rate[]>()
  for (const rate of ratesOf(shopped)) {
    if (!rate.seller || rate.seller.direct) continue
    const channel = channelOf(rate.seller)
    byChannel.set(channel, [...(byChannel.get(channel) ?? []), rate])
  }
  return [...byChannel].flatMap(([channel, rates]) => {
    const seller = cheapestFirst(rates)[0]?.seller
    const part = partOf(shopped, (rate) => rates.includes(rate))
    return seller && part ? [{ channel, seller, shopped: part }] : []
  })
}

function ratesOf({ observation }: Shopped): Rate[] {
  return observation.answer.rooms.flatMap(({ rates }) => rates)
}

function cheapestFirst(rates: readonly Rate[]): Rate[] {
  const price = (rate: Rate) => rate.pricePerNightAfterTax ?? rate.pricePerNight ?? Number.POSITIVE_INFINITY
  return rates.toSorted((a, b) => price(a) - price(b))
}

/** Names of channels: `direct` is taken. */
function channelOf({ source, name }: Seller): string {
  if (source !== null) return source
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return slug === '' || slug === 'direct' ? `seller-${slug || encodeURIComponent(name)}` : slug
}

/** As if only these rates had been answered; null if there is none. */
function partOf({ observation, cached }: Shopped, isKept: (rate: Rate) => boolean): Shopped | null {
  const rooms = observation.answer.rooms.flatMap((room) => {
    const rates = room.rates.filter(isKept)
    return rates.length > 0 ? [{ ...room, rates }] : []
  })
  if (rooms.length === 0) return null
  const answer = { ...observation.answer, rooms }
  const part: StayObservation = {
    answer,
    figures: figuresOf(answer),
    seenMs: observation.seenMs,
    rendered: null,
  }
  return { observation: part, cached, raw: [] }
}
