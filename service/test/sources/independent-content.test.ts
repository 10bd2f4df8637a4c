import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { vacancy } from '../support/processes.ts'
import { independentEntries, sourcesFileOf, startIndependentSources } from './independent-sources.ts'
import type { SandboxSources } from './sandbox-sources.ts'

let running: SandboxSources
const world = createWorld({ seed: 1, now: Date.now })

beforeAll(async () => {
  running = await startIndependentSources()
  await running.sandbox.control('/sources/*', { rateLimit: 100_000 })
})

afterAll(async () => {
  await running.stop()
})

/** Every page of a source, one after the other. */
async function listed(id: string) {
  const hotels = new Map<string, Record<string, unknown>>()
  let cursor: string | null = null
  do {
    const { answer } = await running.gateway.listHotels(id, cursor)
    for (const hotel of answer.hotels) hotels.set(hotel.hotelCode, { ...hotel })
    cursor = answer.next
  } while (cursor !== null)
  return hotels
}

describe.each([
  // Apaleo tells no positions, and Mews only the hotels of the profile.
  ['quillhouse', 50, ['name', 'address', 'city', 'country', 'currency']],
  ['rosewater', 14, ['name', 'address', 'city', 'country', 'currency', 'lat', 'lng']],
  ['saltmarsh', 50, ['name', 'address', 'city', 'country', 'currency', 'lat', 'lng']],
] as const)('the hotels of %s', (id, least, facts) => {
  it('are listed with the facts of the world, as each is described', async () => {
    const hotels = await listed(id)
    expect(hotels.size).toBeGreaterThanOrEqual(least)
    for (const [code, hotel] of hotels) {
      const listing: Record<string, unknown> = { ...world.description(id, code)?.listing }
      expect(Object.fromEntries(facts.map((fact) => [fact, hotel[fact]]))).toEqual(
        Object.fromEntries(facts.map((fact) => [fact, listing[fact]])),
      )
    }
    const [code = ''] = hotels.keys()
    const { answer } = await running.gateway.describeHotel(id, code)
    expect(answer).toMatchObject({ hotelCode: code, name: hotels.get(code)?.['name'] })
    expect((await running.gateway.describeHotel(id, 'UNKNOWN')).answer).toBeNull()
  })
})

it('vacancy sources check works with each property system', async () => {
  const { sandbox } = running
  const SOURCES_FILE = sourcesFileOf(independentEntries(sandbox.url))
  const ended = await vacancy(['sources', 'check', '--json'], { ...sandbox.environment, SOURCES_FILE })
  const report = JSON.parse(ended.stdout) as {
    works: boolean
    sources: { id: string; works: boolean; capabilities: { capability: string; result: string }[] }[]
  }
  const results = report.sources.map(({ id, capabilities }) => [
    id,
    ...capabilities.map(({ capability, result }) => `${capability} ${result}`),
  ])
  expect(results).toEqual([
    ['quillhouse', 'shop works', 'describe works', 'list works'],
    ['rosewater', 'shop works', 'describe works', 'list works'],
    ['saltmarsh', 'shop works', 'describe works', 'list works'],
  ])
  expect(report.works).toBe(true)
})
