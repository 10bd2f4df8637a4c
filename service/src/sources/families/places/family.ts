import type { FoundPlace, PlaceFinder, SearchFamily } from '../../search-engine.ts'
import { RateLimitPage } from '../../search-engine.ts'
import {
  type Call,
  type FamilySettings,
  type FindQuery,
  type HttpAnswer,
  SourceFailure,
} from '../../source.ts'
import { parseJson, refusal, tryJson } from '../http-answer.ts'
import { checkFailure, checkPage, checkPlace, type Failure, type Place } from './answer.ts'

const FIELDS = ['id', 'displayName', 'location', 'addressComponents']
const PAGE_SIZE = 20
/** The vendor may end a page early and continue on the next; there are at most three. */
const MAX_PAGES = 3
const WANTED_PLACES = 10
const WANTED_HOTELS = 20

/** Google Places (New): text search and place details. */
export const places: SearchFamily<PlaceFinder> = {
  name: 'places',
  credentials: ['apiKey'],
  bind: bindPlaces,
}

function bindPlaces({ credentials, now }: FamilySettings): PlaceFinder {
  const key = { 'x-goog-api-key': credentials['apiKey'] ?? '' }

  async function searchText(ask: Record<string, unknown>, wanted: number, call: Call): Promise<FoundPlace[]> {
    const found: FoundPlace[] = []
    let pageToken: string | undefined
    for (let page = 0; page < MAX_PAGES && found.length < wanted; page++) {
      const answer = await call.http({
        method: 'POST',
        path: '/v1/places:searchText',
        headers: {
          ...key,
          'content-type': 'application/json',
          'x-goog-fieldmask': [...FIELDS.map((field) => `places.${field}`), 'nextPageToken'].join(','),
        },
        body: JSON.stringify({ ...ask, languageCode: 'en', pageSize: PAGE_SIZE, pageToken }),
      })
      if (answer.status !== 200) throw failureOf(answer, now())
      const body = parseJson(answer.body)
      if (!checkPage.Check(body)) throw new SourceFailure('broken', 'the body is not a page of places')
      found.push(...(body.places ?? []).flatMap((place) => placeOf(place) ?? []))
      pageToken = body.nextPageToken
      if (!pageToken) break
    }
    return found.slice(0, wanted)
  }

  return {
    findPlaces: (text, call) => searchText({ textQuery: text }, WANTED_PLACES, call),

    findHotelPlaces: (hotel, call) =>
      searchText(
        { textQuery: textOf(hotel), includedType: 'lodging', strictTypeFiltering: true, ...biasOf(hotel) },
        WANTED_HOTELS,
        call,
      ),

    async placeById(placeId, call) {
      const answer = await call.http({
        method: 'GET',
        path: `/v1/places/${encodeURIComponent(placeId)}`,
        query: { languageCode: 'en' },
        headers: { ...key, 'x-goog-fieldmask': FIELDS.join(',') },
      })
      if (answer.status !== 200) {
        if (isNoPlace(answer)) return null
        throw failureOf(answer, now())
      }
      const body = parseJson(answer.body)
      if (!checkPlace.Check(body)) throw new SourceFailure('broken', 'the body is no place')
      // A place that moved answers under its new id, which is the one to keep.
      const place = placeOf(body)
      if (place === null) throw new SourceFailure('broken', 'a place without a location')
      return place
    },
  }
}

function textOf({ name, city, country }: FindQuery): string {
  return [name, city, country].filter((part) => part !== null && part !== '').join(', ')
}

/** A bias, not a restriction: a slightly wrong pin must not hide the hotel. */
function biasOf({ lat, lng }: FindQuery): Record<string, unknown> {
  if (lat === undefined || lng === undefined) return {}
  return { locationBias: { circle: { center: { latitude: lat, longitude: lng }, radius: 5000 } } }
}

/** Null for a place that is nowhere, such as a business that comes to its customers. */
function placeOf({ id, displayName, location, addressComponents = [] }: Place): FoundPlace | null {
  if (location === undefined) return null
  const country = addressComponents.find(({ types }) => types?.includes('country'))?.shortText
  return {
    placeId: id,
    name: displayName.text,
    lat: location.latitude ?? 0,
    lng: location.longitude ?? 0,
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : null,
  }
}

/** To the vendor a malformed id is a bad argument, like a bad key: the reason distinguishes them. */
function isNoPlace(answer: HttpAnswer): boolean {
  if (answer.status === 404) return true
  const error = errorIn(answer.body)
  return answer.status === 400 && error?.status === 'INVALID_ARGUMENT' && !hasReason(error)
}

function hasReason({ details = [] }: Failure): boolean {
  return details.some(({ reason }) => reason !== undefined)
}

function failureOf(answer: HttpAnswer, nowMs: number): SourceFailure {
  const { status, body } = answer
  const error = errorIn(body)
  const detail = `HTTP ${status}: ${[error?.status, error?.message].filter(Boolean).join(': ')}`.slice(0, 500)
  const refused = refusal(answer, detail, nowMs)
  if (status !== 429 && error?.status !== 'RESOURCE_EXHAUSTED') return refused
  const { retryAfterMs } = refused
  return new RateLimitPage(detail, retryAfterMs === undefined ? {} : { retryAfterMs })
}

function errorIn(body: string): Failure | null {
  const parsed = tryJson(body)
  return checkFailure.Check(parsed) ? parsed.error : null
}
