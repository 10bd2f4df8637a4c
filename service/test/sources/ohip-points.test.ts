import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { HttpAnswer, HttpRequest, StayAnswer } from '../../src/sources/source.ts'
import { openLine } from './ohip-market.ts'

const world = createWorld({ seed: 7, now: () => Date.parse('2027-03-10T12:00:00Z') })

/** SLOW sells a plain room and a better one at any time; what PAR says of it is given here, in the vendor's form. */
const QUERY = {
  hotelCode: 'SLOW',
  checkin: '2027-05-01',
  los: 3,
  occupancy: { adults: 2, children: 1, rooms: 2 },
  currency: 'USD',
}

function night(date: string, points: number, cash?: number, awardsType = 'STANDARD'): object {
  const base = cash === undefined ? {} : { base: { amountBeforeTax: cash, currencyCode: 'USD' } }
  return { start: date, end: date, requiredPoints: { awardsType, points }, ...base }
}

function par(roomRates: object[], changes: { segment?: object; stay?: object } = {}): object {
  return {
    hotelAvailability: [
      {
        hotelId: 'SLOW',
        redemption: true,
        roomStays: [
          {
            arrivalDate: '2027-05-01',
            departureDate: '2027-05-04',
            guestCounts: { adults: 2, children: 1 },
            roomRates,
            ...changes.stay,
          },
        ],
        ...changes.segment,
      },
    ],
  }
}

const STANDARD = {
  roomType: 'SQN',
  ratePlanCode: 'AWSTD',
  rateDescription: 'Standard Award',
  rates: { rate: [night('2027-05-01', 30_000), night('2027-05-02', 30_000), night('2027-05-03', 40_000)] },
}
const WITH_CASH = {
  roomType: 'SQN',
  ratePlanCode: 'AWCASH',
  totalPoints: { awardsType: 'STANDARD', points: 90_000 },
  rates: {
    rate: [{ ...night('2027-05-01', 15_000, 55.5), end: '2027-05-02' }, night('2027-05-03', 15_000, 60)],
  },
}

async function shopWith(answer: object | Partial<HttpAnswer>): Promise<StayAnswer> {
  const tamper = (request: HttpRequest, told: HttpAnswer): HttpAnswer => {
    if (!request.path.startsWith('/par/')) return told
    return 'status' in answer
      ? { ...told, ...answer }
      : { ...told, status: 200, body: JSON.stringify(answer) }
  }
  const { adapter, call } = openLine(world, 'aurelia', tamper)
  return adapter.shop(QUERY, call)
}

function awardsOf(answer: StayAnswer) {
  return answer.rooms.flatMap((room) =>
    room.rates
      .filter((rate) => rate.pointsPerNight !== null)
      .map((rate) => ({
        room: room.roomCode,
        rate: rate.rateCode,
        points: rate.pointsPerNight,
        total: rate.pointsTotal,
        copay: rate.cashCopayPerNight,
        standard: rate.standardAward,
      })),
  )
}

describe('points of a stay', () => {
  it('stand beside the cash rates of their room, as averages over the nights', async () => {
    const premium = {
      roomType: 'TWR',
      ratePlanCode: 'AWPREM',
      rates: { rate: [{ ...night('2027-05-01', 80_000, undefined, 'PREMIUM'), end: '2027-05-03' }] },
    }
    const answer = await shopWith(par([STANDARD, WITH_CASH, premium]))
    // (30,000 + 30,000 + 40,000) ÷ 3 = 33,333, in two rooms 200,000; copay (55.50 + 55.50 + 60.00) ÷ 3 = 57.00
    expect(awardsOf(answer)).toEqual([
      { room: 'SQN', rate: 'AWSTD', points: 33_333, total: 200_000, copay: null, standard: true },
      { room: 'SQN', rate: 'AWCASH', points: 15_000, total: 90_000, copay: 5_700, standard: true },
      { room: 'TWR', rate: 'AWPREM', points: 80_000, total: 480_000, copay: null, standard: false },
    ])
    expect(answer.pointsKnown).toBe(true)
    expect(answer.rooms.map((room) => room.roomCode)).toEqual(['SQN', 'DKG', 'TWR'])
  })

  it('are known to be none where PAR has nothing to redeem', async () => {
    const answer = await shopWith({ status: 204, body: '' })
    expect(answer).toMatchObject({ status: 'available', pointsKnown: true })
    expect(awardsOf(answer)).toEqual([])
  })

  const failures: [string, object][] = [
    ['PAR is down', { status: 503, body: 'maintenance' }],
    ['PAR does not know the hotel', { status: 404, body: '{"title":"Not found","o:errorCode":"X"}' }],
    ['the body is no JSON', { status: 200, body: '<html>' }],
    ['another hotel', par([STANDARD], { segment: { hotelId: 'OTHER' } })],
    ['other dates', par([STANDARD], { stay: { arrivalDate: '2027-05-02', departureDate: '2027-05-05' } })],
    ['another party', par([STANDARD], { stay: { guestCounts: { adults: 1, children: 0 } } })],
    ['money instead of points', par([STANDARD], { segment: { redemption: false } })],
    ['a night without points', par([{ ...STANDARD, rates: { rate: STANDARD.rates.rate.slice(1) } }])],
    ['a total that does not add up', par([{ ...WITH_CASH, totalPoints: { points: 44_000 } }])],
    ['more than was sent', par([STANDARD], { segment: { hasMore: true } })],
  ]

  it.each(failures)('are unknown, with the cash kept, where %s', async (_, answer) => {
    const shop = await shopWith(answer)
    expect(shop).toMatchObject({ status: 'available', pointsKnown: false })
    expect(awardsOf(shop)).toEqual([])
    expect(shop.rooms.flatMap((room) => room.rates).length).toBeGreaterThan(0)
  })

  it('are not asked of a chain without PAR', async () => {
    const { adapter, call, exchanges } = openLine(world, 'kestrel')
    expect(await adapter.shop(QUERY, call)).toMatchObject({ status: 'available', pointsKnown: true })
    expect(exchanges.filter(({ request }) => request.path.startsWith('/par/'))).toEqual([])
  })
})
