import { beforeAll, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import type { Gateway } from '../../src/sources/gateway.ts'
import type {
  BatchRow,
  HotelRecord,
  Occupancy,
  SourceFailure,
  StayAnswer,
  StayQuery,
} from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'
import {
  expectConsistent,
  expectedCurrency,
  expectSameLowest,
  lowestOf,
  pointsOf,
} from './stay-consistency.ts'

const occupancy: Occupancy = { adults: 2, children: 0, rooms: 1 }
const FIRST_NIGHT = addNights(nightAt(Date.now()), 40)

/** Families whose format can tell why a night cannot be had; elsewhere such a night is sold out. */
const SAYS_WHY = new Set(['ohip', 'opentravel', 'rapid'])

function stayAt(hotelCode: string, changes: Partial<StayQuery> = {}): StayQuery {
  return { hotelCode, checkin: FIRST_NIGHT, los: 1, occupancy, currency: 'USD', ...changes }
}

/** Apart from the rest, so that all sources can be waited for at once. */
export async function expectPatience({ id }: Source, gateway: Gateway): Promise<void> {
  const { answer, tookMs } = await gateway.shop(id, stayAt('SLOW'), { deadlineMs: 15_000 })
  expect({ id, status: answer.status }).toEqual({ id, status: 'available' })
  expect(tookMs).toBeGreaterThanOrEqual(1_900)
}

/**
 * The promises every source keeps, however its wire looks: a new one is done when this passes. It runs against anything
 * that has the test hotels, through the gateway.
 */
export function describeConformance(source: Source, openGateway: () => Gateway): void {
  const { id, examples } = source
  describe(`the source ${id}`, () => {
    let gateway: Gateway

    beforeAll(() => {
      gateway = openGateway()
    })

    const shop = async (hotelCode: string, changes: Partial<StayQuery> = {}): Promise<StayAnswer> => {
      const query = stayAt(hotelCode, changes)
      const { answer } = await gateway.shop(id, query, { live: true })
      expectConsistent(source, query, answer)
      return answer
    }

    const batch = async (hotelCodes: string[], changes: { los?: number; member?: boolean } = {}) => {
      const query = { ...stayAt(''), hotelCodes, member: false, ...changes }
      const { answer } = await gateway.lowest(id, query, { live: true })
      expect(answer.map((row) => row.hotelCode)).toEqual(hotelCodes)
      return answer
    }

    /** The first of some weeks' nights on which the hotel can be had. */
    const availableNight = async (
      hotelCode: string,
      los: number,
    ): Promise<{ checkin: string; answer: StayAnswer }> => {
      for (let week = 0; week < 12; week += 1) {
        const checkin = addNights(FIRST_NIGHT, week * 9)
        const answer = await shop(hotelCode, { checkin, los })
        if (answer.status === 'available') return { checkin, answer }
      }
      throw new Error(`${hotelCode} is never available`)
    }

    it('prices ordinary stays of its example hotels, one night and several', async () => {
      expect(examples).toHaveLength(3)
      for (const hotelCode of examples) {
        const { answer } = await availableNight(hotelCode, 1)
        expect(answer.hotel?.name).toBeTruthy()
        await availableNight(hotelCode, 5)
      }
    })

    it.each<[string, Occupancy]>([
      ['one adult', { adults: 1, children: 0, rooms: 1 }],
      ['a family', { adults: 2, children: 2, rooms: 1 }],
      ['three rooms', { adults: 2, children: 0, rooms: 3 }],
      ['eight adults', { adults: 8, children: 0, rooms: 1 }],
    ])('prices the occupancy of %s or says that there is no room', async (_, party) => {
      for (const hotelCode of examples) {
        const { status } = await shop(hotelCode, { occupancy: party, los: 2 })
        expect(['available', 'sold_out', 'closed', 'restricted_los']).toContain(status)
      }
    })

    it('totals cover every room', async () => {
      const [hotelCode = ''] = examples
      const { checkin, answer: one } = await availableNight(hotelCode, 2)
      const two = await shop(hotelCode, { checkin, los: 2, occupancy: { ...occupancy, rooms: 2 } })
      if (two.status !== 'available') return
      expect(lowestOf(two).bar).toBe(lowestOf(one).bar)
    })

    it('answers in the asked currency where it can, and names its own where not', async () => {
      const [hotelCode = ''] = examples
      const { checkin, answer: inDollars } = await availableNight(hotelCode, 1)
      for (const currency of ['EUR', 'JPY']) {
        const answer = await shop(hotelCode, { checkin, currency })
        expect(answer.currency).toBe(
          source.localCurrency ? inDollars.currency : expectedCurrency(source, currency),
        )
        expect(answer.status).toBe('available')
      }
    })

    it('says sold out', async () => {
      expect(await shop('SOLDOUT')).toMatchObject({ status: 'sold_out', rooms: [] })
    })

    it('says closed, where its format can', async () => {
      expect((await shop('CLOSED')).status).toBe(SAYS_WHY.has(source.family) ? 'closed' : 'sold_out')
    })

    it('says that the stay is too short, where its format can, and prices a longer one', async () => {
      const short = await shop('MINLOS3')
      expect(short).toMatchObject(
        SAYS_WHY.has(source.family) ? { status: 'restricted_los', minLos: 3 } : { status: 'sold_out' },
      )
      expect((await shop('MINLOS3', { los: 3 })).status).toBe('available')
    })

    it('does not know the unknown hotel', async () => {
      expect((await failureOf(shop('UNKNOWN'))).kind).toBe('not_found')
    })

    it('tells a broken, a refused and a silent answer apart', async () => {
      expect((await failureOf(shop('BROKEN'))).kind).toBe('broken')
      expect((await failureOf(shop('REFUSED'))).kind).toBe('refused')
      const silent = gateway.shop(id, stayAt('TIMEOUT'), { deadlineMs: 400 })
      expect((await failureOf(silent)).kind).toBe('timed_out')
    })

    it('flaps between available and sold out at each live shop', async () => {
      const seen: string[] = []
      for (let call = 0; call < 4; call += 1) seen.push((await shop('FLAPS')).status)
      const [first, second] = seen
      expect(new Set([first, second])).toEqual(new Set(['available', 'sold_out']))
      expect(seen).toEqual([first, second, first, second])
    })

    it('gets five per cent cheaper at each live shop', async () => {
      const bars: number[] = []
      for (let call = 0; call < 3; call += 1) bars.push(lowestOf(await shop('DROPS')).bar ?? 0)
      const [first = 0, second = 0, third = 0] = bars
      expect(second / first).toBeCloseTo(0.95, 2)
      expect(third / second).toBeCloseTo(0.95, 2)
    })

    it('shows points exactly where the catalog promises them', async () => {
      const answers = await Promise.all(examples.map((hotelCode) => availableNight(hotelCode, 1)))
      const points = answers.flatMap(({ answer }) => pointsOf(answer))
      expect(points.length > 0).toBe(source.points)
    })

    it.runIf(source.points)('shows and hides points in turn at the hotel for that', async () => {
      const flaps = [pointsOf(await shop('AWARDFLAP')).length, pointsOf(await shop('AWARDFLAP')).length]
      expect(flaps.toSorted((a, b) => a - b)[0]).toBe(0)
      expect(Math.max(...flaps)).toBeGreaterThan(0)
    })

    it('keeps the upstream bodies when it is asked to, and only then', async () => {
      const { checkin, answer: plain } = await availableNight(examples[0] ?? '', 1)
      expect(plain.raw).toEqual([])
      const { answer } = await gateway.shop(id, stayAt(examples[0] ?? '', { checkin }), { raw: true })
      expect(answer.raw.length).toBeGreaterThan(0)
    })

    it.runIf(source.geo)('finds its hotels around a point, nearest first', async () => {
      const query = { lat: 40.7128, lng: -74.006, radiusKm: 60, limit: 5 }
      const { answer } = await gateway.near(id, query)
      expect(answer.length).toBeGreaterThan(0)
      expect(answer.length).toBeLessThanOrEqual(5)
      const distances = answer.map((hotel) => distanceKm(query, hotel))
      expect(distances).toEqual(distances.toSorted((a, b) => a - b))
      expect(Math.max(...distances)).toBeLessThanOrEqual(60.5)
      await shop(answer[0]?.hotelCode ?? '')
      const { answer: none } = await gateway.near(id, { lat: -60, lng: -140, radiusKm: 30, limit: 5 })
      expect(none).toEqual([])
    })

    it.runIf(source.kind === 'ota')('finds a listing by the name of its hotel', async () => {
      for (const hotelCode of examples) {
        const { answer } = await availableNight(hotelCode, 1)
        const { name = '', city = null, country = null, lat, lng } = answer.hotel ?? {}
        const spot = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : {}
        const { answer: found } = await gateway.find(id, { name, city, country, ...spot })
        expect(found.map((hotel) => hotel.hotelCode)).toContain(hotelCode)
      }
    })

    describe.runIf(source.batch)('in a batch', () => {
      it('tells the lowest figures of a shop', async () => {
        for (const los of [1, 4]) {
          const rows = await batch([...examples], { los, member: true })
          for (const [index, hotelCode] of examples.entries()) {
            const lowest = answered(rows[index])
            expect(lowest.hotelCode).toBe(hotelCode)
            expectSameLowest(lowest, await shop(hotelCode, { los }))
          }
        }
      })

      it.runIf(source.memberMilli > 0)('shows the member rate only where it is asked for', async () => {
        const { checkin, answer: matrix } = await availableNight(examples[0] ?? '', 1)
        const query = { ...stayAt(''), checkin, hotelCodes: examples.slice(0, 1) }
        const [asked] = (await gateway.lowest(id, { ...query, member: true })).answer
        expect(answered(asked)).toMatchObject({ memberKnown: true, member: lowestOf(matrix).member })
        expect(answered(asked).member).toBeGreaterThan(0)
        const [unasked] = (await gateway.lowest(id, { ...query, member: false })).answer
        expect(answered(unasked)).toMatchObject({ memberKnown: false, member: null })
      })

      it('lets no bad hotel spoil the others', async () => {
        const [good = ''] = examples
        const codes = ['SOLDOUT', good, 'UNKNOWN', 'BROKEN', 'CLOSED', 'MINLOS3']
        const [soldOut, ordinary, unknown, broken, closed, minLos] = await batch(codes)
        expect(answered(soldOut).status).toBe('sold_out')
        expectSameLowest(answered(ordinary), await shop(good))
        expect(failed(unknown).kind).toBe('not_found')
        expect(failed(broken).kind).not.toBe('not_found')
        expect(answered(closed).status).toBe((await shop('CLOSED')).status)
        expect(answered(minLos)).toMatchObject(pick(await shop('MINLOS3')))
      })
    })

    it.runIf(source.calendar)('tells the single nights of a shop in its calendar', async () => {
      for (const hotelCode of [...examples.slice(0, 2), 'CLOSED', 'MINLOS3', 'SOLDOUT']) {
        const range = { ...stayAt(hotelCode), from: FIRST_NIGHT, to: addNights(FIRST_NIGHT, 6) }
        const { answer } = await gateway.calendar(id, range)
        expect(answer).toHaveLength(7)
        for (const row of answer) {
          if ('failure' in row) throw row.failure
          expectSameLowest(row.lowest, await shop(hotelCode, { checkin: row.checkin }))
        }
      }
      const gone = { ...stayAt('UNKNOWN'), from: FIRST_NIGHT, to: FIRST_NIGHT }
      const [row] = (await gateway.calendar(id, gone)).answer
      expect(row).toMatchObject({ failure: { kind: 'not_found' } })
    })
  })
}

function pick({ status, minLos }: StayAnswer): object {
  return { status, minLos }
}

function answered(row: BatchRow | undefined) {
  if (!row || 'failure' in row) throw row?.failure ?? new Error('no row')
  return row.lowest
}

function failed(row: BatchRow | undefined): SourceFailure {
  if (!row || 'lowest' in row) throw new Error(`an answer for ${row?.hotelCode}`)
  return row.failure
}

function distanceKm(from: { lat: number; lng: number }, hotel: HotelRecord): number {
  if (hotel.lat === null || hotel.lng === null) throw new Error(`${hotel.hotelCode} has no position`)
  const rad = Math.PI / 180
  const half = (a: number, b: number) => Math.sin(((b - a) * rad) / 2) ** 2
  const h =
    half(from.lat, hotel.lat) +
    Math.cos(from.lat * rad) * Math.cos(hotel.lat * rad) * half(from.lng, hotel.lng)
  return 2 * 6371 * Math.asin(Math.sqrt(h))
}
