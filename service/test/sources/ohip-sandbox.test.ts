import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Quote } from '../../../sandbox/src/world/world.ts'
import { addNights } from '../../src/kernel/dates.ts'
import { bookableRates } from '../../src/sources/conformance/sound.ts'
import type { BatchRow, HttpAnswer, HttpRequest, LowestAnswer } from '../../src/sources/source.ts'
import { type Line, openLine, PROFILES } from './ohip-market.ts'
import { comparablePlans } from './world-figures.ts'

const START = Date.parse('2027-03-10T12:00:00Z')
const OCCUPANCY = { adults: 2, children: 0, rooms: 1 }
const STAY = { checkin: '2027-05-07', los: 1, occupancy: OCCUPANCY, currency: 'USD' }
const CHAINS = Object.keys(PROFILES)

const world = createWorld({ seed: 7, now: () => START })

/** Hotels that quote all their plans on one basis; the conformance suite meets the others. */
function ordinary(source: string, count: number): string[] {
  return world
    .listings(source)
    .map((listing) => listing.code)
    .filter((code) => world.quirks(source, code)?.has('mixedTax') === false)
    .slice(20, 20 + count)
}

/** What the world itself says the cheapest public and member rates are. */
function figures(quote: Quote, taxIncluded: boolean, memberOnly: boolean) {
  const plans = comparablePlans(quote).filter((plan) => plan.memberOnly === memberOnly)
  const average = (pick: (night: { base: number; tax: number; fee: number }) => number) => {
    const each = plans.map(({ nights }) => {
      const sum = nights.reduce((total, night) => total + pick(night), 0)
      return Math.floor((2 * sum + nights.length) / (2 * nights.length))
    })
    return each.length === 0 ? null : Math.min(...each)
  }
  const after = average((night) => night.base + night.tax + night.fee)
  return { rate: taxIncluded ? after : average((night) => night.base), after }
}

async function batch(
  { adapter, call }: Line,
  hotelCodes: string[],
  member: boolean,
  los = 1,
): Promise<BatchRow[]> {
  return (await adapter.lowest?.({ ...STAY, los, hotelCodes, member }, call)) ?? []
}

function lowestOf(row: BatchRow | undefined): LowestAnswer {
  if (!row || !('lowest' in row)) throw new Error(`no figures: ${JSON.stringify(row)}`)
  return row.lowest
}

describe.each(CHAINS)('ohip against the market: %s', (id) => {
  const taxIncluded = PROFILES[id]?.['taxIncluded'] === true

  it('shops every room, plan and award of the stay at the right price', async () => {
    const { adapter, call } = openLine(world, id)
    for (const hotelCode of ordinary(id, 6)) {
      const query = { ...STAY, hotelCode, los: 3, occupancy: { adults: 2, children: 1, rooms: 2 } }
      const quote = world.quote(id, hotelCode, {
        checkin: STAY.checkin,
        los: 3,
        adults: 2,
        children: 1,
        rooms: 2,
      })
      if (!quote) throw new Error(`${hotelCode} is not in the market`)
      const answer = await adapter.shop(query, call)
      expect(answer.status).toBe(quote.status)
      if (quote.status !== 'available') continue
      expect(answer.currency).toBe(quote.currency)
      expect(answer.rooms.map((room) => room.rates.length)).toEqual(
        quote.rooms.map((room) => room.plans.length + room.awards.length),
      )
      const rates = bookableRates(answer)
      for (const memberOnly of [false, true]) {
        const some = rates.filter((rate) => rate.memberOnly === memberOnly)
        const expected = figures(quote, taxIncluded, memberOnly)
        expect(least(some.map((rate) => rate.pricePerNight))).toBe(expected.rate)
        expect(least(some.map((rate) => rate.pricePerNightAfterTax))).toBe(expected.after)
      }
    }
  })

  it('finds the same lowest figures by batch as by shop, and member rates where asked', async () => {
    const line = openLine(world, id)
    const codes = ordinary(id, 10)
    const rows = await batch(line, codes, true, 2)
    expect(rows.map((row) => row.hotelCode)).toEqual(codes)
    for (const row of rows) {
      const quote = world.quote(id, row.hotelCode, {
        checkin: STAY.checkin,
        los: 2,
        adults: 2,
        children: 0,
        rooms: 1,
      })
      if (!quote) throw new Error(`${row.hotelCode} is not in the market`)
      const bar = figures(quote, taxIncluded, false)
      const member = figures(quote, taxIncluded, true)
      expect(lowestOf(row)).toMatchObject({
        status: quote.status,
        minLos: quote.status === 'restricted_los' ? quote.minLos : null,
        taxIncluded,
        bar: bar.rate,
        barAfterTax: bar.after,
        member: member.rate,
        memberAfterTax: member.after,
        memberKnown: true,
      })
    }
  })

  it('tells each calendar night as a shop of it would', async () => {
    const { adapter, call } = openLine(world, id)
    const seen = new Set<string>()
    for (const hotelCode of [...ordinary(id, 4), 'MINLOS3', 'CLOSED', 'SOLDOUT']) {
      const from = '2027-06-01'
      const to = addNights(from, 61)
      const nights = (await adapter.calendar?.({ ...STAY, hotelCode, from, to }, call)) ?? []
      expect(nights.length).toBe(62)
      for (const [index, night] of nights.entries()) {
        const checkin = addNights(from, index)
        const quote = world.quote(id, hotelCode, { checkin, los: 1, ...OCCUPANCY })
        if (!quote) throw new Error(`${hotelCode} is not in the market`)
        const bar = figures(quote, taxIncluded, false)
        expect(night, `${hotelCode} ${checkin}`).toMatchObject({
          checkin,
          status: quote.status,
          minLos: quote.status === 'restricted_los' ? quote.minLos : null,
          bar: bar.rate,
          barAfterTax: bar.after,
        })
        seen.add(night.status)
      }
    }
    expect(seen).toEqual(new Set(['available', 'sold_out', 'closed', 'restricted_los']))
  })

  it('tells the test hotels apart', async () => {
    const { adapter, call } = openLine(world, id)
    const statusOf = async (hotelCode: string) => (await adapter.shop({ ...STAY, hotelCode }, call)).status
    expect(await statusOf('SOLDOUT')).toBe('sold_out')
    expect(await statusOf('CLOSED')).toBe('closed')
    expect(await adapter.shop({ ...STAY, hotelCode: 'MINLOS3' }, call)).toMatchObject({
      status: 'restricted_los',
      minLos: 3,
    })
    await expect(statusOf('UNKNOWN')).rejects.toMatchObject({ kind: 'not_found' })
    const rows = await batch(openLine(world, id), ['UNKNOWN', 'BROKEN', 'MINLOS3', 'CLOSED', 'SLOW'], false)
    expect(rows.map((row) => ('failure' in row ? row.failure.kind : row.lowest.status))).toEqual([
      'not_found',
      'broken',
      'restricted_los',
      'closed',
      'available',
    ])
  })
})

describe('the stepping hotels', () => {
  it('take one step per live shop, batch or calendar, however many requests it needs', async () => {
    for (const id of ['aurelia', 'kestrel']) {
      world.forgetSteps()
      const line = openLine(world, id)
      const { adapter, call } = line
      const seen: string[] = []
      for (let time = 0; time < 3; time += 1) {
        seen.push((await adapter.shop({ ...STAY, hotelCode: 'FLAPS' }, call)).status)
        seen.push(lowestOf((await batch(line, ['FLAPS', 'SLOW'], true))[0]).status)
        const from = STAY.checkin
        const nights = await adapter.calendar?.({ ...STAY, hotelCode: 'FLAPS', from, to: from }, call)
        seen.push(nights?.[0]?.status ?? 'none')
      }
      expect(seen.join(' ')).toBe(
        'available sold_out available sold_out available sold_out available sold_out available',
      )
    }
  })

  it('let points come and go', async () => {
    world.forgetSteps()
    const { adapter, call } = openLine(world, 'aurelia')
    const awards: number[] = []
    for (let time = 0; time < 3; time += 1) {
      const { rooms, pointsKnown } = await adapter.shop({ ...STAY, hotelCode: 'AWARDFLAP' }, call)
      expect(pointsKnown).toBe(true)
      awards.push(rooms.flatMap((room) => room.rates).filter((rate) => rate.pointsPerNight !== null).length)
    }
    expect(awards.map((count) => count > 0)).toEqual([true, false, true])
  })
})

function searches(line: Line): HttpRequest['query'][] {
  return line.exchanges
    .filter(({ request }) => request.path === '/shop/v1/hotels')
    .map(({ request }) => request.query)
}

function memberCallDown(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
  return request.query?.['ratePlanCodeMatchOnly'] ? { ...answer, status: 500 } : answer
}

describe('member rates of a batch', () => {
  it('cost a further call only where the chain has them apart, and on demand', async () => {
    const apart = openLine(world, 'harborline')
    const [without] = await batch(apart, ['SLOW', 'SOLDOUT'], false)
    expect(lowestOf(without)).toMatchObject({ member: null, memberKnown: false })
    expect(searches(apart).length).toBe(1)
    const [withMember] = await batch(apart, ['SLOW', 'SOLDOUT'], true)
    expect(lowestOf(withMember).memberKnown).toBe(true)
    expect(searches(apart).length).toBe(3)
    expect(searches(apart)[2]).toMatchObject({ hotelCodes: 'SLOW,SOLDOUT', accessCode: 'MEMBER' })

    const along = openLine(world, 'aurelia')
    const [row] = await batch(along, ['SLOW'], false)
    expect(lowestOf(row).memberKnown).toBe(true)
  })

  it('are unknown, with the public rate kept, where only their call fails', async () => {
    const [row] = await batch(openLine(world, 'aurelia', memberCallDown), ['SLOW'], true)
    expect(lowestOf(row)).toMatchObject({ status: 'available', member: null, memberKnown: false })
  })
})

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}
