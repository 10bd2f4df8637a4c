import { chance, hashText, mix } from '../../world/hash.ts'
import type { HotelEntity, World } from '../../world/world.ts'
import { askOf, cheapestOf, type Sold, type Stay, soldBy, termsOf } from './rates.ts'
import { type PageSeller, sellersOf } from './sellers.ts'

type Json = Record<string, unknown>

/** Sellers that pay to stand at the top of a hotel's page, with their rooms. They stand in the list below once more. */
const FEATURED = 2

/** A hotel in a list: one price per seller, and no links. */
export function propertyOf(entity: HotelEntity, stay: Stay, world: World): Json {
  const prices = pricesOf(entity, stay, world).map(({ link: _link, ...price }) => price)
  return { ...headOf(entity), prices }
}

/** A hotel's own page, with the links and prices of everybody who sells it. */
export function detailsOf(entity: HotelEntity, stay: Stay, world: World): Json {
  const advertisers = sellersOf(entity, datesOf(stay)).filter(({ official }) => !official)
  const featured = advertisers.flatMap((seller) => featuredOf(seller, stay, world)).slice(0, FEATURED)
  return {
    ...headOf(entity),
    address: `${entity.address}, ${entity.city}`,
    ...(featured.length > 0 && { featured_prices: featured }),
    prices: pricesOf(entity, stay, world),
  }
}

/** The engine asks every seller again, which moves on the test hotels that change from look to look. */
export function lookAgain(entity: HotelEntity, stay: Stay, world: World): void {
  const asked = new Map(
    sellersOf(entity, datesOf(stay)).map((seller) => [`${seller.source} ${seller.code}`, seller]),
  )
  for (const { source, code } of asked.values()) world.quote(source, code, askOf(stay), { cash: true })
}

function headOf({ name, propertyToken, lat, lng }: HotelEntity): Json {
  return {
    type: 'hotel',
    name,
    property_token: propertyToken,
    gps_coordinates: { latitude: lat, longitude: lng },
  }
}

function datesOf({ checkin, los }: Stay): string {
  return `checkin=${checkin}&los=${los}`
}

function pricesOf(entity: HotelEntity, stay: Stay, world: World): Json[] {
  const nameless = chance(mix(hashText(entity.propertyToken), 221), 300)
  return [
    ...sellersOf(entity, datesOf(stay)).flatMap((seller) => priceOf(seller, stay, world)),
    // Now and then the engine does not say whose price it is.
    ...(nameless ? [{ source: '', rate_per_night: { lowest: '$1', extracted_lowest: 1 } }] : []),
  ]
}

/** A seller without a room is still linked, but shows no price. */
function priceOf(seller: PageSeller, stay: Stay, world: World): Json[] {
  const sold = soldBy(seller, stay, world)
  const cheapest = sold && cheapestOf(sold)
  if (!sold || !cheapest) return seller.markup === 10_000 && !seller.official ? [headerOf(seller)] : []
  const terms = termsOf(cheapest, seller, stay, sold.quote)
  // A room for one, cheaper than what was asked for.
  const forOne = !seller.official && stay.adults > 1 && chance(mix(seller.key, 222), 600)
  return [{ ...headerOf(seller), ...terms, ...(forOne && { num_guests: 1 }) }]
}

function headerOf({ name, link, official }: PageSeller): Json {
  return { source: name, link, ...(official && { official }) }
}

function featuredOf(seller: PageSeller, stay: Stay, world: World): Json[] {
  const sold = soldBy(seller, stay, world)
  const cheapest = sold && cheapestOf(sold)
  if (!sold || !cheapest) return []
  return [
    {
      ...headerOf(seller),
      remarks: ['Save on the app'],
      rooms: sold.rooms.map((room) => roomOf(room, seller, stay, sold)),
      ...termsOf(cheapest, seller, stay, sold.quote),
    },
  ]
}

/** Some rooms have one price, others a list of rates. */
function roomOf(
  { name, plans }: Sold['rooms'][number],
  seller: PageSeller,
  stay: Stay,
  { quote }: Sold,
): Json {
  const rates = plans.map((plan) => ({ link: seller.link, ...termsOf(plan, seller, stay, quote) }))
  return chance(mix(seller.key, 223), 5_000) ? { name, link: seller.link, rates } : { name, ...rates[0] }
}
