import { expect, test } from 'vitest'
import { hotelView } from '../../src/rates/render.ts'
import type { HotelRecord } from '../../src/sources/source.ts'
import { bundledSources } from '../sources/sandbox-sources.ts'

const [source] = bundledSources()
if (!source) throw new Error('there is no source')

const told: HotelRecord = {
  hotelCode: 'LONAU',
  name: 'LONAU',
  city: null,
  country: 'GB',
  lat: null,
  lng: null,
}
const known = {
  name: 'Aurelia London Bridge',
  city: 'London',
  country: 'GB',
  lat: 51.5,
  lng: -0.09,
  currency: 'GBP',
  timezone: 'Europe/London',
  stars: 4,
}

test('a hotel has the name of the directory, whatever the source says in its place', () => {
  const stay = { source, hotelCode: 'LONAU' }
  expect(hotelView(stay, told, known)).toMatchObject({ name: known.name, city: 'London', lat: 51.5 })
  expect(hotelView(stay, told, null)).toMatchObject({ name: 'LONAU', lat: null })
  expect(hotelView(stay, null, null)).toBeNull()
})
