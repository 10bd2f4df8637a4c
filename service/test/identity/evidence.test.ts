import { expect, test } from 'vitest'
import { evidenceOf } from '../../src/identity/evidence.ts'

test('evidence says which facts agree, and how far the others are apart', () => {
  expect(evidenceOf({ method: 'typeahead', distanceKm: 0.124, nameScore: 1 })).toEqual({
    why: 'The names have the same words. The coordinates are 124 m apart.',
    nameSimilarity: 1,
    metres: 124,
    sameName: true,
    samePlace: true,
  })
  expect(evidenceOf({ method: 'typeahead', distanceKm: 0.08, nameScore: 0.82 })).toMatchObject({
    why: 'The names are 82% alike. The coordinates are 80 m apart.',
    sameName: false,
    samePlace: true,
  })
  expect(evidenceOf({ method: 'typeahead', distanceKm: 2.4, nameScore: 0.97 })).toMatchObject({
    metres: 2400,
    sameName: true,
    samePlace: false,
  })
})

test('evidence is silent about what was not compared', () => {
  expect(evidenceOf({ method: 'name', distanceKm: null, nameScore: 1 })).toEqual({
    why: 'The names have the same words. Coordinates could not be compared.',
    nameSimilarity: 1,
    metres: null,
    sameName: true,
    samePlace: null,
  })
  expect(evidenceOf({ method: 'admin', distanceKm: null, nameScore: null })).toEqual({
    why: 'An administrator set this id.',
    nameSimilarity: null,
    metres: null,
    sameName: null,
    samePlace: null,
  })
  expect(evidenceOf({ method: 'cross_link', distanceKm: null, nameScore: null }).why).toBe(
    "The search engine's page of the hotel links to this id.",
  )
})
