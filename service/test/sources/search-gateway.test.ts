import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { SEARCH_FAMILIES } from '../../src/sources/registry.ts'
import { createSearchGateway } from '../../src/sources/search-gateway.ts'
import type { FindQuery, HotelRecord } from '../../src/sources/source.ts'
import { type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { silentLog, toyCatalog } from './toy-source.ts'

let running: SandboxSources

beforeAll(async () => {
  running = await startSandboxSources()
})

afterAll(async () => {
  await running.stop()
})

beforeEach(async () => {
  await running.sandbox.control('/reset', {})
})

function desks() {
  const { places, entities } = running.search
  if (!places || !entities) throw new Error('no search engine')
  return { places, entities }
}

const london = ['London'] as const

async function findLondon() {
  return desks().places.ask('places', london, (finder, call) => finder.findPlaces(london[0], call))
}

/** A chain hotel as its own chain describes it. */
async function exampleHotel(): Promise<HotelRecord> {
  const { answer } = await running.gateway.near('aurelia', { lat: 51.5, lng: -0.12, radiusKm: 40, limit: 1 })
  const [hotel] = answer
  if (!hotel) throw new Error('no hotel in London')
  return hotel
}

function asFindQuery({ name, city, country, lat, lng }: HotelRecord): FindQuery {
  return { name, city, country, ...(lat === null || lng === null ? {} : { lat, lng }) }
}

describe('the search engine', () => {
  it('finds a place by name and again by its id', async () => {
    const { answer } = await findLondon()
    const [place] = answer
    expect(place).toMatchObject({ name: 'London', country: 'GB' })
    const id = place?.placeId ?? ''
    const again = await desks().places.ask('place', [id], (finder, call) => finder.placeById(id, call))
    expect(again.answer).toMatchObject({ placeId: id, name: 'London' })
  })

  it('names the ids under which the OTAs sell a hotel, and they can be shopped', async () => {
    await running.sandbox.control('/sources/*', { rateLimit: 100_000 })
    const query = asFindQuery(await exampleHotel())
    const { answer } = await desks().entities.ask('hotel', [query.name], (finder, call) =>
      finder.findHotel(query, call),
    )
    if (answer.found !== 'one') throw new Error(`found ${answer.found}`)
    const partners = Object.entries(answer.entity.partners)
    expect(partners.length).toBeGreaterThan(0)
    for (const [source, hotelCode] of partners) {
      const checkin = addNights(nightAt(Date.now()), 40)
      const occupancy = { adults: 2, children: 0, rooms: 1 }
      const shop = await running.gateway.shop(source, {
        hotelCode,
        checkin,
        los: 1,
        occupancy,
        currency: 'USD',
      })
      expect(shop.answer.hotel?.hotelCode ?? hotelCode).toBe(hotelCode)
    }
  })

  it('gets one call for identical questions at the same time', async () => {
    await running.sandbox.control('/sources/google', { latencyMs: 50 })
    const answers = await Promise.all(Array.from({ length: 20 }, findLondon))
    expect(answers.filter(({ joined }) => !joined)).toHaveLength(1)
  })

  it('keeps away after a rate-limit page', async () => {
    await running.sandbox.control('/sources/google_hotels', { fault: '429' })
    const ask = () =>
      desks().entities.ask('hotel', ['x'], (finder, call) =>
        finder.findHotel({ name: 'x', city: null, country: null }, call),
      )
    await expect(ask()).rejects.toMatchObject({ kind: 'refused', rateLimited: true })
    expect(desks().entities.state().status).toBe('degraded')
    await expect(ask()).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('asked us to wait') as string,
    })
  })

  it('is left out where the catalog has none', async () => {
    const none = createSearchGateway({
      catalog: toyCatalog(),
      families: SEARCH_FAMILIES,
      now: Date.now,
      log: silentLog,
    })
    expect(none).toMatchObject({ places: undefined, entities: undefined })
    await none.close()
  })
})
