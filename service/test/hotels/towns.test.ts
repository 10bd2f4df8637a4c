import { afterAll, describe, expect, test } from 'vitest'
import { fold, tidied } from '../../src/hotels/fold.ts'
import { createGazetteer } from '../../src/hotels/gazetteer/gazetteer.ts'
import { createTowns, type Town } from '../../src/hotels/gazetteer/towns.ts'
import { distanceMi } from '../../src/kernel/great-circle.ts'

function town(cityId: number, name: string, country: string, adminCode: string, population: number): Town {
  return { cityId, name, country, adminCode, population, loc: { coordinates: [cityId, -cityId] } }
}

const towns = createTowns([
  town(1, 'Springfield', 'US', 'IL', 116_000),
  town(2, 'Springfield', 'US', 'MO', 166_000),
  town(3, 'Springfield Gardens', 'US', 'NY', 900_000),
  town(4, 'San José', 'CR', '08', 335_000),
  town(5, 'San Jose', 'US', 'CA', 1_000_000),
  town(6, 'Washington, D.C.', 'US', 'DC', 601_000),
  town(7, 'Washington', 'US', 'PA', 13_000),
  town(8, 'Frankfurt am Main', 'DE', '05', 650_000),
  town(9, 'Tokyo', 'JP', '40', 8_000_000),
  town(10, 'Tokyo', 'JP', '41', 5),
])

const found = (text: string) => towns.find(text).map(({ placeId }) => Number(placeId.split(':')[1]))

describe('the gazetteer', () => {
  test('puts the larger of two equal names first, and whole names before longer ones', () => {
    expect(found('springfield')).toEqual([2, 1, 3])
    expect(found('San Jose')).toEqual([5, 4])
    expect(found('washington')).toEqual([6, 7])
    expect(found('Frankfurt')).toEqual([8])
  })

  test('takes the rest of the text as where to look, with a comma or without', () => {
    expect(found('Springfield, IL')).toEqual([1])
    expect(found('springfield illinois')).toEqual([1])
    expect(found('Springfield, Illinois, USA')).toEqual([1])
    expect(found('san jose costa rica')).toEqual([4])
    expect(found('San José, CR')).toEqual([4])
    expect(found('Springfield, France')).toEqual([])
  })

  test('knows the largest of a name by what it is called at home', () => {
    expect(found('東京')).toEqual([9])
    expect(found('Токио')).toEqual([9])
  })

  test('finds nothing in nothing', () => {
    for (const text of ['', ' , ', '---', '__proto__', 'constructor', 'Spring'])
      expect(found(text)).toEqual([])
    expect(towns.byId('geonames:11')).toBeNull()
    expect(towns.byId('9')).toBeNull()
    expect(towns.byId('geonames:9')).toEqual({
      placeId: 'geonames:9',
      name: 'Tokyo',
      country: 'JP',
      lat: -9,
      lng: 9,
    })
  })
})

describe('the thread of the gazetteer', () => {
  const gazetteer = createGazetteer()
  afterAll(() => gazetteer.close())

  test('answers each of several questions at once, and goes on after it was stopped', async () => {
    const names = ['Lisbon', 'Nairobi', 'Qwertyville']
    const ask = () => Promise.all(names.map((name) => gazetteer.find(name)))
    const first = await ask()
    expect(first.map(([place]) => place?.country)).toEqual(['PT', 'KE', undefined])
    await gazetteer.close()
    expect(await ask()).toEqual(first)
    expect(await gazetteer.byId('geonames:2267057')).toMatchObject({ name: 'Lisbon' })
  })
})

describe('names are compared', () => {
  test('without case, accents and strokes, but with the marks that make another letter', () => {
    expect(fold('  ÅRHUS\u00a0Ø ')).toBe('arhus o')
    expect(fold('İSTANBUL')).toBe('istanbul')
    expect(fold('Łódź')).toBe('lodz')
    expect(fold('Straße')).toBe('strasse')
    expect(fold('がく')).not.toBe(fold('かく'))
    expect(fold('दिल्ली')).not.toBe(fold('दल्ल'))
    expect(tidied('a\u0000\t b\u200b\u202e')).toBe('a b')
  })
})

describe('distances', () => {
  test.each([
    // London to Paris; both sides of the antimeridian; over the pole; a quarter of the earth; nowhere at all.
    [51.5007, -0.1246, 48.8584, 2.2945, 211.6],
    [0, 179.5, 0, -179.5, 69.09],
    [89, 0, 89, 180, 138.19],
    [90, 17, 0, -120, 6218.4],
    [90, 0, 90, 90, 0],
  ])('from %d,%d to %d,%d it is %d miles', (latA, lngA, latB, lngB, miles) => {
    expect(distanceMi({ lat: latA, lng: lngA }, { lat: latB, lng: lngB })).toBeCloseTo(miles, 0)
  })
})
