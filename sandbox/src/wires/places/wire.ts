import type { WireSource } from '../../sources.ts'
import type { World } from '../../world/world.ts'
import type { Wire, WireAnswer, WireFactory, WireRequest } from '../wire.ts'
import { invalidArgument, json, Refusal, refusalAnswer } from './answers.ts'
import { type FullPlace, lodgingPlace, masked, readMask, townPlace } from './place.ts'
import { searchText } from './search.ts'

const SEARCH = '/v1/places:searchText'
const DETAILS = /^\/v1\/places\/([^/:]+)$/

/** Google Places (New): text search over the world's towns and hotels, and place details. */
export const createPlacesWire: WireFactory = (source, world): Wire => ({
  codes: () => [],

  answer(request) {
    try {
      requireKey(request, source)
      return route(request, world)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalAnswer(error)
    }
  },
})

function route(request: WireRequest, world: World): WireAnswer {
  if (request.method === 'POST' && request.path === SEARCH) {
    const mask = readMask(request.headers['x-goog-fieldmask'])
    const { places, nextPageToken } = searchText(world, request.body)
    const hasToken = nextPageToken !== null && (mask.has('*') || mask.has('nextPageToken'))
    return json(200, {
      // No place at all is an empty object, not an empty list.
      ...(places.length > 0 ? { places: places.map((place) => masked(place, mask, 'places.')) } : {}),
      ...(hasToken ? { nextPageToken } : {}),
    })
  }
  const id = DETAILS.exec(request.path)?.[1]
  if (request.method === 'GET' && id !== undefined) {
    const mask = readMask(request.headers['x-goog-fieldmask'])
    return json(200, masked(placeBy(world, id), mask, ''))
  }
  throw new Refusal(404, 'NOT_FOUND', 'Method not found.')
}

function requireKey({ headers, query }: WireRequest, { credentials }: WireSource): void {
  const key = headers['x-goog-api-key'] ?? query.get('key')
  if (key === null) {
    throw new Refusal(403, 'PERMISSION_DENIED', 'Callers without an established identity are not allowed.')
  }
  if (key !== credentials['apiKey']) {
    const message = 'API key not valid. Please pass a valid API key.'
    throw new Refusal(400, 'INVALID_ARGUMENT', message, 'API_KEY_INVALID')
  }
}

function placeBy(world: World, id: string): FullPlace {
  // The path is still encoded here, and no letter of a place id needs that.
  if (!/^[A-Za-z0-9_-]{10,}$/.test(id)) throw invalidArgument(`Not a valid Place ID: ${id.slice(0, 60)}`)
  const [town] = world.places(id, 1)
  if (town?.placeId === id) return townPlace(town)
  const [entity] = world.entities(id, 1)
  if (entity?.placeId === id) return lodgingPlace(entity)
  throw new Refusal(404, 'NOT_FOUND', 'The Place ID is no longer valid.')
}
