import type { HotelDescription } from '../../world/description.ts'
import type { Listing } from '../../world/listing.ts'
import { fold } from '../../world/text.ts'
import type { World } from '../../world/world.ts'
import { isOutOfOrder } from '../out-of-order.ts'
import type { WireAnswer } from '../wire.ts'
import { json, problem } from './answers.ts'

const DEFAULT_LIMIT = 200
const LARGEST_LIMIT = 5000
const SMALLEST_RADIUS_M = 1000

/** `GET /data/hotel` */
export function answerHotel(source: string, query: URLSearchParams, world: World): WireAnswer {
  const code = query.get('hotelId') ?? ''
  // Faulty hotels fail here too, so that rates without them cannot look sold out.
  if (isOutOfOrder(world, code)) return problem(503, 5000, 'service unavailable', 'try again later')
  const listing = world.listing(source, code)
  if (!listing) {
    const message = 'required request field is missing or wrong input'
    return problem(400, 4002, message, 'hotelId is missing or invalid')
  }
  return json(200, {
    data: {
      id: listing.code,
      name: listing.name,
      country: listing.country.toLowerCase(),
      city: listing.city,
      starRating: listing.stars,
      chain: world.description(source, code)?.brand ?? '',
      location: { latitude: listing.lat, longitude: listing.lng },
      address: listing.address,
      phone: listing.phone,
      rating: listing.rating,
    },
  })
}

/** `GET /data/hotels`: by ids, around a point, by name within a country, or by free text. */
export function answerHotels(source: string, query: URLSearchParams, world: World): WireAnswer {
  const found = search(source, query, world)
  if (typeof found === 'string') return problem(400, 4000, 'bad request', found)
  const offset = readCount(query.get('offset'), 0)
  const limit = Math.min(readCount(query.get('limit'), DEFAULT_LIMIT), LARGEST_LIMIT)
  const page = found.slice(offset, offset + limit)
  return json(200, {
    data: page.map(listed),
    hotelIds: page.map(({ listing }) => listing.code),
    total: found.length,
  })
}

/** `GET /data/countries` */
export function answerCountries(source: string, world: World): WireAnswer {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = new Set(world.listings(source).map(({ country }) => country))
  return json(200, { data: [...codes].toSorted().map((code) => ({ code, name: names.of(code) ?? code })) })
}

function search(source: string, query: URLSearchParams, world: World): HotelDescription[] | string {
  const described = (listings: readonly Listing[]): HotelDescription[] =>
    listings.flatMap(({ code }) => world.description(source, code) ?? [])
  const ids = query.get('hotelIds')
  if (ids) {
    const wanted = ids.split(',').filter((code) => !isOutOfOrder(world, code))
    return described(wanted.flatMap((code) => world.listing(source, code) ?? []))
  }
  const latitude = query.get('latitude')
  const longitude = query.get('longitude')
  if (latitude && longitude) {
    const radius = Number(query.get('radius') ?? SMALLEST_RADIUS_M)
    if (!(radius >= SMALLEST_RADIUS_M)) return `radius must be at least ${SMALLEST_RADIUS_M}`
    const near = world.near(source, Number(latitude), Number(longitude), radius / 1000, LARGEST_LIMIT)
    return described(near.map(({ listing }) => listing))
  }
  const free = query.get('aiSearch')
  if (free) return described(loosely(world.listings(source), free))
  const country = query.get('countryCode')?.toUpperCase()
  if (!country) return 'countryCode is required'
  const city = query.get('cityName')
  const name = query.get('hotelName')
  const since = query.get('lastUpdatedAt')
  if (!city && !name) return ofCountry(world.descriptions(source), country, since)
  const inside = world
    .listings(source)
    .filter((listing) => listing.country === country && (!city || fold(listing.city) === fold(city)))
  return described(name ? loosely(inside, name) : inside)
}

/** Whole countries come with the hotels that were deleted, so that copies of the list can follow. */
function ofCountry(
  all: readonly HotelDescription[],
  country: string,
  since: string | null,
): HotelDescription[] | string {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since)
  if (Number.isNaN(from)) return 'lastUpdatedAt must be a date and time'
  return all.filter(({ listing, updatedAtMs }) => listing.country === country && updatedAtMs >= from)
}

/** Best first, by how many words of the text start a word of the hotel's name or city; at least half must. */
function loosely(listings: readonly Listing[], text: string): Listing[] {
  const words = fold(text).split(' ')
  return listings
    .map((listing) => {
      const own = fold(`${listing.name} ${listing.city}`).split(' ')
      const hits = words.filter((word) => own.some((other) => other.startsWith(word))).length
      return { listing, score: hits / words.length }
    })
    .filter(({ score }) => score >= 0.5)
    .toSorted((one, other) => other.score - one.score)
    .map(({ listing }) => listing)
}

function listed(description: HotelDescription): Record<string, unknown> {
  const { listing, brand, postalCode, closedAtMs } = description
  return {
    id: listing.code,
    name: listing.name,
    currency: listing.currency,
    country: listing.country,
    city: listing.city,
    latitude: listing.lat,
    longitude: listing.lng,
    address: listing.address,
    zip: postalCode,
    stars: listing.stars,
    chain: brand,
    rating: listing.rating,
    ...(closedAtMs === null ? {} : { deletedAt: new Date(closedAtMs).toISOString() }),
  }
}

function readCount(text: string | null, otherwise: number): number {
  return text !== null && /^\d+$/.test(text) ? Number(text) : otherwise
}
