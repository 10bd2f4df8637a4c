import { describe, expect, test } from 'vitest'
import { createSerpWire } from '../../../sandbox/src/wires/serp/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { serp } from '../../src/sources/families/serp/family.ts'
import { answeringWire } from './answering-wire.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const credentials = { apiKey: 'k' }
const world = createWorld({ seed: 7, now: () => NOW })
const wire = createSerpWire({ id: 'google_hotels', wire: 'serp', profile: {}, credentials }, world)
const partners = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare'].map((source) => ({
  source,
  host: `www.${source}.example`,
  idPattern: '^/hotel/([A-Za-z0-9_.-]+)',
}))
const finder = serp.bind({
  sourceId: 'google_hotels',
  profile: { partners },
  credentials,
  points: false,
  now: () => NOW,
})
const { call } = answeringWire(wire)

describe('the search engine of the sandbox', () => {
  test('leads from a chain’s hotel to the ids of every agency it links', async () => {
    let found = 0
    const chains = ['aurelia', 'castellan', 'glasshouse', 'kestrel']
    const sample = chains.flatMap((chain) => world.listings(chain).filter((_, index) => index % 60 === 0))
    for (const { name, city, country, lat, lng } of sample) {
      const match = await finder.findHotel({ name, city, country, lat, lng }, call)
      if (match.found !== 'one') continue
      found++
      const [entity] = world.entities(match.entity.id, 1)
      expect(match.entity).toMatchObject({ id: entity?.propertyToken, partners: entity?.partners })
      expect(match.entity.name).toBe(name)
    }
    expect(found / sample.length).toBeGreaterThan(0.8)
  })

  test('links UNDERCUT at every agency', async () => {
    const hotel = { name: 'Aurelia Undercut Test Hotel', city: 'Nome', country: 'US' }
    expect(await finder.findHotel(hotel, call)).toMatchObject({
      found: 'one',
      entity: { partners: Object.fromEntries(partners.map(({ source }) => [source, 'UNDERCUT-aurelia'])) },
    })
  })

  test('knows nothing of a hotel that is not there', async () => {
    const hotel = { name: 'Zzyzx Qwerty Palace', city: null, country: null }
    expect(await finder.findHotel(hotel, call)).toEqual({ found: 'none' })
  })

  test('turns away a wrong key', async () => {
    const stranger = serp.bind({
      sourceId: 'google_hotels',
      profile: {},
      credentials: { apiKey: 'x' },
      points: false,
      now: () => NOW,
    })
    await expect(stranger.findHotel({ name: 'a', city: null, country: null }, call)).rejects.toMatchObject({
      kind: 'refused',
    })
  })
})
