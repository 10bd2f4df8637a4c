import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { type Line, openLine, PROFILES } from './ohip-market.ts'
import { createVendorSpec, type Json, type VendorSpec } from './vendor-spec.ts'

const folder = process.env['VENDOR_SPECS']
const NOW = Date.parse('2027-03-10T12:00:00Z')
/** The token call and Content have descriptions of their own, which the folder does not hold. */
const ELSEWHERE = /^\/(?:oauth|hdpba|content)\//

function readSpec(name: string): VendorSpec {
  return createVendorSpec(JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')) as Json)
}

describe.skipIf(!folder)('what passes between the ohip family and its sandbox', () => {
  let lines: Line[] = []
  let specs: VendorSpec[] = []

  beforeAll(async () => {
    specs = [readSpec('ohip-distribution-shop.json'), readSpec('ohip-par.json')]
    const world = createWorld({ seed: 7, now: () => NOW })
    lines = Object.keys(PROFILES).map((id) => openLine(world, id))
    for (const line of lines) await askEverything(line, world.listings(line.source.id)[3]?.code ?? '')
  })

  it('is asked as the vendor describes it', () => {
    const described = exchangesOf(lines).filter(({ request }) => !ELSEWHERE.test(request.path))
    expect(
      new Set(described.map(({ request }) => request.path.replace(/hotels\/[^/]+/, 'hotels/{code}'))),
    ).toEqual(
      new Set([
        '/shop/v1/hotels',
        '/shop/v1/hotels/{code}/offers',
        '/shop/v1/hotels/{code}/calendar',
        '/par/v1/hotels/{code}/availability',
        '/par/v1/hotels/{code}/restrictions',
      ]),
    )
    const problems = described.flatMap(({ request }) => specFor(request.path).problemsOfRequest(request))
    expect(problems).toEqual([])
  })

  it('is answered as the vendor describes it, errors included', () => {
    const described = exchangesOf(lines).filter(({ request }) => !ELSEWHERE.test(request.path))
    expect(new Set(described.map(({ answer }) => answer.status))).toEqual(new Set([200, 204, 404]))
    const problems = described.flatMap(({ request, answer }) =>
      specFor(request.path).problemsOfAnswer(request, answer),
    )
    expect(problems).toEqual([])
  })

  it('would be caught with a misspelt field, a missing header or an unknown parameter', () => {
    const priced = exchangesOf(lines).find(
      ({ request: { path }, answer: { body } }) =>
        path.endsWith('/offers') && body.includes('"amountBeforeTax"'),
    )
    if (!priced) throw new Error('no offers were asked')
    const { request, answer } = priced
    const spec = specFor(request.path)
    const misspelt = { ...answer, body: answer.body.replaceAll('"amountBeforeTax"', '"amountBeforeTaxes"') }
    expect(spec.problemsOfAnswer(request, misspelt)).not.toEqual([])
    expect(spec.problemsOfRequest({ ...request, headers: {} })).toContain(
      'header parameter x-channelCode is missing',
    )
    expect(spec.problemsOfRequest({ ...request, query: { ...request.query, los: '1' } })).toEqual([
      'query parameter los is not described',
    ])
  })

  function specFor(path: string): VendorSpec {
    const spec = specs.find((candidate) => candidate.knows({ method: 'GET', path }))
    if (!spec) throw new Error(`no description of ${path}`)
    return spec
  }
})

function exchangesOf(lines: readonly Line[]): Line['exchanges'] {
  return lines.flatMap((line) => line.exchanges)
}

async function askEverything({ adapter, call }: Line, code: string): Promise<void> {
  const occupancy = { adults: 2, children: 1, rooms: 2 }
  const stay = { checkin: '2027-05-07', los: 3, occupancy, currency: 'EUR' }
  for (const hotelCode of [code, 'SOLDOUT', 'CLOSED', 'MINLOS3', 'AWARDFLAP']) {
    await adapter.shop({ ...stay, los: 2, hotelCode }, call)
    await adapter.shop({ ...stay, hotelCode }, call)
  }
  await expect(adapter.shop({ ...stay, hotelCode: 'UNKNOWN' }, call)).rejects.toMatchObject({
    kind: 'not_found',
  })
  const hotelCodes = [code, 'MINLOS3', 'CLOSED', 'UNKNOWN', 'DROPS']
  await adapter.lowest?.({ ...stay, los: 2, hotelCodes, member: true }, call)
  for (const hotelCode of [code, 'MINLOS3', 'CLOSED']) {
    await adapter.calendar?.({ ...stay, hotelCode, los: 1, from: '2027-05-01', to: '2027-07-01' }, call)
  }
}
