import { addNights } from '../../kernel/dates.ts'
import { distanceKm } from '../../kernel/great-circle.ts'
import type { Source } from '../catalog/catalog.ts'
import type { Occupancy } from '../source.ts'
import { BATCH_RULES } from './batch-rules.ts'
import { failureOf, must, mustBe, type Rule } from './rule.ts'
import { expectedCurrency, lowestOf, mustTellTheSame, pointsOf } from './sound.ts'
import { answered, askingOf, nothingAt, PARTY } from './vendor.ts'

/** What is asked of a vendor that has the test hotels. */

/** Families whose format can tell why a night cannot be had; elsewhere such a night is sold out. */
const SAYS_WHY = new Set(['ohip', 'opentravel', 'rapid', 'apaleo', 'mews', 'cloudbeds'])

const PARTIES: readonly (readonly [string, Occupancy])[] = [
  ['one adult', { adults: 1, children: 0, rooms: 1 }],
  ['a family', { adults: 2, children: 2, rooms: 1 }],
  ['a baby and a teenager', { adults: 2, children: 2, rooms: 1, ages: [1, 14] }],
  ['three rooms', { adults: 2, children: 0, rooms: 3 }],
  ['eight adults', { adults: 8, children: 0, rooms: 1 }],
]

function takesRooms({ mostRooms }: Source, rooms: number): boolean {
  return mostRooms === null || mostRooms >= rooms
}

export const VENDOR_RULES: readonly Rule[] = [
  ...PARTIES.map(
    ([name, occupancy]): Rule => ({
      name: `${name} get a price, or there is no room`,
      needs: 'vendor',
      isAbout: (source) => takesRooms(source, occupancy.rooms) && (source.takesAges || !occupancy.ages),
      async check(subject) {
        const { examples, endOf } = askingOf(subject)
        for (const hotelCode of examples) await endOf(hotelCode, { occupancy, los: 2 })
      },
    }),
  ),
  {
    name: 'totals cover every room',
    needs: 'vendor',
    isAbout: (source) => takesRooms(source, 2),
    async check(subject) {
      const { examples, shop, availableNight } = askingOf(subject)
      const [hotelCode = ''] = examples
      const { checkin, answer: one } = await availableNight(hotelCode, 2)
      const two = await shop(hotelCode, { checkin, los: 2, occupancy: { ...PARTY, rooms: 2 } })
      if (two.status === 'available') mustBe(lowestOf(two).bar, lowestOf(one).bar, 'the price per room')
    },
  },
  {
    name: 'prices are in the requested currency, or the answer names its own',
    needs: 'vendor',
    async check(subject) {
      const { source, examples, shop, availableNight } = askingOf(subject)
      const [hotelCode = ''] = examples
      const { checkin, answer: inDollars } = await availableNight(hotelCode, 1)
      for (const currency of ['EUR', 'JPY']) {
        const answer = await shop(hotelCode, { checkin, currency })
        const expected = source.localCurrency ? inDollars.currency : expectedCurrency(source, currency)
        mustBe(answer.currency, expected, 'the currency')
        mustBe(answer.status, 'available', 'the same stay in another currency')
      }
    },
  },
  {
    name: 'a closed night is closed, where the format can say so',
    needs: 'vendor',
    async check(subject) {
      const { source, endOf } = askingOf(subject)
      const expected = SAYS_WHY.has(source.family) ? 'closed' : nothingAt(source)
      mustBe(await endOf('CLOSED'), expected, 'the status')
    },
  },
  {
    name: 'a stay that is too short is told, where the format can, and a longer one has a price',
    needs: 'vendor',
    async check(subject) {
      const { source, shop, endOf } = askingOf(subject)
      const saysWhy = SAYS_WHY.has(source.family)
      mustBe(await endOf('MINLOS3'), saysWhy ? 'restricted_los' : nothingAt(source), 'the status')
      if (saysWhy) mustBe((await shop('MINLOS3')).minLos, 3, 'the minimum stay')
      mustBe((await shop('MINLOS3', { los: 3 })).status, 'available', 'three nights')
    },
  },
  {
    name: 'silence ends at the deadline',
    needs: 'vendor',
    async check(subject) {
      const { id, gateway, stayAt } = askingOf(subject)
      const silent = gateway.shop(id, stayAt('TIMEOUT'), { deadlineMs: 400 })
      mustBe((await failureOf(silent, 'silence')).kind, 'timed_out', 'silence as a failure')
    },
  },
  {
    name: 'an engine shows no offers of a full hotel, and never says that it is sold out',
    needs: 'vendor',
    isAbout: (source) => nothingAt(source) === 'no_offers',
    async check(subject) {
      const { endOf } = askingOf(subject)
      mustBe(await endOf('SOLDOUT'), 'no_offers', 'a full hotel')
    },
  },
  {
    name: 'a hotel that flaps is available and unavailable in turn',
    needs: 'vendor',
    async check(subject) {
      const { source, endOf } = askingOf(subject)
      const seen: string[] = []
      for (let call = 0; call < 4; call += 1) seen.push(await endOf('FLAPS'))
      const [first = '', second = ''] = seen
      mustBe([first, second].toSorted().join(), `available,${nothingAt(source)}`, 'the first two answers')
      mustBe(seen.join(), [first, second, first, second].join(), 'the four answers')
    },
  },
  {
    name: 'a price that drops by five per cent is seen to',
    needs: 'vendor',
    async check(subject) {
      const { shop } = askingOf(subject)
      const bars: number[] = []
      for (let call = 0; call < 3; call += 1) bars.push(lowestOf(await shop('DROPS')).bar ?? 0)
      const [first = 0, second = 0, third = 0] = bars
      for (const ratio of [second / first, third / second])
        must(Math.abs(ratio - 0.95) < 0.005, `the prices are ${bars.join(', ')}`)
    },
  },
  {
    name: 'there are points exactly if the source promises them',
    needs: 'vendor',
    async check(subject) {
      const { source, examples, availableNight } = askingOf(subject)
      const answers = await Promise.all(examples.map((hotelCode) => availableNight(hotelCode, 1)))
      mustBe(answers.flatMap(({ answer }) => pointsOf(answer)).length > 0, source.points, 'having points')
    },
  },
  {
    name: 'points that come and go are seen to',
    needs: 'vendor',
    isAbout: ({ points }) => points,
    async check(subject) {
      const { shop } = askingOf(subject)
      const counts = [pointsOf(await shop('AWARDFLAP')).length, pointsOf(await shop('AWARDFLAP')).length]
      must(Math.min(...counts) === 0 && Math.max(...counts) > 0, `${counts.join(' and ')} awards`)
    },
  },
  {
    name: 'hotels around a point are found, nearest first',
    needs: 'vendor',
    isAbout: ({ geo }) => geo,
    async check(subject) {
      const { id, gateway, shop } = askingOf(subject)
      const query = { lat: 40.7128, lng: -74.006, radiusKm: 60, limit: 5 }
      const { answer } = await gateway.near(id, query)
      must(answer.length > 0 && answer.length <= 5, `${answer.length} hotels`)
      const distances = answer.map(({ lat, lng }) => distanceKm(query, { lat: lat ?? 0, lng: lng ?? 0 }))
      mustBe(distances.join(), distances.toSorted((a, b) => a - b).join(), 'the order')
      must(Math.max(...distances) <= 60.5, `a hotel ${Math.max(...distances)} km away`)
      await shop(answer[0]?.hotelCode ?? '')
      const { answer: none } = await gateway.near(id, { lat: -60, lng: -140, radiusKm: 30, limit: 5 })
      mustBe(none.length, 0, 'the number of hotels in the sea')
    },
  },
  {
    name: 'a listing is found by the name of its hotel',
    needs: 'vendor',
    isAbout: ({ kind }) => kind !== 'chain',
    async check(subject) {
      const { id, gateway, examples, availableNight } = askingOf(subject)
      for (const hotelCode of examples) {
        const { answer } = await availableNight(hotelCode, 1)
        const { name = '', city = null, country = null, lat, lng } = answer.hotel ?? {}
        const spot = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : {}
        const { answer: found } = await gateway.find(id, { name, city, country, ...spot })
        must(
          found.some((hotel) => hotel.hotelCode === hotelCode),
          `${hotelCode} is not among ${found.length} hotels`,
        )
      }
    },
  },
  ...BATCH_RULES,
  {
    name: 'a calendar tells the single nights of a shop',
    needs: 'vendor',
    isAbout: ({ calendar }) => calendar,
    async check(subject) {
      const { id, gateway, examples, firstNight, stayAt, shop } = askingOf(subject)
      for (const hotelCode of [...examples.slice(0, 2), 'CLOSED', 'MINLOS3', 'SOLDOUT']) {
        const range = { ...stayAt(hotelCode), from: firstNight, to: addNights(firstNight, 6) }
        const { answer } = await gateway.calendar(id, range)
        mustBe(answer.length, 7, 'the number of nights')
        for (const { checkin, ...row } of answer)
          mustTellTheSame(answered({ hotelCode, ...row }), await shop(hotelCode, { checkin }))
      }
      const gone = { ...stayAt('UNKNOWN'), from: firstNight, to: firstNight }
      const [row] = (await gateway.calendar(id, gone)).answer
      mustBe(row && 'failure' in row ? row.failure.kind : 'an answer', 'not_found', 'an unknown hotel')
    },
  },
]
