import { describe, expect, test } from 'vitest'
import type { HotelContent, ReadPage } from '../../src/sources/content.ts'
import { checkOne, checkPage } from '../../src/sources/content-check.ts'

const HOTEL: HotelContent = {
  hotelCode: 'LISAU',
  name: 'Aurelia Lisboa',
  brand: 'Aurelia',
  address: 'Rua Augusta 1',
  city: 'Lisboa',
  region: null,
  postalCode: '1100-048',
  country: 'PT',
  lat: 38.71,
  lng: -9.14,
  stars: 4,
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
  roomsTotal: 120,
  status: 'open',
}

function check(facts: Partial<HotelContent>) {
  const other = { ...HOTEL, hotelCode: 'OPOAU' }
  return checkPage(page([{ ...HOTEL, ...facts }, other]))
}

function page(hotels: HotelContent[], more: Partial<ReadPage> = {}): ReadPage {
  return { hotels, gone: [], skipped: 0, next: null, ...more }
}

describe('a page of content', () => {
  test('passes as it is where every fact is possible', () => {
    expect(checkPage(page([HOTEL]))).toEqual({
      hotels: [HOTEL],
      gone: [],
      skipped: 0,
      blanked: 0,
      next: null,
      restarted: false,
    })
  })

  test.each<[string, Partial<HotelContent>]>([
    ['a latitude beyond the pole', { lat: 91 }],
    ['a longitude beyond the date line', { lng: -180.5 }],
    ['a latitude that is not a number', { lat: Number.NaN }],
    ['half a position', { lng: null }],
  ])('loses the position with %s', (_, facts) => {
    const checked = check(facts)
    expect(checked.hotels[0]).toMatchObject({ hotelCode: 'LISAU', lat: null, lng: null })
    expect(checked).toMatchObject({ skipped: 0, blanked: facts.lng === null ? 1 : 2 })
  })

  test('loses the position of a hotel in the sea off Africa, where vendors put those without one', () => {
    expect(check({ lat: 0, lng: 0 }).hotels[0]).toMatchObject({ lat: null, lng: null })
  })

  test.each<[keyof HotelContent, unknown]>([
    ['currency', 'XYZ'],
    ['currency', 'Euro'],
    ['country', 'Portugal'],
    ['timezone', 'UTC+05:30'],
    ['timezone', 'Europe/Atlantis'],
    ['stars', 0],
    ['stars', 12],
    ['roomsTotal', -3],
    ['roomsTotal', 12.5],
    ['city', 'Lis\u0000boa'],
    ['address', 'x'.repeat(301)],
  ])('loses %s where it is %j, and keeps the hotel', (field, value) => {
    const checked = check({ [field]: value })
    expect(checked.hotels[0]).toEqual({ ...HOTEL, [field]: null })
    expect(checked).toMatchObject({ skipped: 0, blanked: 1 })
  })

  test.each<[string, Partial<HotelContent>]>([
    ['a name with control characters', { name: 'Aurelia\u0007' }],
    ['a name that is damaged', { name: 'Aurelia Lisb\uFFFDa' }],
    ['a name without end', { name: 'A'.repeat(201) }],
    ['no name', { name: '  ' }],
    ['a code that no request can carry', { hotelCode: 'LIS AU/1' }],
  ])('loses a hotel with %s, and counts it', (_, facts) => {
    const checked = check(facts)
    expect(checked.hotels.map(({ hotelCode }) => hotelCode)).toEqual(['OPOAU'])
    expect(checked).toMatchObject({ skipped: 1, blanked: 0 })
  })

  test('takes line breaks in a name as spaces', () => {
    expect(check({ name: ' Aurelia\r\n\tLisboa ' }).hotels[0]?.name).toBe('Aurelia Lisboa')
  })

  test('keeps the first of two hotels with one code, and counts the second', () => {
    const checked = checkPage(page([HOTEL, { ...HOTEL, name: 'Another' }]))
    expect(checked.hotels).toEqual([HOTEL])
    expect(checked.skipped).toBe(1)
  })

  test('does not call a hotel gone that it lists', () => {
    expect(checkPage(page([HOTEL], { gone: ['LISAU', 'OLD', 'OLD', '../x'] })).gone).toEqual(['OLD'])
  })

  test('fails where no hotel of it can be used', () => {
    expect(() => checkPage(page([{ ...HOTEL, name: '' }]))).toThrow('none of the 1 hotels')
    expect(() => checkPage(page([], { skipped: 7 }))).toThrow('none of the 7 hotels')
  })
})

test('an answer about another hotel is a failure', () => {
  expect(() => checkOne('OPOAU', HOTEL)).toThrow('about LISAU')
  expect(checkOne('LISAU', HOTEL)).toEqual(HOTEL)
  expect(checkOne('LISAU', null)).toBeNull()
})
