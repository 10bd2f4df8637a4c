import { describe, expect, test } from 'vitest'
import { createSerpWire } from '../src/wires/serp/wire.ts'
import { createWorld } from '../src/world/create.ts'

const world = createWorld({ seed: 7, now: () => Date.parse('2027-01-10T12:00:00Z') })
const wire = createSerpWire(
  { id: 'google_hotels', wire: 'serp', profile: {}, credentials: { apiKey: 'k' } },
  world,
)

const ASK = {
  engine: 'google_hotels',
  q: 'hotels in Lisbon',
  check_in_date: '2027-02-09',
  check_out_date: '2027-02-11',
  api_key: 'k',
}

function search(change: Record<string, string>) {
  const query = new URLSearchParams({ ...ASK, ...change })
  const answer = wire.answer({ method: 'GET', path: '/search.json', query, headers: {}, body: '' })
  return {
    status: answer.status,
    text: answer.body,
    body: JSON.parse(answer.body) as Record<string, unknown>,
  }
}

describe('the hotels wire of the search engine', () => {
  test('turns a wrong key away and never repeats a right one', () => {
    expect(search({ api_key: 'x' })).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('Invalid API key') },
    })
    const secret = createSerpWire(
      { id: 'g', wire: 'serp', profile: {}, credentials: { apiKey: 'planted' } },
      world,
    )
    const query = new URLSearchParams({ ...ASK, api_key: 'planted' })
    expect(
      secret.answer({ method: 'GET', path: '/search.json', query, headers: {}, body: '' }).body,
    ).not.toContain('planted')
  })

  test.each([
    ['another engine', { engine: 'google' }],
    ['no words', { q: '' }],
    ['no dates', { check_in_date: '' }],
    ['a bad date', { check_out_date: 'tomorrow' }],
    ['check-out before check-in', { check_out_date: '2027-02-09' }],
  ])('refuses %s', (_, change) => {
    expect(search(change)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  test('lists hotels without links, and links on a hotel’s own page', () => {
    const list = search({}).body['properties'] as {
      property_token: string
      prices: Record<string, unknown>[]
    }[]
    expect(list.length).toBeGreaterThan(3)
    expect(list.flatMap(({ prices }) => prices).every((price) => !('link' in price))).toBe(true)
    const hotel = list.find(({ prices }) => prices.length > 1)
    const { body } = search({ property_token: hotel?.property_token ?? '' })
    expect(body).toMatchObject({
      search_metadata: { status: 'Success' },
      search_parameters: { property_token: hotel?.property_token },
      type: 'hotel',
    })
    const prices = body['prices'] as { source: string; link: string }[]
    expect(prices[0]?.link).toMatch(
      new RegExp(`^https://www\\.${prices[0]?.source.toLowerCase()}\\.example/hotel/`),
    )
  })

  test('shows the hotel’s own site, sellers that only the engine knows, and their prices', () => {
    const [hotel] = world.listings('independent')
    const { body } = search({ q: `${hotel?.name}, ${hotel?.city}` })
    const page = 'properties' in body ? (body['properties'] as Record<string, unknown>[])[0] : body
    const { body: details } = search({ property_token: String(page?.['property_token']) })
    const prices = details['prices'] as { source: string; official?: boolean; link: string }[]
    expect(details['name']).toBe(hotel?.name)
    expect(prices.some(({ source }) => ['Stayfarer', 'Zimmerly.com', 'Roomcoast'].includes(source))).toBe(
      true,
    )
    const own = prices.filter(({ official }) => official).map(({ source }) => source)
    expect(own).toEqual(own.map(() => hotel?.name))
  })

  test('counts its searches, tells what is left, and refuses when they have run out', () => {
    const few = createSerpWire(
      { id: 'g', wire: 'serp', profile: { searchesPerMonth: 1 }, credentials: { apiKey: 'k' } },
      world,
    )
    const get = (path: string) => {
      const query = new URLSearchParams(ASK)
      const { status, body } = few.answer({ method: 'GET', path, query, headers: {}, body: '' })
      return { status, body: JSON.parse(body) as Record<string, unknown> }
    }
    expect(get('/account.json').body).toMatchObject({ searches_per_month: 1, total_searches_left: 1 })
    expect(get('/search.json').status).toBe(200)
    expect(get('/account.json').body).toMatchObject({ total_searches_left: 0, this_month_usage: 1 })
    expect(get('/search.json')).toEqual({
      status: 429,
      body: { error: 'Your account has run out of searches.' },
    })
  })

  test('an empty search succeeds with an error text', () => {
    expect(search({ q: 'Zzyzx Qwerty' })).toMatchObject({
      status: 200,
      body: {
        search_metadata: { status: 'Success' },
        error: expect.stringContaining("hasn't returned any results"),
      },
    })
  })
})
