import { describe, expect, it } from 'vitest'
import { createWorld } from '../src/world/create.ts'

const AGENCIES = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare']
const world = createWorld({ seed: 1, now: () => Date.parse('2026-03-01T10:00:00Z') })
const ordinary = (source: string) => world.listings(source).filter((listing) => listing.city !== 'Nome')

describe('looking things up', () => {
  it('finds places regardless of case and accents, the largest first', () => {
    expect(world.places('sao paulo', 1)).toMatchObject([{ name: 'São Paulo', country: 'BR' }])
    expect(world.places('PARIS', 2).map(({ country }) => country)).toEqual(['FR', 'US'])
    expect(world.places('Paris, United States', 1)).toMatchObject([{ country: 'US' }])
    expect(world.places('new york', 1)).toMatchObject([{ name: 'New York', country: 'US' }])
    expect(world.places('nowhere at all', 5)).toEqual([])
    const [lisbon] = world.places('Lisbon', 1)
    expect(world.places(lisbon?.placeId ?? '', 1)).toEqual([lisbon])
  })

  it('finds listings by the beginnings of their words', () => {
    const [hotel] = ordinary('ivyrow')
    if (!hotel) throw new Error('ivyrow has no hotels')
    expect(world.search('ivyrow', hotel.name.toUpperCase(), 5)).toContain(hotel)
    expect(world.search('lodgista', 'aurelia undercut', 5)).toMatchObject([{ code: 'UNDERCUT-aurelia' }])
    expect(world.search('lodgista', 'zzz', 5)).toEqual([])
  })

  it('knows most chain hotels as entities, with links to most of their listings', () => {
    const hotels = ordinary('aurelia').slice(0, 200)
    const found = hotels.flatMap(({ name, city }) => {
      const [best] = world.entities(`${name} ${city}`, 1)
      return best?.name === name ? [best] : []
    })
    expect(found.length).toBeGreaterThan(170)
    expect(found.length).toBeLessThan(200)
    for (const { partners } of found) {
      for (const [agency, code] of Object.entries(partners)) {
        expect(world.listing(agency, code)?.chainHotel.source).toBe('aurelia')
      }
    }
    expect(world.entities('Kestrel Undercut Test Hotel Nome', 1)[0]?.partners).toEqual(
      Object.fromEntries(AGENCIES.map((agency) => [agency, 'UNDERCUT-kestrel'])),
    )
  })
})
