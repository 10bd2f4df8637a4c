import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestMatch, type HotelFacts, judge } from '../../src/identity/match.ts'
import { brandWords, nameScore } from '../../src/identity/names.ts'

const brand = brandWords({ id: 'aurelia', name: 'Aurelia Hotels & Resorts' })
const porto = { name: 'Solenne Porto São Bento by Aurelia', brand, city: 'Porto' }

test.for([
  'Solenne Porto São Bento by Aurelia',
  'Aurelia Solenne Porto Sao Bento',
  'Solenne Porto São Bento',
  'SOLENNE SAO BENTO, Porto',
  'Hotel Solenne Porto São-Bento by Aurelia',
  'The Solenne — São Bento (Porto)',
])('%s is another way to write it', (found) => {
  expect(nameScore(porto, found)).toBe(1)
})

test.for([
  ['Foxhollow Inn & Suites Houston', 'Foxhollow Inn and Suites Houston'],
  ['Aurelia Convention Centre Two', 'Aurelia Convention Center II'],
  ['Aurelia St. James', 'Aurelia Saint James'],
  ['Aurelia First Street', 'Aurelia 1st Street'],
] as const)('%s is %s', ([name, found]) => {
  expect(nameScore({ name, brand, city: null }, found)).toBe(1)
})

test.for([
  ['Aurelia Porto', 'Aurelia Porto Opera'],
  ['Aurelia Porto Opera', 'Aurelia Porto'],
  ['Aurelia Porto Opera', 'Aurelia Porto Cathedral'],
  ['Aurelia Porto Opera', 'Brightwater Porto Opera'],
  ['Aurelia Grand Porto Opera', 'Aurelia Porto Opera'],
  ['Aurelia Porto 1', 'Aurelia Porto 2'],
] as const)('%s is not %s', ([name, found]) => {
  expect(nameScore({ name, brand, city: 'Porto' }, found)).toBeLessThan(0.95)
})

test('a slip of the pen costs a little, in a long word only', () => {
  const asked = { name: 'Aurelia Observatory', brand, city: null }
  expect(nameScore(asked, 'Aurelia Observatry')).toBeCloseTo(0.9, 5)
  expect(nameScore({ ...asked, name: 'Aurelia Quay' }, 'Aurelia Quat')).toBe(0)
})

test('the order of words, case and accents never matter, and no score leaves 0 to 1', () => {
  const word = fc.stringMatching(/^[a-zà-öø-ÿ0-9]{1,9}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(words, words, fc.infiniteStream(fc.nat()), (one, other, order) => {
      const shuffled = one
        .map((text) => ({ text, at: order.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
      const asked = { name: one.join(' '), brand: [], city: null }
      expect(nameScore(asked, shuffled.map(({ text }) => text.toUpperCase()).join(' - '))).toBe(1)
      const score = nameScore(asked, other.join(' '))
      expect(score >= 0 && score <= 1).toBe(true)
      expect(score).toBeCloseTo(nameScore({ ...asked, name: other.join(' ') }, one.join(' ')), 9)
    }),
  )
})

const hotel: HotelFacts = { ...porto, country: 'PT', point: { lat: 41.15, lng: -8.61 } }
const north = (km: number) => ({ lat: 41.15 + km / 111.2, lng: -8.61 })
const candidate = (id: string, point: HotelFacts['point'], name = porto.name) => ({
  id,
  name,
  country: 'PT',
  point,
})

test.for([
  [0.2, 0.9],
  [0.99, 0.9],
  [1.01, 0.5],
  [2.99, 0.5],
  [3.01, null],
  [400, null],
] as const)('a hotel of the name %d km away has confidence %d', ([km, confidence]) => {
  expect(judge(hotel, candidate('x', north(km)))?.confidence ?? null).toBe(confidence)
})

test('a name alone is worth 0.5, and nothing in another country', () => {
  expect(judge({ ...hotel, point: null }, candidate('x', north(1)))).toMatchObject({
    confidence: 0.5,
    method: 'name',
    distanceKm: null,
    nameScore: 1,
  })
  expect(judge({ ...hotel, point: null }, { ...candidate('x', null), country: 'ES' })).toBeNull()
})

test('the nearest of the same name is it; two on one spot are none', () => {
  const [near, far] = [candidate('near', north(0.2)), candidate('far', north(0.6))]
  expect(bestMatch(hotel, [far, near])).toMatchObject({ id: 'near', distanceKm: 0.2 })
  expect(bestMatch(hotel, [near, candidate('twin', north(0.2))])).toBeNull()
  expect(bestMatch(hotel, [candidate('other', north(0.2), 'Solenne Porto Opera by Aurelia')])).toBeNull()
  expect(bestMatch(hotel, [])).toBeNull()
})
