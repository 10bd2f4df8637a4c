import { CHAINS } from './chains.ts'
import { duffelId, liteapiId, numericId, takeFree } from './codes.ts'
import { shifted } from './geography.ts'
import { between, chance, hashText, mix } from './hash.ts'
import type { Channel, Hotel } from './hotel.ts'
import { agencyName } from './spelling.ts'
import { TEST_CODES } from './test-hotels.ts'

interface Agency {
  id: string
  /** Share of the chain hotels it lists, in basis points. */
  coverage: number
  /** Share of its listings with a deal for signed-in members. */
  memberDeals: number
  /** Share of listings that belong to its second brand; null if it has only one. */
  secondBrand: number | null
  code(h: number, attempt: number, brand: string | null): string
}

const AGENCIES: readonly Agency[] = [
  {
    id: 'lodgista',
    coverage: 9_500,
    memberDeals: 3_500,
    secondBrand: null,
    code: (h, attempt) => numericId(h, attempt, 100_000, 12_000_000),
  },
  {
    id: 'mapleroom',
    coverage: 9_000,
    memberDeals: 3_000,
    secondBrand: 4_000,
    code: (h, attempt, brand) =>
      brand === 'B'
        ? numericId(h, attempt, 60_000_000, 9_000_000)
        : numericId(h, attempt, 1_000_000, 9_000_000),
  },
  { id: 'nightdeal', coverage: 8_600, memberDeals: 2_000, secondBrand: null, code: liteapiId },
  {
    id: 'ostello',
    coverage: 8_800,
    memberDeals: 3_000,
    secondBrand: null,
    code: (h, attempt) => numericId(h, attempt, 10_000, 19_000_000),
  },
  { id: 'pillowfare', coverage: 8_000, memberDeals: 1_000, secondBrand: null, code: duffelId },
]

/** The agencies' listings of the ordinary hotels and of the test hotels. */
export interface Channels {
  agencies: readonly string[]
  /** Built when first asked for: together they are most of the world, and few clients ask all agencies. */
  of(agency: string): readonly Channel[]
}

export function createChannels(
  seed: number,
  hotels: readonly Hotel[],
  testHotels: readonly Hotel[],
): Channels {
  const built = new Map<string, readonly Channel[]>()
  return {
    agencies: AGENCIES.map(({ id }) => id),
    of(id) {
      const agency = AGENCIES.find((each) => each.id === id)
      if (!agency) return []
      const channels = built.get(id) ?? buildChannels(agency, seed, hotels, testHotels)
      built.set(id, channels)
      return channels
    },
  }
}

function buildChannels(
  agency: Agency,
  seed: number,
  hotels: readonly Hotel[],
  testHotels: readonly Hotel[],
): Channel[] {
  const codes = new Set<string>()
  const agencyKey = mix(seed, hashText(agency.id), 151)
  return hotels
    .filter((hotel) => chance(mix(agencyKey, hotel.key, 152), agency.coverage))
    .map((hotel) => buildChannel(agency, hotel, mix(agencyKey, hotel.key, 153), codes))
    .concat(testChannels(agency, agencyKey, testHotels))
}

function buildChannel(agency: Agency, hotel: Hotel, key: number, codes: Set<string>): Channel {
  const brand = agency.secondBrand === null ? null : chance(mix(key, 154), agency.secondBrand) ? 'B' : 'A'
  // Agencies place a pin by hand or by postcode: usually on the block, now and then in the wrong quarter.
  const reachM = chance(mix(key, 155), 200) ? 1_750 : chance(mix(key, 156), 6_000) ? 120 : 490
  const at = shifted(
    hotel.listing.lat,
    hotel.listing.lng,
    between(mix(key, 157), -reachM, reachM),
    between(mix(key, 158), -reachM, reachM),
  )
  return {
    listing: {
      ...hotel.listing,
      ...at,
      source: agency.id,
      code: takeFree(codes, (attempt) => agency.code(key, attempt, brand)),
      name: agencyName(hotel.listing.name, hotel.chain, hotel.listing.city, key),
      rating: Math.min(
        9.8,
        Math.round((hotel.listing.rating + between(mix(key, 159), -4, 4) / 10) * 10) / 10,
      ),
      brand,
    },
    hotel,
    key,
    memberDeal: chance(mix(key, 160), agency.memberDeals),
  }
}

/** The test hotels under their own codes, as the first chain's; UNDERCUT once for every chain. */
function testChannels(agency: Agency, agencyKey: number, testHotels: readonly Hotel[]): Channel[] {
  const listed = testHotels.filter(
    ({ listing }) => listing.code === 'UNDERCUT' || listing.source === CHAINS[0]?.id,
  )
  return listed.map((hotel) => {
    const { code, source } = hotel.listing
    return {
      listing: {
        ...hotel.listing,
        source: agency.id,
        code: code === 'UNDERCUT' ? `UNDERCUT-${source}` : code,
        brand: agency.secondBrand === null ? null : 'A',
      },
      hotel,
      key: mix(agencyKey, TEST_CODES.indexOf(code), hashText(source), 161),
      memberDeal: false,
    }
  })
}
