import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { figuresOf } from '../../src/observations/figures.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import type { CallEvent } from '../../src/sources/circuit.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'
import {
  type Handler,
  startToyServer,
  stayAnswer,
  type ToyServer,
  toyCatalog,
  toyFamily,
  toySource,
} from './toy-source.ts'

let server: ToyServer
let gateway: Gateway
let events: CallEvent[]
let warnings: object[]
let exchanges: string[]
let clockMs: number

const FIVE_HOTELS = ['H1', 'H2', 'H3', 'H4', 'H5']
const occupancy = { adults: 2, children: 0, rooms: 1 }
const stay: StayQuery = { hotelCode: 'H1', checkin: '2027-03-01', los: 1, occupancy, currency: 'USD' }

function open(...sources: Source[]): Gateway {
  return createGateway({
    wrapHttp: (_source, http) => async (request) => {
      exchanges.push(`sent ${request.path}`)
      const answer = await http(request)
      exchanges.push(`read ${request.path}`)
      return answer
    },
    catalog: toyCatalog(...sources),
    families: [toyFamily],
    now: () => clockMs,
    log: { info: () => {}, warn: (fields) => warnings.push(fields) },
    metrics: { observe: (event) => events.push(event) },
  })
}

beforeEach(async () => {
  server = await startToyServer()
  events = []
  warnings = []
  exchanges = []
  clockMs = 1_800_000_000_000
  gateway = open(toySource('toy', server.url))
})

afterEach(async () => {
  await gateway.close()
  await server.stop()
})

/** Answers every shop for the hotel in its path. */
const honest: Handler = (request, response) => {
  response.end(JSON.stringify(stayAnswer(request.url?.split('/')[2] ?? '')))
}

function later(ms: number, handler: Handler): Handler {
  return (request, response) => {
    setTimeout(() => handler(request, response), ms)
  }
}

/** Holds every request until the test lets them go. */
function gate(handler: Handler): { handler: Handler; lift: () => void } {
  const held: (() => void)[] = []
  return {
    handler: (request, response) => held.push(() => handler(request, response)),
    lift: () => {
      for (const go of held.splice(0)) go()
    },
  }
}

const fail503: Handler = (_, response) => response.writeHead(503).end('maintenance')
const fail500: Handler = (_, response) => response.writeHead(500).end('oops')

describe('a source that quotes on another tax basis than its catalog entry says', () => {
  const withTaxes: Handler = (request, response) => {
    const answer = stayAnswer(request.url?.split('/')[2] ?? '')
    const rooms = answer.rooms.map((room) => ({
      ...room,
      rates: room.rates.map((rate) => ({ ...rate, taxIncluded: true })),
    }))
    response.end(JSON.stringify({ ...answer, rooms }))
  }

  it('is still answered, and logged once', async () => {
    server.answerWith(withTaxes)
    const { answer } = await gateway.shop('toy', stay)
    expect(figuresOf(answer)).toMatchObject({ taxIncluded: true, bar: 10_000 })
    await gateway.shop('toy', { ...stay, hotelCode: 'H2' })
    expect(warnings).toEqual([{ source: 'toy', hotelCode: 'H1', taxIncluded: false }])
  })

  it('is not told of where the rates are on the basis that was expected', async () => {
    server.answerWith(honest)
    await gateway.shop('toy', stay)
    expect(warnings).toEqual([])
  })
})

describe('joining', () => {
  it('500 identical calls at once make one request, and one of them is not joined', async () => {
    server.answerWith(later(50, honest))
    const answers = await Promise.all(Array.from({ length: 500 }, () => gateway.shop('toy', { ...stay })))
    expect(server.seen).toHaveLength(1)
    expect(answers.filter(({ joined }) => !joined)).toHaveLength(1)
    expect(answers.every(({ answer }) => answer.hotel?.hotelCode === 'H1')).toBe(true)
  })

  it('does not join where hotel, night, occupancy or currency differ', async () => {
    server.answerWith(later(30, honest))
    const asked: StayQuery[] = [
      stay,
      { ...stay, hotelCode: 'H2' },
      { ...stay, checkin: '2027-03-02' },
      { ...stay, los: 2 },
      { ...stay, currency: 'EUR' },
      { ...stay, occupancy: { ...occupancy, adults: 1 } },
      { ...stay, occupancy: { ...occupancy, children: 1 } },
      { ...stay, occupancy: { ...occupancy, rooms: 2 } },
    ]
    const answers = await Promise.all(asked.map((query) => gateway.shop('toy', query)))
    expect(answers.some(({ joined }) => joined)).toBe(false)
    expect(server.seen).toHaveLength(8)
  })

  it('asks again once the first call has landed', async () => {
    server.answerWith(honest)
    await gateway.shop('toy', stay)
    expect((await gateway.shop('toy', stay)).joined).toBe(false)
    expect(server.seen).toHaveLength(2)
  })

  it('a live call joins no other call, but others may join it', async () => {
    server.answerWith(later(50, honest))
    const first = gateway.shop('toy', stay)
    const live = gateway.shop('toy', stay, { live: true })
    const third = gateway.shop('toy', stay)
    expect((await Promise.all([first, live, third])).map(({ joined }) => joined)).toEqual([
      false,
      false,
      true,
    ])
    expect(server.seen).toHaveLength(2)
  })

  it('a raw call is never shared', async () => {
    server.answerWith(later(50, honest))
    const raw = gateway.shop('toy', stay, { raw: true })
    const second = gateway.shop('toy', stay)
    const third = gateway.shop('toy', stay, { raw: true })
    const joined = (await Promise.all([raw, second, third])).map((answered) => answered.joined)
    expect(joined).toEqual([false, false, false])
    expect(server.seen).toHaveLength(3)
  })

  it('the first caller going away does not fail the second', async () => {
    const held = gate(honest)
    server.answerWith(held.handler)
    const leaving = new AbortController()
    const first = gateway.shop('toy', stay, { signal: leaving.signal })
    const second = gateway.shop('toy', stay)
    await expect.poll(() => server.seen.length).toBe(1)
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    held.lift()
    expect((await second).joined).toBe(true)
    expect(server.deserted()).toBe(0)
  })

  it('the request is dropped when the last caller has gone, and that is not held against the source', async () => {
    server.answerWith(() => {})
    const leaving = new AbortController()
    const callers = [1, 2].map(() => gateway.shop('toy', stay, { signal: leaving.signal }))
    await expect.poll(() => server.open()).toBe(1)
    leaving.abort()
    await Promise.allSettled(callers)
    await expect.poll(() => server.deserted()).toBe(1)
    await expect.poll(() => events.map(({ outcome }) => outcome)).toEqual(['abandoned'])
    expect(gateway.state('toy')).toMatchObject({ status: 'up', errorShare: null })
  })

  it('a caller with a longer deadline gets its answer after one with a shorter has given up', async () => {
    const held = gate(honest)
    server.answerWith(held.handler)
    const hasty = failureOf(gateway.shop('toy', stay, { deadlineMs: 50 }))
    const patient = gateway.shop('toy', stay, { deadlineMs: 2_000 })
    expect((await hasty).kind).toBe('timed_out')
    held.lift()
    expect((await patient).answer.status).toBe('available')
    expect(server.seen).toHaveLength(1)
  })
})

describe('the deadline', () => {
  it('covers the whole call', async () => {
    server.answerWith(() => {})
    const startedAt = performance.now()
    expect((await failureOf(gateway.shop('toy', stay, { deadlineMs: 100 }))).kind).toBe('timed_out')
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(events).toMatchObject([{ outcome: 'timed_out', verb: 'shop', sourceId: 'toy' }])
  })

  it('covers waiting in line, and a call that never began is not held against the source', async () => {
    await gateway.close()
    gateway = open(toySource('toy', server.url, { concurrency: 1 }))
    const held = gate(honest)
    server.answerWith(held.handler)
    const first = gateway.shop('toy', stay)
    const second = failureOf(gateway.shop('toy', { ...stay, hotelCode: 'H2' }, { deadlineMs: 60 }))
    expect((await second).kind).toBe('timed_out')
    held.lift()
    await first
    expect(server.seen).toHaveLength(1)
    expect(events.map(({ outcome }) => outcome)).toEqual(['answered'])
  })
})

describe('the cap on concurrency', () => {
  it.each([1, 3])(
    'lets no more than %i calls out at once, and serves the others in turn',
    async (concurrency) => {
      await gateway.close()
      gateway = open(toySource('toy', server.url, { concurrency }))
      server.answerWith(later(10, honest))
      const codes = Array.from({ length: 20 }, (_, index) => `H${index}`)
      const done: string[] = []
      await Promise.all(
        codes.map(async (hotelCode) => {
          await gateway.shop('toy', { ...stay, hotelCode })
          done.push(hotelCode)
        }),
      )
      expect(server.peak()).toBe(concurrency)
      // Calls that are out together may come back in any order, but nobody is overtaken by more than those.
      const overtaken = codes.map((code, index) => Math.abs(done.indexOf(code) - index))
      expect(Math.max(...overtaken)).toBeLessThan(concurrency)
    },
  )
})

describe('a caller that is told when the answer has arrived', () => {
  it('leaves its place before the answer is read, and the source never has more than its limit', async () => {
    await gateway.close()
    gateway = open(toySource('toy', server.url, { concurrency: 1 }))
    server.answerWith(honest)
    const onArrived = () => exchanges.push('arrived')
    await Promise.all(
      ['H1', 'H2'].map((hotelCode) => gateway.shop('toy', { ...stay, hotelCode }, { onArrived })),
    )
    const [first, second] = ['/shop/H1/2027-03-01', '/shop/H2/2027-03-01']
    expect(exchanges).toEqual([
      `sent ${first}`,
      'arrived',
      `sent ${second}`,
      `read ${first}`,
      'arrived',
      `read ${second}`,
    ])
    expect(server.peak()).toBe(1)
  })

  it('keeps its place for the second try', async () => {
    let count = 0
    server.answerWith((request, response) => {
      count += 1
      if (count === 1) fail503(request, response)
      else honest(request, response)
    })
    let arrived = 0
    await gateway.shop('toy', stay, { onArrived: () => (arrived += 1) })
    expect([count, arrived]).toEqual([2, 1])
  })
})

describe('the second try', () => {
  it('is made once for a transient failure', async () => {
    let count = 0
    server.answerWith((request, response) => {
      count += 1
      if (count === 1) fail503(request, response)
      else honest(request, response)
    })
    expect((await gateway.shop('toy', stay)).answer.status).toBe('available')
    server.answerWith(fail503)
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('refused')
    expect(server.seen).toHaveLength(4)
  })

  it('is made after a reset connection', async () => {
    let count = 0
    server.answerWith((request, response) => {
      count += 1
      if (count === 1) request.socket.resetAndDestroy()
      else honest(request, response)
    })
    await gateway.shop('toy', stay)
    expect(server.seen).toHaveLength(2)
  })

  it('is not made for other failures', async () => {
    server.answerWith(fail500)
    await failureOf(gateway.shop('toy', stay))
    server.answerWith((_, response) => response.end('<html>'))
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('broken')
    server.answerWith((_, response) => response.writeHead(404).end())
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('not_found')
    expect(server.seen).toHaveLength(3)
  })
})

describe('Retry-After', () => {
  it('keeps every call away until the time has come', async () => {
    server.answerWith((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())
    expect((await failureOf(gateway.shop('toy', stay))).retryAfterMs).toBe(30_000)
    server.answerWith(honest)
    clockMs += 29_000
    const fast = await failureOf(gateway.shop('toy', { ...stay, hotelCode: 'H2' }))
    expect(fast).toMatchObject({ kind: 'refused', retryAfterMs: 1_000 })
    expect(gateway.state('toy').status).toBe('degraded')
    expect(server.seen).toHaveLength(1)
    clockMs += 1_000
    expect((await gateway.shop('toy', stay)).answer.status).toBe('available')
  })
})

describe('the breaker of a source', () => {
  it('opens when five hotels fail, leaves other sources alone, and closes after a good probe', async () => {
    const other = await startToyServer()
    other.answerWith(honest)
    await gateway.close()
    gateway = open(toySource('toy', server.url), toySource('other', other.url))
    server.answerWith(fail500)
    for (const hotelCode of FIVE_HOTELS) await failureOf(gateway.shop('toy', { ...stay, hotelCode }))
    expect(gateway.state('toy').status).toBe('down')
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('refused')
    expect(server.seen).toHaveLength(5)
    expect((await gateway.shop('other', stay)).answer.status).toBe('available')
    expect(gateway.state('other').status).toBe('up')

    server.answerWith(honest)
    clockMs += 10_000
    expect(gateway.state('toy').status).toBe('degraded')
    await gateway.shop('toy', stay)
    clockMs += 5 * 60_000
    expect(gateway.state('toy').status).toBe('up')
    await other.stop()
  })

  it('stays closed to others while one caller fails at any number of hotels', async () => {
    server.answerWith((request, response) =>
      (request.url?.includes('/BAD') ? fail500 : honest)(request, response),
    )
    const ask = (caller: string, hotelCode: string) => gateway.shop('toy', { ...stay, hotelCode }, { caller })
    for (let hotel = 0; hotel < 30; hotel += 1) await failureOf(ask('vandal', `BAD${hotel}`))
    expect(server.seen).toHaveLength(5)
    expect(await failureOf(ask('vandal', 'GOOD'))).toMatchObject({ kind: 'refused', heldBack: true })
    expect((await ask('neighbour', 'GOOD')).answer.status).toBe('available')
  })

  it('does not hold back a caller who joined the call of one who is held off', async () => {
    await gateway.close()
    gateway = open(toySource('toy', server.url, { concurrency: 1 }))
    server.answerWith((request, response) =>
      (request.url?.includes('/BAD') ? fail500 : honest)(request, response),
    )
    const ask = (caller: string, hotelCode: string) => gateway.shop('toy', { ...stay, hotelCode }, { caller })
    const failing = ['BAD1', 'BAD2', 'BAD3', 'BAD4', 'BAD5'].map((code) => failureOf(ask('vandal', code)))
    const held = failureOf(ask('vandal', 'GOOD'))
    const joined = ask('neighbour', 'GOOD')
    await Promise.all(failing)
    expect((await held).heldBack).toBe(true)
    expect((await joined).answer.status).toBe('available')
  })

  it('takes an unknown hotel for a sign of life', async () => {
    server.answerWith((_, response) => response.writeHead(404).end())
    for (let made = 0; made < 12; made += 1) await failureOf(gateway.shop('toy', stay))
    expect(gateway.state('toy')).toMatchObject({ status: 'up', errorShare: 0 })
  })
})

describe('an answer to another question is broken', () => {
  it.each([
    ['another hotel', { hotel: { ...stayAnswer('H9').hotel } }],
    ['available without a rate', { rooms: [] }],
    ['sold out with rates', { status: 'sold_out' }],
    ['no currency', { currency: 'XX' }],
  ])('%s', async (_, change) => {
    server.answerWith((_request, response) =>
      response.end(JSON.stringify({ ...stayAnswer('H1'), ...change })),
    )
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('broken')
  })

  it.each([
    ['a negative price', { pricePerNight: -1 }],
    ['a price beyond any', { pricePerNight: 90_000_000_000_000 }],
    ['a NUL in a name', { name: 'Flex\0ible' }],
    ['a fraction of a cent', { total: 10.5 }],
    ['no points at all', { pointsPerNight: 0 }],
    ['neither price nor points', { pricePerNight: null }],
    ['free cancellation after the stay', { cancelBy: '2027-03-30T18:00:00Z' }],
  ])('a rate with %s', async (_, change) => {
    const answer = stayAnswer('H1')
    const [room] = answer.rooms
    const rates = (room?.rates ?? []).map((rate) => Object.assign({}, rate, change))
    server.answerWith((_request, response) => {
      response.end(JSON.stringify({ ...answer, rooms: [{ ...room, rates }] }))
    })
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('broken')
  })
})

describe('a rate whose price is not known', () => {
  it('stands beside the others as such, and none of them is lost', async () => {
    const answer = stayAnswer('H1')
    const unknown = { pricePerNight: null, pricePerNightAfterTax: null, total: null, totalAfterTax: null }
    const rooms = answer.rooms.map((room) => ({
      ...room,
      rates: [...room.rates.map((rate) => ({ ...rate, ...unknown, rateCode: 'UNKNOWN' })), ...room.rates],
    }))
    server.answerWith((_request, response) => response.end(JSON.stringify({ ...answer, rooms })))
    const { answer: seen } = await gateway.shop('toy', stay)
    expect(seen.rooms[0]?.rates).toMatchObject([
      { rateCode: 'UNKNOWN', pricePerNight: null },
      { rateCode: 'BAR', pricePerNight: 10_000 },
    ])
    expect(figuresOf(seen)).toMatchObject({ status: 'available', bar: 10_000, barAfterTax: 11_000 })
  })
})

describe('a source without its credentials', () => {
  it('is down and refuses at once, without a request', async () => {
    await gateway.close()
    gateway = open({ ...toySource('toy', server.url), credentials: {}, unconfigured: 'not set: TOY_TOKEN' })
    expect((await failureOf(gateway.shop('toy', stay))).kind).toBe('refused')
    expect(gateway.state('toy')).toMatchObject({ status: 'down', checkedAt: null })
    expect(server.seen).toHaveLength(0)
    expect(warnings).toEqual([{ source: 'toy', reason: 'not set: TOY_TOKEN' }])
  })
})
