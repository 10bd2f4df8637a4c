import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
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

/** Who asks, and for whom: which calls are shared, and which are not made. */

let server: ToyServer
let gateway: Gateway

const stay = {
  hotelCode: 'H1',
  checkin: '2027-03-01',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

function open(source: Source): Gateway {
  const nothing = () => {}
  return createGateway({
    catalog: toyCatalog(source),
    families: [toyFamily],
    now: () => 1_800_000_000_000,
    log: { info: nothing, warn: nothing },
    metrics: { observe: nothing },
  })
}

beforeEach(async () => {
  server = await startToyServer()
  gateway = open(toySource('toy', server.url))
})

afterEach(async () => {
  await gateway.close()
  await server.stop()
})

const honest: Handler = (request, response) => {
  response.end(JSON.stringify(stayAnswer(request.url?.split('/')[2] ?? '')))
}
/** Long enough for others to join. */
const slow: Handler = (request, response) => {
  setTimeout(() => honest(request, response), 30)
}

describe('ages of children', () => {
  const family = { ...stay, occupancy: { adults: 2, children: 2, rooms: 1 } }
  const withAges = (...ages: number[]) => ({ ...family, occupancy: { ...family.occupancy, ages } })

  it('share a call with the same ages in any order, and with no others', async () => {
    server.answerWith(slow)
    const asked = [withAges(4, 9), withAges(9, 4), family, withAges(8, 8), withAges(4, 4)]
    const answers = await Promise.all(asked.map((query) => gateway.shop('toy', query)))
    expect(answers.map(({ joined }) => joined)).toEqual([false, true, false, true, false])
  })

  it('are refused before anything is sent, where the vendor cannot be told', async () => {
    await gateway.close()
    gateway = open({ ...toySource('toy', server.url), takesAges: false })
    server.answerWith(honest)
    const { kind, message } = await failureOf(gateway.shop('toy', withAges(4, 9)))
    expect([kind, message]).toEqual(['unsupported', '`children_ages` cannot be sent to it'])
    const range = { from: family.checkin, to: family.checkin }
    const rows = [
      ...(await gateway.lowest('toy', { ...withAges(4, 9), hotelCodes: ['H1'], member: false })).answer,
      ...(await gateway.calendar('toy', { ...withAges(4, 9), ...range })).answer,
    ]
    expect(rows).toMatchObject([{ failure: { kind: 'unsupported' } }, { failure: { kind: 'unsupported' } }])
    expect(server.seen).toHaveLength(0)
    await gateway.shop('toy', withAges(8, 8))
    expect(server.seen).toHaveLength(1)
  })
})

describe('a point of sale', () => {
  it('shares a call with nobody else', async () => {
    server.answerWith(slow)
    const sales = [{ country: 'DE' }, { country: 'DE' }, { country: 'FR' }, { device: 'mobile' as const }]
    const asked = [stay, ...sales.map((pointOfSale) => Object.assign({}, stay, { pointOfSale }))]
    const answers = await Promise.all(asked.map((query) => gateway.shop('toy', query)))
    expect(answers.map(({ joined }) => joined)).toEqual([false, false, true, false, false])
  })
})
