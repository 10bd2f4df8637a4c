import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import type { StayQuery } from '../../source.ts'
import { checkOfferCount } from '../offer-count.ts'
import { broken } from './client.ts'
import { localized } from './localized.ts'
import { type Availability, AvailabilityAnswer, type HotelInfo } from './schema.ts'

/** A room category at a rate, for one room and the whole stay. */
export interface MewsOffer {
  categoryId: string
  rateId: string
  rateName: string | null
  isPrivate: boolean
  gross: Minor
}

/** What is on sale for the party, and whether rooms are left that no rate sells. */
export interface Sale {
  offers: MewsOffer[]
  hasUnsoldRooms: boolean
}

export function readAvailability(body: unknown): Availability {
  if (!AvailabilityAnswer.Check(body)) throw broken('availability of another shape')
  return body
}

export function saleOf(answer: Availability, hotel: HotelInfo, query: StayQuery): Sale {
  const sale: Sale = { offers: [], hasUnsoldRooms: false }
  for (const availability of answer.RoomCategoryAvailabilities) {
    const category = hotel.RoomCategories.find(({ Id }) => Id === availability.RoomCategoryId)
    // The answer does not name its hotel; its rooms do.
    if (!category) throw broken(`a room that the hotel does not have: ${availability.RoomCategoryId}`)
    if (availability.AvailableRoomCount < query.occupancy.rooms) continue
    const pricing = pricingFor(availability, category, query)
    if (pricing === null) continue
    checkOfferCount(pricing.length)
    const offers = pricing.flatMap((price) => offerOf(price, availability.RoomCategoryId, answer, hotel))
    sale.offers.push(...offers)
    sale.hasUnsoldRooms ||= offers.length === 0
  }
  return sale
}

type CategoryAvailability = Availability['RoomCategoryAvailabilities'][number]
type Pricing = CategoryAvailability['RoomOccupancyAvailabilities'][number]['Pricing']

/**
 * The prices for the party; null if it does not fit into the room. The vendor then prices the nearest party that does, which
 * is not an answer to the question.
 */
function pricingFor(
  { RoomOccupancyAvailabilities: occupancies }: CategoryAvailability,
  category: HotelInfo['RoomCategories'][number],
  { occupancy: { adults, children } }: StayQuery,
): Pricing | null {
  const ours = occupancies.filter((one) => one.AdultCount === adults && one.ChildCount === children)
  if (ours.length > 0) return ours.flatMap((one) => one.Pricing)
  const beds = (category.NormalBedCount ?? 0) + (category.ExtraBedCount ?? 0)
  if (beds === 0 || beds >= adults + children)
    throw broken('a room that is left, without prices for the party')
  return null
}

/** None for a combination that is not sold: its amount is null. */
function offerOf(
  { RateId, Price }: Pricing[number],
  categoryId: string,
  { Rates }: Availability,
  hotel: HotelInfo,
): MewsOffer[] {
  const currency = hotel.DefaultCurrencyCode
  const amount = (Price.TotalAmount ?? Price.Total)?.[currency]
  if (amount === undefined) throw broken(`a price without an amount in ${currency}`)
  if (amount.GrossValue === null) return []
  const rate = Rates.find(({ Id }) => Id === RateId)
  if (!rate) throw broken(`a price at an unknown rate ${RateId.slice(0, 40)}`)
  const gross = readAmount(amount.GrossValue, currency)
  if (gross <= 0) throw broken('a rate without a price')
  const rateName = localized(rate.Name, hotel.DefaultLanguageCode)
  return [{ categoryId, rateId: RateId, rateName, isPrivate: rate.IsPrivate === true, gross }]
}

export function readAmount(value: number, currency: string): Minor {
  if (!isCurrency(currency)) throw broken(`an amount in "${currency.slice(0, 10)}"`)
  try {
    return parseMinor(value, currency)
  } catch {
    throw broken(`not an amount: ${value}`)
  }
}
