import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import {
  cashRate,
  type Handler,
  lowestAnswer,
  silentLog,
  startToyServer,
  stayAnswer,
  type ToyServer,
  toyCatalog,
  toyFamily,
  toySource,
} from './toy-source.ts'

let server: ToyServer
let gateway: Gateway

const occupancy = { adults: 2, children: 0, rooms: 1 }

beforeEach(async () => {
  server = await startToyServer()
  gateway = createGateway({
    catalog: toyCatalog(toySource('toy', server.url)),
    families: [toyFamily],
    now: Date.now,
    log: silentLog,
  })
})

afterEach(async () => {
  await gateway.close()
  await server.stop()
})

const fail500: Handler = (_, response) => response.writeHead(500).end('oops')

function later(ms: number, handler: Handler): Handler {
  return (request, response) => {
    setTimeout(() => handler(request, response), ms)
  }
}

const honestRows: Handler = (request, response) => {
  const codes = request.url?.split('/')[2]?.split(',') ?? []
  const rows = codes.map((hotelCode) =>
    hotelCode.startsWith('X')
      ? { hotelCode }
      : { hotelCode, lowest: lowestAnswer(hotelCode, '2027-03-01', 1) },
  )
  response.end(JSON.stringify(rows.toReversed()))
}

describe('batches', () => {
  const batch = { checkin: '2027-03-01', los: 1, occupancy, currency: 'USD', member: false }
  it('are split at the size of the family and come back in the order asked', async () => {
    server.answerWith(honestRows)
    const hotelCodes = ['H1', 'H2', 'H3', 'H4', 'H5', 'X6', 'H7']
    const { answer, joined } = await gateway.lowest('toy', { ...batch, hotelCodes })
    expect(server.seen.toSorted()).toEqual(['/lowest/H1,H2,H3', '/lowest/H4,H5,X6', '/lowest/H7'])
    expect(answer.map((row) => row.hotelCode)).toEqual(hotelCodes)
    expect(answer.map((row) => 'lowest' in row)).toEqual([true, true, true, true, true, false, true])
    expect(joined).toBe(false)
  })

  it('a failing batch fails its own hotels only', async () => {
    server.answerWith((request, response) =>
      request.url?.includes('H4') ? fail500(request, response) : honestRows(request, response),
    )
    const { answer } = await gateway.lowest('toy', { ...batch, hotelCodes: ['H1', 'H2', 'H3', 'H4', 'H5'] })
    expect(answer.map((row) => ('failure' in row ? row.failure.kind : 'ok'))).toEqual([
      'ok',
      'ok',
      'ok',
      'refused',
      'refused',
    ])
  })

  it('a hotel left out, or answered for another night, is broken alone', async () => {
    server.answerWith((_, response) =>
      response.end(
        JSON.stringify([
          { hotelCode: 'H1', lowest: lowestAnswer('H1', '2027-03-01', 1) },
          { hotelCode: 'H2', lowest: lowestAnswer('H2', '2027-03-02', 1) },
        ]),
      ),
    )
    const { answer } = await gateway.lowest('toy', { ...batch, hotelCodes: ['H1', 'H2', 'H3'] })
    expect(answer.map((row) => ('failure' in row ? row.failure.kind : 'ok'))).toEqual([
      'ok',
      'broken',
      'broken',
    ])
  })

  it('a row that nobody asked for breaks the batch', async () => {
    server.answerWith((_, response) =>
      response.end(
        JSON.stringify(
          ['H1', 'H9'].map((code) => ({ hotelCode: code, lowest: lowestAnswer(code, '2027-03-01', 1) })),
        ),
      ),
    )
    const { answer } = await gateway.lowest('toy', { ...batch, hotelCodes: ['H1'] })
    expect(answer).toMatchObject([{ hotelCode: 'H1', failure: { kind: 'broken' } }])
  })

  it('a list refused whole as unknown is asked hotel by hotel', async () => {
    server.answerWith((request, response) =>
      request.url?.includes('GONE') ? response.writeHead(404).end() : honestRows(request, response),
    )
    const { answer } = await gateway.lowest('toy', { ...batch, hotelCodes: ['H1', 'GONE', 'H3'] })
    expect(answer.map((row) => ('failure' in row ? row.failure.kind : 'ok'))).toEqual([
      'ok',
      'not_found',
      'ok',
    ])
  })

  it('look closer at a hotel whose shown rates are all for somebody else', async () => {
    const unpriced = { ...lowestAnswer('', '2027-03-01', 1), bar: null, barAfterTax: null }
    const company = { ...cashRate, restricted: true }
    const rates = { DEARER: [company, { ...cashRate, pricePerNight: 12_000 }], CLOSED: [company] }
    server.answerWith((request, response) => {
      const [, verb, codes = ''] = request.url?.split('/') ?? []
      if (verb === 'lowest') {
        const rows = codes.split(',').map((hotelCode) => ({ hotelCode, lowest: { ...unpriced, hotelCode } }))
        return response.end(JSON.stringify(rows))
      }
      if (codes === 'AWAY') return response.writeHead(500).end('oops')
      const answer = stayAnswer(codes)
      const rooms = answer.rooms.map((room) => ({ ...room, rates: Reflect.get(rates, codes) as unknown }))
      return response.end(JSON.stringify({ ...answer, rooms }))
    })
    const { answer } = await gateway.lowest('toy', { ...batch, hotelCodes: ['DEARER', 'CLOSED', 'AWAY'] })
    expect(answer).toMatchObject([
      { lowest: { status: 'available', bar: 12_000, memberKnown: true } },
      { lowest: { status: 'available', bar: null, noPublicRate: true } },
      { failure: { kind: 'refused' } },
    ])
  })

  it('say for each row whether it was joined', async () => {
    server.answerWith(later(50, honestRows))
    const first = gateway.lowest('toy', { ...batch, hotelCodes: ['H1', 'H2', 'H3'] })
    const second = gateway.lowest('toy', { ...batch, hotelCodes: ['H1', 'H2', 'H3', 'H4'] })
    expect((await first).answer.map((row) => row.joined)).toEqual([false, false, false])
    expect((await second).answer.map((row) => row.joined)).toEqual([true, true, true, false])
    expect((await second).joined).toBe(false)
  })
})

describe('calendars', () => {
  const range = { hotelCode: 'H1', los: 1, occupancy, currency: 'USD' }

  it('are split at the longest the family can do; a missing night is broken alone', async () => {
    server.answerWith((request, response) => {
      const [, , , from = '', to = ''] = request.url?.split('/') ?? []
      const nights = [from, '2027-03-03', to].filter((night) => night >= from && night <= to)
      response.end(JSON.stringify([...new Set(nights)].map((night) => lowestAnswer('H1', night, 1))))
    })
    const { answer } = await gateway.calendar('toy', { ...range, from: '2027-03-01', to: '2027-03-06' })
    expect(server.seen.toSorted()).toEqual([
      '/calendar/H1/2027-03-01/2027-03-05',
      '/calendar/H1/2027-03-06/2027-03-06',
    ])
    expect(answer.map((row) => [row.checkin.slice(-2), 'lowest' in row])).toEqual([
      ['01', true],
      ['02', false],
      ['03', true],
      ['04', false],
      ['05', true],
      ['06', true],
    ])
  })

  it('fail night by night when the call does', async () => {
    server.answerWith((_, response) => response.writeHead(404).end())
    const { answer } = await gateway.calendar('toy', { ...range, from: '2027-03-01', to: '2027-03-02' })
    expect(answer).toMatchObject([
      { checkin: '2027-03-01', failure: { kind: 'not_found' } },
      { checkin: '2027-03-02', failure: { kind: 'not_found' } },
    ])
  })
})
