import type { Chain } from './chains.ts'
import type { City } from './cities.ts'
import type { Country } from './countries.ts'
import { scaleHalfUp } from './currencies.ts'
import { dateOf } from './days.ts'
import { shifted } from './geography.ts'
import { mix } from './hash.ts'
import type { Hotel, RoomType, TestRole } from './hotel.ts'
import type { HotelNight } from './nights.ts'
import type { Misbehaviour } from './world.ts'

/** Every chain has these houses, far away from all others, at prices that a test can compute by hand. */
const TEST_HOTELS: Readonly<Record<string, { label: string; role: TestRole }>> = {
  SOLDOUT: { label: 'Sold Out', role: 'sold_out' },
  CLOSED: { label: 'Closed', role: 'closed' },
  MINLOS3: { label: 'Three Nights', role: 'min_los_3' },
  TIMEOUT: { label: 'Silent', role: 'plain' },
  BROKEN: { label: 'Broken', role: 'plain' },
  REFUSED: { label: 'Refused', role: 'plain' },
  SLOW: { label: 'Slow', role: 'plain' },
  FLAPS: { label: 'Flaps', role: 'flaps' },
  DROPS: { label: 'Drops', role: 'drops' },
  UNDERCUT: { label: 'Undercut', role: 'undercut' },
  AWARDFLAP: { label: 'Award Flap', role: 'award_flap' },
}

export const TEST_CODES: readonly string[] = Object.keys(TEST_HOTELS)

const ROOMS: readonly RoomType[] = [
  {
    code: 'SQN',
    name: 'Standard Queen',
    parts: { grade: 'Standard', noun: 'Room', extra: '' },
    beds: '1 queen bed',
    bed: 'Queen',
    maxOccupancy: 8,
    basisPoints: 10_000,
    standard: true,
  },
  {
    code: 'DKG',
    name: 'Deluxe King',
    parts: { grade: 'Deluxe', noun: 'Room', extra: '' },
    beds: '1 king bed',
    bed: 'King',
    maxOccupancy: 14,
    basisPoints: 13_000,
    standard: false,
  },
]

const USUAL = 20_000
const DROPS_START = 40_000
const FEE = 500
const TAX_BASIS_POINTS = 1_000

export function misbehaviourOf(code: string): Misbehaviour {
  switch (code) {
    case 'TIMEOUT':
      return 'timeout'
    case 'BROKEN':
      return 'broken'
    case 'REFUSED':
      return 'refused'
    case 'SLOW':
      return 'slow'
    default:
      return null
  }
}

/** `first` is the place of the first chain among all that have test hotels: it makes their keys and addresses. */
export function buildTestHotels(
  seed: number,
  country: (code: string) => Country,
  city: City,
  chains: readonly Chain[],
  first = 0,
): Hotel[] {
  const taxed = { ...country(city.country), taxBasisPoints: TAX_BASIS_POINTS, cityTax: null }
  return chains.flatMap((chain, i) =>
    TEST_CODES.map((code, j) => buildTestHotel(chain, code, seed, city, taxed, first + i, j)),
  )
}

function buildTestHotel(
  chain: Chain,
  code: string,
  seed: number,
  city: City,
  country: Country,
  chainIndex: number,
  hotelIndex: number,
): Hotel {
  const { label, role } = TEST_HOTELS[code] ?? { label: code, role: 'plain' }
  const at = shifted(city.lat, city.lng, (chainIndex - 5) * 1_500, (hotelIndex - 5) * 400)
  return {
    listing: {
      source: chain.id,
      code,
      name: `${chain.name} ${label} Test Hotel`,
      address: `${100 * (chainIndex + 1) + hotelIndex} Front Street`,
      city: city.name,
      country: city.country,
      ...at,
      currency: country.currency,
      rating: 8,
      stars: 3,
      phone: `+${country.dial} 90 ${7_000_000 + chainIndex * 100 + hotelIndex}`,
      chainHotel: { source: chain.id, code },
      brand: null,
    },
    chain,
    brand: chain.name,
    country,
    region: city.region,
    key: mix(seed, chainIndex, hotelIndex, 101),
    cityKey: mix(seed, city.id, 37),
    usual: role === 'drops' ? DROPS_START : USUAL,
    rooms: ROOMS,
    leisure: false,
    category: chain.points ? Math.floor(chain.points.length / 2) : -1,
    shutMonths: [],
    longStay: null,
    // A constant fee would make the after-tax figure of DROPS fall by less than its price.
    resortFee: role === 'drops' ? 0 : FEE,
    halfBoard: false,
    breakfast: 1_500,
    advanceBasisPoints: 1_500,
    memberBasisPoints: chain.memberDiscountBasisPoints ?? 0,
    flagship: false,
    test: role,
  }
}

/** A night of a test hotel at the steps its live shops have reached. */
export function testNight(hotel: Hotel, day: number, cashStep: number, awardStep: number): HotelNight {
  return {
    day,
    date: dateOf(day),
    base: hotel.test === 'drops' ? dropped(hotel.usual, cashStep) : hotel.usual,
    soldOut: hotel.test === 'sold_out' || (hotel.test === 'flaps' && cashStep % 2 === 1),
    shut: hotel.test === 'closed',
    noArrival: false,
    minLos: hotel.test === 'min_los_3' ? 3 : 1,
    season: 'regular',
    awardOpen: hotel.test !== 'award_flap' || awardStep % 2 === 0,
  }
}

/** Five per cent less at each step, but never below one dollar. */
function dropped(start: number, steps: number): number {
  let price = start
  for (let i = 0; i < steps && price > 100; i++) price = Math.max(100, scaleHalfUp(price, 95, 100))
  return price
}
