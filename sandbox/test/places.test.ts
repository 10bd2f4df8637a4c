import { describe, expect, test } from 'vitest'
import { createPlacesWire } from '../src/wires/places/wire.ts'
import { createWorld } from '../src/world/create.ts'

const world = createWorld({ seed: 7, now: () => Date.parse('2027-01-10T12:00:00Z') })
const wire = createPlacesWire(
  { id: 'google', wire: 'places', profile: {}, credentials: { apiKey: 'k' } },
  world,
)

const MASK = { 'x-goog-api-key': 'k', 'x-goog-fieldmask': 'places.id,nextPageToken' }

interface Page {
  places?: Record<string, unknown>[]
  nextPageToken?: string
  error?: { code: number; status: string; details?: { reason: string }[] }
}

function search(body: Record<string, unknown> | string, headers: Record<string, string> = MASK) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = {
    method: 'POST',
    path: '/v1/places:searchText',
    query: new URLSearchParams(),
    headers,
    body: text,
  }
  const answer = wire.answer(request)
  return { status: answer.status, page: JSON.parse(answer.body) as Page }
}

describe('the places wire', () => {
  test('turns callers away without a key, and tells a bad one by its reason', () => {
    expect(search({ textQuery: 'Porto' }, { 'x-goog-fieldmask': '*' })).toMatchObject({
      status: 403,
      page: { error: { code: 403, status: 'PERMISSION_DENIED' } },
    })
    expect(search({ textQuery: 'Porto' }, { ...MASK, 'x-goog-api-key': 'x' })).toMatchObject({
      status: 400,
      page: { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } },
    })
  })

  test('wants a field mask and sends nothing else', () => {
    expect(search({ textQuery: 'Porto' }, { 'x-goog-api-key': 'k' }).status).toBe(400)
    const [first] = search({ textQuery: 'Porto' }).page.places ?? []
    expect(Object.keys(first ?? {})).toEqual(['id'])
    const all = search({ textQuery: 'Porto' }, { ...MASK, 'x-goog-fieldmask': '*' }).page.places?.[0]
    expect(all).toMatchObject({ displayName: { text: 'Porto' }, types: ['locality', 'political'] })
  })

  test.each([
    ['no text', {}],
    ['a page too large', { textQuery: 'a', pageSize: 21 }],
    ['a bias without a circle', { textQuery: 'a', locationBias: {} }],
    ['a page token of nobody', { textQuery: 'a', pageToken: 'x' }],
    ['no JSON', '{'],
  ])('refuses %s', (_, body) => {
    expect(search(body)).toMatchObject({ status: 400, page: { error: { status: 'INVALID_ARGUMENT' } } })
  })

  test('pages through every result once', () => {
    const ask = { textQuery: 'san', pageSize: 20 }
    const ids: unknown[] = []
    let pageToken: string | undefined
    do {
      const { page } = search({ ...ask, ...(pageToken === undefined ? {} : { pageToken }) })
      ids.push(...(page.places ?? []).map(({ id }) => id))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
  })

  test('a token is good for its own search only', () => {
    const token = search({ textQuery: 'san' }).page.nextPageToken
    expect(search({ textQuery: 'santa', pageToken: token }).status).toBe(400)
  })
})
