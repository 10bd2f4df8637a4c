import { isKnownCurrency } from '../../world/currencies.ts'
import type { Listing } from '../../world/listing.ts'
import { fold } from '../../world/text.ts'
import type { World } from '../../world/world.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import { nothingFound, Refusal } from './answers.ts'
import { type Ask, type Brand, stayAskOf } from './ask.ts'
import { alpha3Of } from './countries.ts'
import { roomTypesOf } from './room-types.ts'

type Json = Record<string, unknown>

/** How many places a keyword may name before the vendor asks which one is meant. */
const LOCATION_OPTIONS = 5
/** Share of the asked words that a hotel must have. */
const ENOUGH = 0.5
const NOISE = new Set(['hotel', 'hotels', 'the', 'by', 'and', 'a', 'of', 'in', 'at'])

/** The hotels that a request selects, best first. Unknown ids are left out, as at the vendor. */
export function selectHotels(world: World, source: string, { where, queryText, limit }: Ask): Listing[] {
  if (where.by === 'ids') {
    return where.ids
      .flatMap((id) => listingBy(world, source, where.brand, id) ?? [])
      .filter((listing) => wordShare(listing, queryText) > ENOUGH)
      .slice(0, limit)
  }
  // The world has towns and no regions.
  if (where.by === 'region') return []
  const { lat, lng } = where.by === 'spot' ? where : placeOf(world, where.keyword)
  return ranked(world, source, { lat, lng, radiusKm: where.radiusKm }, queryText, limit)
}

/** Each hotel has an id of the first brand; some also have one of the second brand, written with or without a leading `h`. */
export function listingBy(world: World, source: string, brand: Brand, id: string): Listing | undefined {
  if (brand === 'ecom') return world.listing(source, id)
  return [`h${id}`, id].map((code) => world.listing(source, code)).find((listing) => listing?.brand === 'B')
}

function placeOf(world: World, keyword: string): { lat: number; lng: number } {
  const name = fold(keyword.split(',')[0] ?? '')
  const places = world.places(keyword, 20)
  const same = places.filter((place) => fold(place.name) === name)
  const [first] = same.length > 0 ? same : places
  if (!first) throw nothingFound()
  if (same.length < 2) return first
  const countryName = new Intl.DisplayNames(['en'], { type: 'region' })
  throw new Refusal([
    {
      Code: 'AMBIGUOUS_LOCATION',
      DetailCode: 'MULTIPLE_AMBIGUOUS_LOCATION',
      Description: 'The keyword names more than one location.',
      LocationKeyword: keyword,
      LocationOptions: same.slice(0, LOCATION_OPTIONS).map((place) => ({
        Type: 'MULTICITY',
        ShortName: place.name,
        Address: `${place.name}, ${countryName.of(place.country) ?? place.country}`,
        Country: {
          Name: countryName.of(place.country) ?? place.country,
          IsoCode2: place.country,
          IsoCode3: alpha3Of(place.country),
        },
        GeoLocation: { Latitude: String(place.lat), Longitude: String(place.lng) },
      })),
    },
  ])
}

function ranked(
  world: World,
  source: string,
  { lat, lng, radiusKm }: { lat: number; lng: number; radiusKm: number },
  queryText: string,
  limit: number,
): Listing[] {
  return world
    .near(source, lat, lng, radiusKm, 1000)
    .map(({ listing, km }) => ({ listing, km, share: wordShare(listing, queryText) }))
    .filter(({ share }) => share > ENOUGH)
    .toSorted((a, b) => b.share - a.share || a.km - b.km)
    .slice(0, limit)
    .map(({ listing }) => listing)
}

/** The share of the text that a hotel's words cover; more tolerant than a typeahead. */
function wordShare({ name, city }: Listing, text: string): number {
  const asked = wordsOf(text)
  if (asked.size === 0) return 1
  return asked.intersection(wordsOf(`${name} ${city}`)).size / asked.size
}

function wordsOf(text: string): Set<string> {
  return new Set(
    fold(text)
      .split(' ')
      .filter((word) => word !== '' && !NOISE.has(word)),
  )
}

/** One hotel as the vendor shows it, priced where dates were asked. */
export function hotelOf(world: World, source: string, listing: Listing, ask: Ask): Json {
  const status = statusOf(world, source, listing, ask)
  return {
    ...idsOf(listing, ask),
    ...(ask.detail === 'lowest' ? {} : contentOf(listing, world)),
    ...status,
  }
}

function idsOf({ code }: Listing, { where }: Ask): Json {
  const number = code.replace(/^h(?=\d+$)/, '')
  const isSecondBrand = number !== code || (where.by === 'ids' && where.brand === 'hcom')
  return isSecondBrand ? { Id: number, HcomId: number } : { Id: number }
}

function statusOf(world: World, source: string, listing: Listing, ask: Ask): Json {
  const stay = stayAskOf(ask)
  if (!stay) return { Status: 'AVAILABLE' }
  if (isOutOfOrder(world, listing.code)) return { Status: 'ERROR' }
  const currency = isKnownCurrency(stay.currency ?? '') ? stay.currency : listing.currency
  const quote = world.quote(
    source,
    listing.code,
    { ...stay, ...(currency ? { currency } : {}) },
    { cash: true },
  )
  if (quote?.status !== 'available') return { Status: 'NOT_AVAILABLE' }
  return {
    Status: 'AVAILABLE',
    MemberOnlyDealAvailable: quote.rooms.some(({ plans }) => plans.some((plan) => plan.memberOnly)),
    RoomTypes: roomTypesOf(quote, ask),
  }
}

function contentOf(listing: Listing, world: World): Json {
  const description = world.description(listing.source, listing.code)
  return {
    Name: listing.name,
    PropertyType: { Id: 1, Name: 'Hotel' },
    LocalCurrencyCode: listing.currency,
    Location: {
      Address: {
        Address1: listing.address,
        City: listing.city,
        ...(description?.region ? { Province: description.region } : {}),
        Country: alpha3Of(listing.country),
        PostalCode: description?.postalCode,
      },
      GeoLocation: { Latitude: String(listing.lat), Longitude: String(listing.lng), Obfuscated: false },
    },
    StarRating: (Math.round(listing.stars * 2) / 2).toFixed(1),
    GuestRating: Math.max(1, listing.rating / 2).toFixed(1),
    Links: {
      WebSearchResult: {
        Method: 'GET',
        Href: `https://www.${listing.source}.example/search?selected=${encodeURIComponent(listing.code)}`,
      },
    },
  }
}
