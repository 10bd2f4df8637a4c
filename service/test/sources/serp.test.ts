import { describe, expect, test } from 'vitest'
import { serp } from '../../src/sources/families/serp/family.ts'
import { RateLimitPage } from '../../src/sources/search-engine.ts'
import { type Call, type HttpAnswer, type HttpRequest, SourceFailure } from '../../src/sources/source.ts'

const KEY = 'serp-s3cret/key'
const HOTEL = { name: 'Hôtel de l’Étoile', city: 'Lyon', country: 'FR' }

type Json = Record<string, unknown>

const PARTNERS = [
  { source: 'lodgista', host: 'lodgista.example', idPattern: '^/hotel/(\\d+)' },
  { source: 'mapleroom', host: 'www.mapleroom.example', idPattern: '[?&]id=(\\d+)' },
  { source: 'mapleroom', host: 'www.mapleinn.example', idPattern: '^/ho(\\d+)', idPrefix: 'h' },
]

const now = (): number => Date.parse('2027-01-10T12:00:00Z')

function bind(profile: Json = { partners: PARTNERS }) {
  return serp.bind({ sourceId: 'google_hotels', profile, credentials: { apiKey: KEY }, points: false, now })
}

/** The engine, echoing what it was asked before each of these answers. */
function engine(...answers: (Json | HttpAnswer)[]) {
  const requests: HttpRequest[] = []
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    requests.push(request)
    const answer = answers[requests.length - 1] ?? {}
    if ('status' in answer && 'body' in answer) return Promise.resolve(answer as HttpAnswer)
    const { api_key: _, ...search_parameters } = request.query ?? {}
    const body = JSON.stringify({ search_metadata: { status: 'Success' }, search_parameters, ...answer })
    return Promise.resolve({ status: 200, headers: {}, body })
  }
  const call: Call = { http, live: false, raw: false }
  return { call, requests }
}

const property = (name: string, token: string, latitude = 45.76): Json => ({
  type: 'hotel',
  name,
  property_token: token,
  gps_coordinates: { latitude, longitude: 4.84 },
})

const link = (address: string): Json => ({ source: 'Any', link: address })

describe('a hotel of the search engine', () => {
  test('is found among its neighbours, and its partners’ links name the ids', async () => {
    const list = { properties: [property('Lyon Palace', 'T1'), property('Hotel de l’Etoile', 'T2')] }
    const details = {
      ...property('Hôtel de l’Étoile', 'T2'),
      featured_prices: [link('https://www.lodgista.example/hotel/12345?checkin=2027-02-09')],
      prices: [
        link('https://www.lodgista.example/hotel/99999'),
        link(
          `https://www.google.com/travel/clk?pcurl=${encodeURIComponent('https://www.mapleinn.example/ho98765/')}`,
        ),
        link('https://evil.example/hotel/1?u=https://lodgista.example.evil.example/hotel/7'),
        { source: 'No link' },
      ],
    }
    const { call, requests } = engine(list, details)
    expect(await bind().findHotel(HOTEL, call)).toEqual({
      found: 'one',
      entity: {
        id: 'T2',
        name: 'Hôtel de l’Étoile',
        lat: 45.76,
        lng: 4.84,
        partners: { lodgista: '12345', mapleroom: 'h98765' },
      },
    })
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/search.json',
      query: {
        engine: 'google_hotels',
        q: 'Hôtel de l’Étoile, Lyon, FR',
        check_in_date: '2027-02-09',
        check_out_date: '2027-02-10',
        api_key: KEY,
      },
    })
    expect(requests[1]?.query).toMatchObject({ property_token: 'T2' })
  })

  test('may be the page that the words lead to straight away', async () => {
    const page = {
      ...property("Hotel de l'Etoile", 'T2'),
      prices: [link('https://lodgista.example/hotel/5')],
    }
    const { call, requests } = engine(page)
    expect(await bind().findHotel(HOTEL, call)).toMatchObject({
      found: 'one',
      entity: { id: 'T2', partners: { lodgista: '5' } },
    })
    expect(requests).toHaveLength(1)
  })

  test('is one of several where only coordinates could tell', async () => {
    const list = {
      properties: [property('Hotel Etoile de Lyon', 'T1', 45.7), property('Etoile de Lyon', 'T2', 45.8)],
    }
    const hotel = { ...HOTEL, name: 'Étoile de Lyon' }
    const match = await bind().findHotel(hotel, engine(list).call)
    expect(match).toMatchObject({ found: 'several', candidates: [{ id: 'T1', partners: {} }, { id: 'T2' }] })
    const near = await bind().findHotel(
      { ...hotel, lat: 45.801, lng: 4.84 },
      engine(list, property('x', 'T2')).call,
    )
    expect(near).toMatchObject({ found: 'one', entity: { id: 'T2' } })
  })

  test('is not the neighbour of the same chain, however near', async () => {
    const list = { properties: [property('Castellan Lyon Market Square', 'T1')] }
    const hotel = { ...HOTEL, name: 'Castellan Lyon University', lat: 45.761, lng: 4.84 }
    expect(await bind().findHotel(hotel, engine(list).call)).toEqual({ found: 'none' })
  })

  test('may bear a longer name, if it stands on the same spot', async () => {
    const list = { properties: [property('Castellan Lyon Hotel & Spa', 'T1')] }
    const hotel = { ...HOTEL, name: 'Castellan Lyon', lat: 45.761, lng: 4.84 }
    const match = await bind().findHotel(hotel, engine(list, property('Castellan Lyon', 'T1')).call)
    expect(match).toMatchObject({ found: 'one', entity: { id: 'T1' } })
    expect(await bind().findHotel({ ...hotel, lat: 45.771 }, engine(list).call)).toEqual({ found: 'none' })
  })

  test('is none where no name is alike, or the like one stands elsewhere', async () => {
    const list = { properties: [property('Grand Palace', 'T1')] }
    expect(await bind().findHotel(HOTEL, engine(list).call)).toEqual({ found: 'none' })
    const far = { properties: [property("Hotel de l'Etoile", 'T1', 48.85)] }
    expect(await bind().findHotel({ ...HOTEL, lat: 45.76, lng: 4.84 }, engine(far).call)).toEqual({
      found: 'none',
    })
  })

  test('is none where the engine has no result', async () => {
    const empty = { error: "Google Hotels hasn't returned any results for this query." }
    expect(await bind().findHotel(HOTEL, engine(empty).call)).toEqual({ found: 'none' })
  })
})

describe('the links of well-known agencies', () => {
  const clicked = (address: string): Json => {
    const [start, query] = address.split('?')
    return link(
      `https://www.google.com/travel/clk?pc=AA80&pcurl=${start}?${encodeURIComponent(query ?? '')}&ap=1`,
    )
  }
  const partnersOf = async (site: string, address: string) => {
    const page = { ...property("Hotel de l'Etoile", 'T2'), prices: [clicked(address)] }
    const profile = { partners: [{ source: 'agency', site }] }
    const match = await bind(profile).findHotel(HOTEL, engine(page).call)
    return match.found === 'one' ? match.entity.partners['agency'] : match.found
  }

  test.each([
    [
      'the room',
      'https://www.booking.com/hotel/fr/etoile.html?checkin=2027-02-09&show_room=1234508_35201_2_1_0',
    ],
    [
      'the label',
      'https://www.booking.com/hotel/fr/etoile.html?show_room=&label=metagha-link-LUFR-hotel-12345_dev-desktop',
    ],
    ['the highlight', 'https://www.booking.com/searchresults.html?dest_type=hotel&highlighted_hotels=12345'],
  ])('of Booking.com carry its number in %s, not in the path', async (_, address) => {
    expect(await partnersOf('booking.com', address)).toBe('12345')
  })

  test.each([
    ['hotels.com', 'https://www.hotels.com/Hotel-Search?selected=98765&startDate=2027-02-09'],
    ['hotels.com', 'https://fr.hotels.com/ho136900/etoile/?chkin=2027-02-09&expediaPropertyId=98765'],
    ['hotels.com', 'https://www.hoteis.com/Hotel-Search?MDPDTL=HTL.98765.20270209.20270210.DDF.1'],
    ['expedia', 'https://www.expedia.co.uk/Lyon-Hotels-Etoile.h98765.Hotel-Information?chkin=2027-02-09'],
    ['expedia', 'https://www.expedia.com/Hotel-Search?selected=98765'],
  ])('of %s carry the Expedia id: %s', async (site, address) => {
    expect(await partnersOf(site, address)).toBe('98765')
  })

  test('that carry no such id name none, and other hosts are not read', async () => {
    expect(
      await partnersOf('hotels.com', 'https://www.hotels.com/ho136900/etoile/?pos=HCOM_FR'),
    ).toBeUndefined()
    expect(
      await partnersOf('booking.com', 'https://www.booking.com/hotel/fr/etoile.html?show_room='),
    ).toBeUndefined()
    expect(
      await partnersOf('expedia', 'https://expedia.com.evil.example/Hotel-Search?selected=1'),
    ).toBeUndefined()
    expect(
      await partnersOf('hotels.com', 'https://www.cheaphotels.com/Hotel-Search?selected=1'),
    ).toBeUndefined()
  })

  test('are found behind a second redirect', async () => {
    const counter = `https://ads.example/click?client=7&destinationUrl=${encodeURIComponent('https://www.expedia.com/Hotel-Search?selected=98765')}`
    expect(await partnersOf('expedia', counter)).toBe('98765')
  })
})

describe('a page that is not the one', () => {
  const list = { properties: [property("Hotel de l'Etoile", 'T2')] }
  const CASES: [string, (Json | HttpAnswer)[]][] = [
    [
      'of other dates',
      [
        {
          search_parameters: {
            engine: 'google_hotels',
            check_in_date: '2027-02-01',
            check_out_date: '2027-02-02',
          },
        },
      ],
    ],
    ['of another hotel', [list, property('Other', 'T9')]],
    ['without hotels', [{}]],
    ['of HTML', [{ status: 200, headers: {}, body: '<html>' }]],
  ]
  test.each(CASES)('%s is broken', async (_, answers) => {
    await expect(bind().findHotel(HOTEL, engine(...answers).call)).rejects.toMatchObject({ kind: 'broken' })
  })

  test('of a failed search is a refusal', async () => {
    const failed = { search_metadata: { status: 'Error' }, error: 'We could not get valid results.' }
    await expect(bind().findHotel(HOTEL, engine(failed).call)).rejects.toMatchObject({
      kind: 'refused',
      transient: true,
    })
  })

  test.each([
    ['HTTP 429', { status: 429, headers: {}, body: '{"error":"Your account has run out of searches."}' }],
    ['HTTP 429 in HTML', { status: 429, headers: {}, body: '<html>' }],
    [
      'used up inside a 200',
      { status: 200, headers: {}, body: '{"error":"Your account has run out of searches."}' },
    ],
  ])('is a rate-limit page: %s', async (_, answer) => {
    const failure = await bind()
      .findHotel(HOTEL, engine(answer).call)
      .catch((reason: unknown) => reason)
    expect(failure).toBeInstanceOf(RateLimitPage)
    expect(failure).toMatchObject({ kind: 'refused', rateLimited: true })
  })
})

describe('the key of the search engine', () => {
  test('is not in any failure, whoever quotes it', async () => {
    const quoting = { status: 401, headers: {}, body: JSON.stringify({ error: `Invalid API key ${KEY}` }) }
    const vendorSays = await bind()
      .findHotel(HOTEL, engine(quoting).call)
      .catch((reason: unknown) => reason)
    const broken: Call = {
      live: false,
      raw: false,
      http: () =>
        Promise.reject(
          new SourceFailure('timed_out', `GET /search.json?q=x&api_key=${encodeURIComponent(KEY)}`, {
            cause: new Error(KEY),
          }),
        ),
    }
    const transportSays = await bind()
      .findHotel(HOTEL, broken)
      .catch((reason: unknown) => reason)
    expect(vendorSays).toMatchObject({ kind: 'refused', message: 'HTTP 401: Invalid API key [key]' })
    expect(transportSays).toMatchObject({ kind: 'timed_out', cause: undefined })
    expect(String(transportSays)).not.toContain('s3cret')
  })
})

describe('the profile of the search engine', () => {
  test.each([
    ['a pattern without a group', { partners: [{ source: 'a', host: 'a.example', idPattern: 'x' }] }],
    ['a pattern that is none', { partners: [{ source: 'a', host: 'a.example', idPattern: '(' }] }],
    ['a site that nobody knows', { partners: [{ source: 'a', site: 'lodgista' }] }],
    ['a site with a host', { partners: [{ source: 'a', site: 'expedia', host: 'a.example' }] }],
    ['a host without a pattern', { partners: [{ source: 'a', host: 'a.example' }] }],
    ['a field too many', { partners: [], market: 'x' }],
    ['partners that are no list', { partners: 'all' }],
  ])('is refused with one clear line for %s', (_, profile) => {
    expect(() => bind(profile)).toThrow(/^google_hotels: /)
  })

  test('may be empty: then entities come without partners', async () => {
    const page = {
      ...property("Hotel de l'Etoile", 'T2'),
      prices: [link('https://lodgista.example/hotel/5')],
    }
    expect(await bind({}).findHotel(HOTEL, engine(page).call)).toMatchObject({ entity: { partners: {} } })
  })
})
