import { phoneNumber, streetAddress } from './addresses.ts'
import { CHAINS, type Chain, type SubBrand } from './chains.ts'
import { type City, marqueeCities } from './cities.ts'
import { chainCode, takeFree } from './codes.ts'
import type { Country } from './countries.ts'
import { exchange, minorDigits, scaleHalfUp } from './currencies.ts'
import { shifted } from './geography.ts'
import { between, chance, hashText, mix } from './hash.ts'
import type { Hotel } from './hotel.ts'
import { INDEPENDENTS } from './independents.ts'
import { roomTypes } from './rooms.ts'

/** What the building of hotels needs from the rest of the world. */
export interface Ground {
  seed: number
  country: (code: string) => Country
}

const QUARTERS = [
  'Old Town',
  'Central Station',
  'Riverside',
  'Airport',
  'City Centre',
  'Garden Quarter',
  'West End',
  'Exchange',
  'Convention Centre',
  'Opera',
  'University',
  'Market Square',
  'East Side',
  'North Gate',
  'Cathedral',
  'Parkside',
  'Museum Quarter',
  'South Bank',
  'Waterfront',
  'Business Park',
  'Fairground',
  'Observatory',
  'Citadel',
  'Mill Lane',
]

/** The first house of each chain here is its flagship. */
const FLAGSHIP_CITIES: ReadonlySet<string> = new Set(['US New York', 'GB London', 'FR Paris', 'JP Tokyo'])

/** Every chain's hotels: first the well-known cities, then towns of the world by population. */
export function buildHotels(ground: Ground, towns: readonly City[]): Hotel[] {
  const marquee = marqueeCities(towns)
  const names = new Set<string>()
  return CHAINS.flatMap((chain) => chainHotels(chain, ground, marquee, towns, names))
}

/** The hotels of no chain, in the well-known cities. */
export function buildIndependents(ground: Ground, towns: readonly City[]): Hotel[] {
  return chainHotels(INDEPENDENTS, ground, marqueeCities(towns), towns, new Set())
}

function chainHotels(
  chain: Chain,
  ground: Ground,
  marquee: readonly City[],
  towns: readonly City[],
  names: Set<string>,
): Hotel[] {
  const chainKey = chainKeyOf(chain, ground)
  const sites: City[] = []
  for (const city of marquee) {
    const h = mix(chainKey, city.id, 32)
    const present = chain.hotels >= 400 || city.country in chain.home || chance(h, 8_200)
    const houses = present ? between(mix(h, 33), 1, city.population > 1_500_000 ? 4 : 2) : 0
    for (let i = 0; i < houses; i++) sites.push(city)
  }
  const weighted = weigh(chain, ground, towns)
  for (let i = 0; sites.length < chain.hotels; i++) {
    sites.push(weighted(mix(chainKey, i, 34) * 0x10_0000 + (mix(chainKey, i, 35) & 0xf_ffff)))
  }
  const codes = new Set<string>()
  const perCity = new Map<number, number>()
  return sites.map((city) => {
    const nth = perCity.get(city.id) ?? 0
    perCity.set(city.id, nth + 1)
    return buildHotel(chain, ground, city, nth, names, codes)
  })
}

function chainKeyOf(chain: Chain, { seed }: Ground): number {
  return mix(seed, hashText(chain.id), 31)
}

/** Draws a town with a probability by its size, its country's travel and the chain's home market. */
function weigh(chain: Chain, ground: Ground, towns: readonly City[]): (draw: number) => City {
  const sums = new Float64Array(towns.length)
  let sum = 0
  towns.forEach((city, i) => {
    // The power of three quarters out of square roots, which every machine computes alike.
    const size = city.population / Math.sqrt(Math.sqrt(city.population))
    sum += Math.floor(size * ground.country(city.country).density * (chain.home[city.country] ?? 1))
    sums[i] = sum
  })
  return (draw) => {
    const target = draw % sum
    let low = 0
    let high = towns.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    const city = towns[low]
    if (!city) throw new RangeError('no towns to build in')
    return city
  }
}

/** The nth house of a chain in a town. */
export function buildHotel(
  chain: Chain,
  ground: Ground,
  city: City,
  nth: number,
  names: Set<string>,
  codes: Set<string>,
): Hotel {
  const key = mix(chainKeyOf(chain, ground), city.id, nth, 36)
  const brand = drawBrand(chain, mix(key, 41))
  const country = ground.country(city.country)
  const code = takeFree(codes, (attempt) => chainCode(chain, city, key, attempt))
  const spreadM = city.population > 1_000_000 ? 7_000 : city.population > 200_000 ? 4_000 : 2_000
  const at = shifted(
    city.lat,
    city.lng,
    between(mix(key, 42), -spreadM, spreadM),
    between(mix(key, 43), -spreadM, spreadM),
  )
  const leisure = brand.name.includes('Resort') || chance(mix(key, 44), 3_500)
  const usual = usualNight(brand, country, city, key)
  return {
    listing: {
      source: chain.id,
      code,
      name: takeFree(names, (attempt) => hotelName(brand, city, key, attempt)),
      address: streetAddress(city.country, key),
      city: city.name,
      country: city.country,
      ...at,
      currency: country.currency,
      rating: between(mix(key, 45), 62 + brand.stars * 2, 84 + brand.stars * 2) / 10,
      stars: brand.stars,
      phone: phoneNumber(country.dial, key),
      chainHotel: { source: chain.id, code },
      brand: null,
    },
    chain,
    brand: brand.name,
    country,
    region: city.region,
    key,
    cityKey: mix(ground.seed, city.id, 37),
    usual,
    rooms: roomTypes(brand.stars, key),
    leisure,
    category: categoryOf(chain, exchange(usual, country.currency, 'USD')),
    shutMonths: leisure && chance(mix(key, 46), 800) ? shutMonths(at.lat) : [],
    longStay: chance(mix(key, 47), 2_500)
      ? { nights: between(mix(key, 48), 3, 7), basisPoints: between(mix(key, 49), 4, 12) * 100 }
      : null,
    resortFee: resortFee(brand, ground, city, key),
    halfBoard: leisure && chance(mix(key, 50), 5_000),
    breakfast: wholeUnits(scaleHalfUp(usual, between(mix(key, 51), 7, 11), 100), country.currency),
    advanceBasisPoints: between(mix(key, 52), 8, 20) * 100,
    memberBasisPoints: chain.memberDiscountBasisPoints ?? 0,
    flagship: nth === 0 && FLAGSHIP_CITIES.has(`${city.country} ${city.name}`),
    test: null,
  }
}

function drawBrand(chain: Chain, h: number): SubBrand {
  let left = h % chain.subBrands.reduce((sum, brand) => sum + brand.weight, 0)
  for (const brand of chain.subBrands) {
    left -= brand.weight
    if (left < 0) return brand
  }
  throw new RangeError(`${chain.id} has no brands`)
}

function hotelName(brand: SubBrand, city: City, key: number, attempt: number): string {
  const quarter = QUARTERS[(key + attempt) % QUARTERS.length] ?? ''
  const [head, tail] = brand.name.split(' by ')
  const place = attempt === 0 && chance(mix(key, 53), 4_000) ? city.name : `${city.name} ${quarter}`
  // Two towns of one name in two countries can use up the quarters.
  const region = attempt > QUARTERS.length ? ` ${city.region}` : ''
  return tail ? `${head} ${place}${region} by ${tail}` : `${brand.name} ${place}${region}`
}

function usualNight(brand: SubBrand, country: Country, city: City, key: number): number {
  const cityPercent = city.population > 3_000_000 ? 120 : city.population > 800_000 ? 108 : 95
  const factor = country.level * cityPercent * between(mix(key, 54), 82, 124)
  const cents = scaleHalfUp(brand.usualCents, factor, 1_000_000)
  return exchange(cents, 'USD', country.currency)
}

/** The category whose award costs about 0.7 cents a point, or the chart's last. */
function categoryOf(chain: Chain, usualCents: number): number {
  if (!chain.points) return -1
  const centsPerPoint = chain.id === 'evergrand' ? 2.2 : chain.id === 'dunmore' ? 1.5 : 0.7
  const fair = usualCents / centsPerPoint
  const index = chain.points.findIndex((points) => points >= fair)
  return index === -1 ? chain.points.length - 1 : index
}

/** Beach houses shut over the winter of their hemisphere. */
function shutMonths(lat: number): readonly number[] {
  return lat >= 0 ? [10, 11, 0, 1] : [4, 5, 6, 7]
}

function resortFee(brand: SubBrand, ground: Ground, city: City, key: number): number {
  const usual = city.country === 'US' || brand.name.includes('Resort')
  if (!usual || !chance(mix(key, 55), brand.stars >= 4 ? 2_500 : 400)) return 0
  const { currency } = ground.country(city.country)
  return wholeUnits(exchange(between(mix(key, 56), 15, 45) * 100, 'USD', currency), currency)
}

function wholeUnits(amount: number, currency: string): number {
  const unit = 10 ** minorDigits(currency)
  return Math.max(1, Math.round(amount / unit)) * unit
}
