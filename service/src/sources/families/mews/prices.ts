import { addNights } from '../../../kernel/dates.ts'
import { divideMinor, type Minor } from '../../../kernel/money.ts'
import type { Call, Rate, Room, StayQuery } from '../../source.ts'
import { CASH_ONLY } from '../cash-only.ts'
import { mealPlanOf } from '../meal-words.ts'
import { broken, type MewsClient } from './client.ts'
import { localized } from './localized.ts'
import { momentOn } from './moments.ts'
import { type MewsOffer, readAmount } from './offers.ts'
import { type HotelInfo, PriceAnswer } from './schema.ts'

/** What one room costs in the end, and which products come with it. */
interface Quoted {
  gross: Minor | null
  productIds: string[]
}

/** More offers than this stay without a price after tax. */
const MOST_PRICED = 50

/** The dates and the party of a stay, as every request has them. */
export function stayData({ checkin, los, occupancy }: StayQuery, hotel: HotelInfo): Record<string, unknown> {
  const zone = hotel.IanaTimeZoneIdentifier ?? null
  return {
    StartUtc: momentOn(checkin, zone),
    EndUtc: momentOn(addNights(checkin, los), zone),
    AdultCount: occupancy.adults,
    ChildCount: occupancy.children,
  }
}

/**
 * The offers as rooms with rates. What the availability shows has VAT, but not what a hotel adds to each reservation, such as a
 * city tax: the vendor tells it only for the reservations themselves, so all of them are priced in one more request.
 */
export async function priceOffers(
  client: MewsClient,
  offers: readonly MewsOffer[],
  context: { query: StayQuery; hotel: HotelInfo; configurationId: string },
  call: Call,
): Promise<Room[]> {
  const { query, hotel, configurationId } = context
  const asked = offers.slice(0, MOST_PRICED)
  const stay = stayData(query, hotel)
  const body = await client.prices(
    {
      ConfigurationId: configurationId,
      CurrencyCode: hotel.DefaultCurrencyCode,
      Reservations: asked.map((offer, index) => ({
        Identifier: String(index),
        ...stay,
        RateId: offer.rateId,
        RoomCategoryId: offer.categoryId,
        ProductIds: [],
      })),
    },
    call,
  )
  const quoted = body === undefined ? new Map<string, Quoted>() : readPrices(body, asked, hotel)
  const rooms = new Map<string, Room>()
  for (const [index, offer] of offers.entries()) {
    const room = rooms.get(offer.categoryId) ?? roomOf(offer, hotel)
    room.rates.push(rateOf(offer, quoted.get(String(index)), context))
    rooms.set(offer.categoryId, room)
  }
  return [...rooms.values()]
}

function readPrices(body: unknown, asked: readonly MewsOffer[], hotel: HotelInfo): Map<string, Quoted> {
  if (!PriceAnswer.Check(body)) throw broken('prices of another shape')
  return new Map(
    body.ReservationPrice.map(({ Identifier, TotalAmount, ProductOrderPrices = [] }) => {
      // Compared as texts: as a number, an empty one would be that of the first offer.
      const offer = asked.find((_, index) => String(index) === Identifier)
      if (!offer) throw broken(`a price of a reservation that was not asked for: ${Identifier.slice(0, 40)}`)
      if (TotalAmount.Currency !== hotel.DefaultCurrencyCode) {
        throw broken(`a total in "${TotalAmount.Currency.slice(0, 10)}"`)
      }
      const gross =
        TotalAmount.GrossValue === null ? null : readAmount(TotalAmount.GrossValue, TotalAmount.Currency)
      // A reservation holds at least what its room costs.
      if (gross !== null && gross < offer.gross) throw broken('a reservation that is cheaper than its room')
      return [Identifier, { gross, productIds: ProductOrderPrices.map(({ ProductId }) => ProductId) }]
    }),
  )
}

function roomOf({ categoryId }: MewsOffer, hotel: HotelInfo): Room {
  const category = hotel.RoomCategories.find(({ Id }) => Id === categoryId)
  const beds = (category?.NormalBedCount ?? 0) + (category?.ExtraBedCount ?? 0)
  return {
    roomCode: categoryId,
    name: localized(category?.Name, hotel.DefaultLanguageCode) ?? categoryId,
    beds: null,
    maxOccupancy: beds > 0 ? beds : null,
    rates: [],
  }
}

function rateOf(
  offer: MewsOffer,
  quoted: Quoted | undefined,
  { query, hotel }: { query: StayQuery; hotel: HotelInfo },
): Rate {
  const { rooms } = query.occupancy
  const nightly = (gross: Minor): Minor => divideMinor(gross * rooms, query.los * rooms)
  const allIn = quoted?.gross ?? null
  const products = hotel.Products ?? []
  const included = (quoted?.productIds ?? []).flatMap(
    (id) => localized(products.find((product) => product.Id === id)?.Name, hotel.DefaultLanguageCode) ?? [],
  )
  return {
    ...CASH_ONLY,
    rateCode: offer.rateId,
    name: offer.rateName ?? offer.rateId,
    currency: hotel.DefaultCurrencyCode,
    taxIncluded: true,
    pricePerNight: nightly(offer.gross),
    pricePerNightAfterTax: allIn === null ? null : nightly(allIn),
    total: offer.gross * rooms,
    totalAfterTax: allIn === null ? null : allIn * rooms,
    restricted: offer.isPrivate,
    // The booking engine has settlement rules, and none for cancelling.
    refundable: null,
    cancelBy: null,
    mealPlan: mealPlanOf(included),
  }
}
