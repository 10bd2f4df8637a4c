import type { Static, TArray, TObject } from 'typebox'
import type { HotelFactsSchema } from '../../hotels/directory/facts.ts'
import type { hotelsResponse, PlaceSchema } from '../../hotels/schemas.ts'
import type { FoundHotel } from '../../hotels/search/routes.ts'
import type { idsSchema } from '../../identity/schemas.ts'
import { counted } from '../../kernel/counted.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { hotelOf, present } from '../figures.ts'
import type { PlaceRow } from '../row.ts'
import { type FindNearest, type Tool, tool } from '../tool.ts'
import { placeText, quoted, sourceText } from '../words.ts'

type Place = Static<typeof PlaceSchema> | null
type FoundOne = Static<typeof FoundHotel>

/** What is less alike lacks half of the words: it is another hotel. */
const WEAK_SCORE = 0.4
/** As many as the route finds at most. */
const MOST_FOUND = 50

type Facts = TObject<{ hotel: typeof HotelFactsSchema; ids: ReturnType<typeof idsSchema> }>
type Found = TObject<{ hotels: TArray<typeof FoundHotel> }>

const findHotels = tool<Found>(
  {
    name: 'find_hotels',
    title: 'Find a hotel by its name',
    description:
      'Free. Start here: other tools need `chain` and `hotel_code`. `q` is a name, brand, city or code, also as a phrase and with typos. Rows say what matched and how well (`score`, 1: exact); weak matches are left out. By distance: hotels_around.',
    operationId: 'searchHotels',
    fields: ['q', 'chains', 'country', 'kind'],
    lists: ['chains'],
    fixed: { limit: MOST_FOUND },
    // Agencies list the same hotels under ids of their own.
    defaults: { kind: 'chain' },
    columns: ['hotel', 'match', 'score', 'city_from_source', 'country', 'stars', 'status'],
  },
  ({ hotels }, { q }) => ({
    summary: foundWords(hotels),
    rows: hotels.filter(isClose).map((hotel) =>
      present({
        ...hotelOf(hotel),
        match: hotel.match,
        score: hotel.score,
        city_from_source: hotel.city === null ? undefined : sourceText(hotel.city),
        country: hotel.country ?? undefined,
        stars: hotel.stars ?? undefined,
        // Said only where the source has told: a model would take "unknown" for a warning.
        status: hotel.status === 'unknown' ? undefined : hotel.status,
      }),
    ),
    whyEmpty: `No hotel matches ${quoted(String(q))}.${nearMiss(hotels)} Next: use fewer words, leave out \`chains\` and \`country\`, set \`kind\` to "ota" for the listings of travel agencies, or search by city with hotels_around.`,
  }),
)

function isClose({ score }: FoundOne): boolean {
  return score >= WEAK_SCORE
}

function foundWords(hotels: readonly FoundOne[]): string {
  const close = hotels.filter(isClose).length
  const weak = hotels.length - close
  const most = close === MOST_FOUND ? 'The first ' : ''
  return `${most}${counted(close, 'hotel')} found${weak > 0 ? `; ${counted(weak, 'weak match', 'weak matches')} left out` : ''}.`
}

/** For a model that may know another spelling. */
function nearMiss([best]: readonly FoundOne[]): string {
  if (!best) return ''
  const { chain, hotel_code: code, name, score } = best
  return ` The most alike is ${quoted(name)} (${chain} ${code}, score ${score}), which lacks some of the words.`
}

const hotelFacts = tool<Facts>(
  {
    name: 'hotel_facts',
    title: 'What is known of a hotel',
    description:
      'Free. Address, coordinates, stars, rooms, time zone and own currency of one hotel, and its ids at travel agencies.',
    operationId: 'getHotel',
    fields: ['chain', 'hotel_code'],
    renamed: { hotel_code: 'code' },
    hasOneRow: true,
    columns: [
      'hotel',
      'address_from_source',
      'city_from_source',
      'country',
      'lat',
      'lng',
      'stars',
      'rooms_total',
      'hotel_currency',
      'timezone',
      'status',
      'ids',
    ],
  },
  ({ hotel, ids }) => ({
    summary: `What the directory knows of ${hotel.chain} ${hotel.hotel_code}.`,
    rows: [
      present({
        ...hotelOf(hotel),
        address_from_source: hotel.address === null ? undefined : sourceText(hotel.address),
        city_from_source: hotel.city === null ? undefined : sourceText(hotel.city),
        country: hotel.country ?? undefined,
        lat: hotel.lat ?? undefined,
        lng: hotel.lng ?? undefined,
        stars: hotel.stars ?? undefined,
        rooms_total: hotel.rooms_total ?? undefined,
        hotel_currency: hotel.currency ?? undefined,
        timezone: hotel.timezone ?? undefined,
        status: hotel.status,
        ids: Object.fromEntries(
          Object.entries(ids).flatMap(([at, known]) => (known ? [[at, sourceText(known.id)]] : [])),
        ),
      }),
    ],
  }),
)

const hotelsAround = tool<ReturnType<typeof hotelsResponse>>(
  {
    name: 'hotels_around',
    title: 'The hotels around a place',
    description:
      'The hotels of chains around a city, place or coordinates, nearest first, without prices; says which place was meant and which others have that name. Then compare_hotels, or for award nights search_awards.',
    costs: ({ placeLookup, cachedShare }) =>
      `Costs ${counted(placeLookup, 'credit')} per chain, times ${cachedShare} from the cache: name the \`chains\` that matter.`,
    cheaper: 'name fewer `chains`',
    operationId: 'hotels',
    fields: ['q', 'place_id', 'lat', 'lng', 'radius', 'chains'],
    lists: ['chains'],
    fixed: { limit: 200 },
    keepsAnswer: true,
    columns: ['hotel', 'city_from_source', 'country', 'distance_mi'],
  },
  async ({ place, alternatives, hotels }, args, findNearest) => ({
    place: placeRow(place),
    otherPlaces: placeRows(alternatives),
    summary: `${counted(hotels.length, 'hotel')} within ${String(args['radius'])} miles${placeWords('of', place)}.`,
    rows: hotels.map((hotel) =>
      present({
        ...hotelOf(hotel),
        city_from_source: hotel.city === null ? undefined : sourceText(hotel.city),
        country: hotel.country ?? undefined,
        distance_mi: hotel.distance_mi ?? undefined,
      }),
    ),
    ...(hotels.length === 0 && { whyEmpty: await noHotels(place, args, findNearest) }),
  }),
)

/** Why there is no hotel around a place, and what to do about it. */
export async function noHotels(
  place: Place,
  args: Record<string, unknown>,
  findNearest: FindNearest,
): Promise<string> {
  if (!place)
    return 'No such place is known. Next: check the spelling, add the country, or pass `lat` and `lng`.'
  const { chains, radius } = args
  const list = Array.isArray(chains) ? chains.map(String) : undefined
  const who = list ? `No hotel of ${list.join(', ')}` : 'No hotel'
  const nearest = await findNearest(place, list)
  if (!nearest)
    return `${who} within ${String(radius)} miles, and the directory knows none within 300 miles. Next: try other chains.`
  if (nearest.distanceMi <= Number(radius)) {
    return 'The hotels there have nothing that matches. Next: try other dates, other chains or a larger `radius`.'
  }
  const miles = Math.round(nearest.distanceMi)
  return `${who} within ${String(radius)} miles; the nearest known is ${miles} miles away (${nearest.chain}). Next: call again with \`radius\` ${Math.min(miles + 1, LIMITS.radiusMi)}.`
}

export function placeWords(before: 'of' | 'around', place: Place): string {
  const row = placeRow(place)
  return row ? ` ${before} ${placeText(row)}` : ''
}

const OTHER_PLACES = 5

/** The best of the other places of a name. */
export function placeRows(places: readonly Place[]): PlaceRow[] {
  return places.slice(0, OTHER_PLACES).flatMap((place) => placeRow(place) ?? [])
}

/** Undefined if the place is unknown. */
export function placeRow(place: Place): PlaceRow | undefined {
  if (!place) return undefined
  const { name, country, lat, lng, place_id: id } = place
  return {
    ...(name !== null && { name_from_source: sourceText(name) }),
    ...(country !== null && { country }),
    lat,
    lng,
    ...(id !== null && { place_id: id }),
  }
}

export const HOTEL_TOOLS: readonly Tool[] = [findHotels, hotelFacts, hotelsAround]
