import { describe, expect, test } from 'vitest'
import { createPlacesWire } from '../../../sandbox/src/wires/places/wire.ts'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { places } from '../../src/sources/families/places/family.ts'
import { RateLimitPage } from '../../src/sources/search-engine.ts'
import type { Call, HttpAnswer, HttpRequest } from '../../src/sources/source.ts'
import { answeringWire } from './answering-wire.ts'

const NOW = Date.parse('2027-01-10T12:00:00Z')
const credentials = { apiKey: 'maps-key' }
const finder = places.bind({ sourceId: 'google', profile: {}, credentials, points: false, now: () => NOW })

type Json = Record<string, unknown>

function engine(...answers: { status?: number; headers?: Record<string, string>; body: Json | string }[]) {
  const requests: HttpRequest[] = []
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    requests.push(request)
    const {
      status = 200,
      headers = {},
      body,
    } = answers[requests.length - 1] ?? { status: 599, body: 'asked too often' }
    return Promise.resolve({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  }
  const call: Call = { http, live: false, raw: false }
  return { call, requests }
}

function place(id: string, name: string, country: string, location: Json): Json {
  const components = [
    { longText: name, shortText: name, types: ['locality', 'political'] },
    { longText: 'x', shortText: country, types: ['country', 'political'] },
  ]
  return { id, displayName: { text: name, languageCode: 'en' }, location, addressComponents: components }
}

const error = (code: number, status: string, details?: Json[]): { status: number; body: Json } => ({
  status: code,
  body: { error: { code, message: 'no', status, ...(details ? { details } : {}) } },
})

describe('places by text', () => {
  test('leaves out a place without a location, and keeps the others', async () => {
    const porto = place('ChIJporto', 'Porto', 'PT', { latitude: 41.15, longitude: -8.61 })
    const { location: _, ...nowhere } = place('ChIJnowhere', 'Tours of Porto', 'PT', {})
    const { call } = engine({ body: { places: [nowhere, porto] } })
    expect(await finder.findPlaces('porto', call)).toMatchObject([{ placeId: 'ChIJporto' }])
  })

  test('reads id, name, coordinates and country, and asks for no other field', async () => {
    const porto = place('ChIJporto', 'Porto', 'PT', { latitude: 41.15, longitude: -8.61 })
    const { call, requests } = engine({ body: { places: [porto] } })
    expect(await finder.findPlaces('porto', call)).toEqual([
      { placeId: 'ChIJporto', name: 'Porto', lat: 41.15, lng: -8.61, country: 'PT' },
    ])
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/places:searchText',
      headers: {
        'x-goog-api-key': 'maps-key',
        'x-goog-fieldmask':
          'places.id,places.displayName,places.location,places.addressComponents,nextPageToken',
      },
    })
  })

  test('a coordinate that is left out is 0', async () => {
    const { call } = engine({ body: { places: [place('ChIJnull', 'Null', 'GH', { longitude: 0.5 })] } })
    expect(await finder.findPlaces('null', call)).toMatchObject([{ lat: 0, lng: 0.5 }])
  })

  test('an empty object is no place', async () => {
    expect(await finder.findPlaces('nowhere', engine({ body: {} }).call)).toEqual([])
  })

  test('goes on where a page ends early, with the same question', async () => {
    const { call, requests } = engine(
      { body: { places: [place('a', 'Porto', 'PT', { latitude: 1, longitude: 1 })], nextPageToken: 'more' } },
      { body: { places: [place('b', 'Porto', 'PT', { latitude: 2, longitude: 2 })] } },
    )
    expect((await finder.findPlaces('porto', call)).map(({ placeId }) => placeId)).toEqual(['a', 'b'])
    expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ textQuery: 'porto', pageToken: 'more' })
  })

  test('asks for lodging where a hotel is meant', async () => {
    const { call, requests } = engine({ body: {} })
    await finder.findHotelPlaces({ name: 'Ritz', city: 'Paris', country: 'FR', lat: 48.8, lng: 2.3 }, call)
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      textQuery: 'Ritz, Paris, FR',
      includedType: 'lodging',
      strictTypeFiltering: true,
      locationBias: { circle: { center: { latitude: 48.8, longitude: 2.3 } } },
    })
  })

  test('a page of another form is broken', async () => {
    await expect(
      finder.findPlaces('x', engine({ body: { places: [{ id: 1 }] } }).call),
    ).rejects.toMatchObject({
      kind: 'broken',
    })
    await expect(finder.findPlaces('x', engine({ body: '<html>' }).call)).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  test('the rate limit is told apart from other refusals', async () => {
    const limited = { ...error(429, 'RESOURCE_EXHAUSTED'), headers: { 'retry-after': '30' } }
    const failure = await finder.findPlaces('x', engine(limited).call).catch((reason: unknown) => reason)
    expect(failure).toBeInstanceOf(RateLimitPage)
    expect(failure).toMatchObject({ kind: 'refused', rateLimited: true, retryAfterMs: 30_000 })
    const denied = await finder
      .findPlaces('x', engine(error(403, 'PERMISSION_DENIED')).call)
      .catch((reason: unknown) => reason)
    expect(denied).toMatchObject({ kind: 'refused' })
    expect(denied).not.toBeInstanceOf(RateLimitPage)
  })
})

describe('a place by its id', () => {
  test('is null where the id is unknown or no id at all', async () => {
    expect(await finder.placeById('ChIJgone', engine(error(404, 'NOT_FOUND')).call)).toBeNull()
    expect(await finder.placeById('no id', engine(error(400, 'INVALID_ARGUMENT')).call)).toBeNull()
  })

  test('is a refusal, not an unknown place, where the key is bad', async () => {
    const bad = error(400, 'INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }])
    await expect(finder.placeById('ChIJx', engine(bad).call)).rejects.toMatchObject({ kind: 'refused' })
  })

  test('cannot lead the path elsewhere', async () => {
    const { call, requests } = engine(error(404, 'NOT_FOUND'))
    await finder.placeById('../../v1/x?y', call)
    expect(requests[0]?.path).toBe('/v1/places/..%2F..%2Fv1%2Fx%3Fy')
  })
})

describe('places in the sandbox', () => {
  const world = createWorld({ seed: 7, now: () => NOW })
  const wire = createPlacesWire({ id: 'google', wire: 'places', profile: {}, credentials }, world)
  const { call } = answeringWire(wire)

  test('are found with and without accents, and again by id', async () => {
    const [plain] = await finder.findPlaces('malaga', call)
    const [accented] = await finder.findPlaces('Málaga', call)
    expect(plain).toMatchObject({ name: 'Málaga', country: 'ES' })
    expect(accented).toEqual(plain)
    expect(await finder.placeById(plain?.placeId ?? '', call)).toEqual(plain)
  })

  test('come with the others of the same name', async () => {
    const found = await finder.findPlaces('Springfield', call)
    expect(found.length).toBeGreaterThan(3)
    expect(found.length).toBeLessThanOrEqual(10)
  })

  test('are none for a text that names none', async () => {
    expect(await finder.findPlaces('Zzyzxville Qwerty', call)).toEqual([])
    expect(await finder.placeById('ChIJ00000000000000000000000', call)).toBeNull()
  })

  test('include the hotels, each with its own id', async () => {
    const hotel = { name: 'Aurelia Undercut Test Hotel', city: 'Nome', country: 'US' }
    const [entity] = world.entities('Aurelia Undercut Test Hotel, Nome', 1)
    const found = await finder.findHotelPlaces(hotel, call)
    expect(found[0]).toMatchObject({ placeId: entity?.placeId, name: hotel.name, country: 'US' })
  })
})
