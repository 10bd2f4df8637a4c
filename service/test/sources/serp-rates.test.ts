import { describe, expect, test } from 'vitest'
import { checkStay } from '../../src/sources/answer-check.ts'
import { toApiError } from '../../src/sources/failures.ts'
import { serpRates } from '../../src/sources/families/serp/rates.ts'
import { type HttpRequest, type Rate, SourceFailure, type StayQuery } from '../../src/sources/source.ts'

const TOKEN = 'ChcIyo2FjenOiuqfARoKL20vMDEybnl5ehAB'
const QUERY: StayQuery = {
  hotelCode: TOKEN,
  checkin: '2027-08-10',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}
const partners = [
  { source: 'booking', site: 'booking.com' },
  { source: 'rapid', site: 'expedia' },
  { source: 'rapid', site: 'hotels.com' },
  { source: 'ostello', host: 'agency.example', idPattern: '^/hotel/(\\d+)', name: 'Ostello' },
]

type Json = Record<string, unknown>

const price = (lowest: number | null, before: number | null, sign = '$'): Json => ({
  ...(lowest !== null && { lowest: `${sign}${lowest.toLocaleString('en-US')}`, extracted_lowest: lowest }),
  ...(before !== null && {
    before_taxes_fees: `${sign}${before.toLocaleString('en-US')}`,
    extracted_before_taxes_fees: before,
  }),
})

const offer = (source: string, lowest: number | null, before: number | null, more: Json = {}): Json => ({
  source,
  num_guests: 2,
  rate_per_night: price(lowest, before),
  total_rate: price(lowest, before),
  ...more,
})

const page = (prices: unknown, more: Json = {}, parameters: Json = {}): Json => ({
  search_metadata: { status: 'Success' },
  search_parameters: {
    engine: 'google_hotels',
    q: 'hotels',
    check_in_date: '2027-08-10',
    check_out_date: '2027-08-11',
    currency: 'USD',
    adults: 2,
    children: 0,
    property_token: TOKEN,
    ...parameters,
  },
  type: 'hotel',
  name: 'Harbour House',
  property_token: TOKEN,
  gps_coordinates: { latitude: 40.7128, longitude: -74.006 },
  prices,
  ...more,
})

function ask(
  body: Json | string,
  query: Partial<StayQuery> = {},
  status = 200,
  profile: Json = { partners },
) {
  const requests: HttpRequest[] = []
  const adapter = serpRates.bind({
    sourceId: 'google_hotels',
    profile,
    credentials: { apiKey: 'secret-key' },
    points: false,
    now: () => Date.parse('2027-06-01T12:00:00Z'),
  })
  const http = async (request: HttpRequest) => {
    requests.push(request)
    return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const asked = { ...QUERY, ...query }
  const shop = async () => checkStay(asked, await adapter.shop(asked, { http, live: false, raw: false }))
  return { shop, adapter, http, requests }
}

async function ratesOf(body: Json, query: Partial<StayQuery> = {}, profile?: Json): Promise<Rate[]> {
  const { rooms } = await ask(body, query, 200, profile).shop()
  return rooms.flatMap(({ rates }) => rates)
}

async function failureOf(body: Json | string, status = 200): Promise<SourceFailure> {
  try {
    await ask(body, {}, status).shop()
  } catch (error) {
    if (error instanceof SourceFailure) return error
    throw error
  }
  throw new Error('it was read')
}

describe('a price of a metasearch engine', () => {
  test('has both bases if the page states both, and none after tax if it does not', async () => {
    const [both, alone, before] = await ratesOf(
      page([offer('A', 123, 105), offer('B', 110, null), offer('C', null, 98)]),
    )
    expect(both).toMatchObject({ taxIncluded: false, pricePerNight: 10_500, pricePerNightAfterTax: 12_300 })
    expect(both).toMatchObject({ total: 10_500, totalAfterTax: 12_300 })
    expect(alone).toMatchObject({ taxIncluded: null, pricePerNight: 11_000, pricePerNightAfterTax: null })
    expect(before).toMatchObject({ taxIncluded: false, pricePerNight: 9_800, pricePerNightAfterTax: null })
  })

  test('of several nights keeps the totals of the page, and its nights are their share', async () => {
    const nights = { los: 3 }
    const shown = page(
      [
        offer('A', 123, 105, { total_rate: price(370, 315) }),
        { source: 'B', total_rate: price(370, 315) },
        offer('C', 123, 105, { total_rate: price(123, 105) }),
      ],
      {},
      { check_out_date: '2027-08-13' },
    )
    const [stated, divided, odd] = await ratesOf(shown, nights)
    expect(stated).toMatchObject({ pricePerNightAfterTax: 12_333, totalAfterTax: 37_000, total: 31_500 })
    expect(divided).toMatchObject({ pricePerNightAfterTax: 12_333, totalAfterTax: 37_000 })
    expect(odd).toMatchObject({ pricePerNight: null, pricePerNightAfterTax: null, total: null })
  })

  test.each([
    ['another number in its text', { lowest: '$132', extracted_lowest: 123 }],
    ['another currency in its text', { lowest: '€123', extracted_lowest: 123 }],
    ['another dollar in its text', { lowest: 'A$123', extracted_lowest: 123 }],
    ['no currency in its text', { lowest: '123', extracted_lowest: 123 }],
    ['no text', { extracted_lowest: 123 }],
    ['a text for a number', { lowest: '$123', extracted_lowest: '123' }],
    ['zero', { lowest: '$0', extracted_lowest: 0 }],
    ['less with taxes than without', { ...price(100, 105) }],
  ])('with %s is listed without a price', async (_, figure) => {
    const [odd, sound] = await ratesOf(
      page([offer('Odd', 1, 1, { rate_per_night: figure, total_rate: figure }), offer('B', 130, 110)]),
    )
    expect(odd).toMatchObject({ pricePerNight: null, pricePerNightAfterTax: null, total: null })
    expect(sound).toMatchObject({ pricePerNightAfterTax: 13_000 })
  })

  test('in another language and currency is read by its digits', async () => {
    const figure = { lowest: 'R$ 1.409', extracted_lowest: 1409 }
    const shown = page([{ source: 'A', rate_per_night: figure }], {}, { currency: 'BRL' })
    const [rate] = await ratesOf(shown, { currency: 'BRL' }, { gl: 'br', hl: 'pt-br' })
    expect(rate).toMatchObject({ currency: 'BRL', pricePerNight: 140_900 })
  })

  test('in dollars is read by the signs of the country that was asked from', async () => {
    const figure = { lowest: '$150', extracted_lowest: 150 }
    const shown = page([{ source: 'A', rate_per_night: figure }], {}, { currency: 'AUD' })
    const at = (country: string) => ratesOf(shown, { currency: 'AUD', pointOfSale: { country } })
    expect((await at('AU'))[0]).toMatchObject({ currency: 'AUD', pricePerNight: 15_000 })
    await expect(at('US')).rejects.toMatchObject({ kind: 'broken' })
  })

  test('is for members where the engine shows their price, and public where it only promises one', async () => {
    const rates = await ratesOf(
      page([
        offer('A', 90, 80, { discount_remarks: ['Member rate, save 10%'] }),
        offer('B', 100, 90, { discount_remarks: ['Get 15% off with free enrollment'] }),
      ]),
    )
    expect(rates.map(({ memberOnly }) => memberOnly)).toEqual([true, false])
  })

  test('for fewer guests is left out', async () => {
    const shown = page([offer('One', 80, 70, { num_guests: 1 }), offer('Two', 100, 90)])
    expect((await ratesOf(shown)).map(({ seller }) => seller?.name)).toEqual(['Two'])
  })
})

describe('the sellers of a page', () => {
  test('are agencies of the catalog by link, else by name, and the hotel itself by its mark', async () => {
    const booking = 'https://www.google.com/travel/clk?pc=A&pcurl=https://www.booking.com/hotel/x.html'
    const rates = await ratesOf(
      page([
        offer('Some name', 100, 90, { link: booking }),
        offer('Expedia.com', 101, 91),
        offer('Hotels.com', 102, 92),
        offer('OSTELLO', 103, 93),
        offer('Booking.com', 104, 94, { official: true }),
        offer('Kayak', 105, 95, { official: false }),
      ]),
    )
    expect(rates.map(({ seller }) => seller)).toEqual([
      { name: 'Some name', source: 'booking', direct: false },
      { name: 'Expedia.com', source: 'rapid', direct: false },
      { name: 'Hotels.com', source: 'rapid', direct: false },
      { name: 'OSTELLO', source: 'ostello', direct: false },
      { name: 'Booking.com', source: null, direct: true },
      { name: 'Kayak', source: null, direct: false },
    ])
  })

  test('with two offers have two rates, and rooms have theirs', async () => {
    const rooms = [
      { name: 'King', ...offer('', 120, 100) },
      {
        name: 'Queen',
        rates: [
          offer('', 130, 110, {
            free_cancellation: true,
            free_cancellation_until_date: 'Aug 8',
            free_cancellation_until_time: '6:00 PM',
          }),
          offer('', 125, 105),
        ],
      },
    ]
    const shown = page([offer('Agoda', 118, 99)], { featured_prices: [offer('Agoda', 120, 100, { rooms })] })
    const { rooms: read } = await ask(shown).shop()
    expect(read.map(({ name, rates }) => [name, rates.map((rate) => rate.pricePerNightAfterTax)])).toEqual([
      ['King', [12_000]],
      ['Queen', [13_000, 12_500]],
      ['Unspecified room', [11_800]],
    ])
    expect(read[1]?.rates[0]).toMatchObject({ refundable: true, cancelBy: '2027-08-08T22:00:00.000Z' })
    expect(new Set(read.flatMap(({ rates }) => rates.map(({ rateCode }) => rateCode))).size).toBe(4)
  })

  test('say whether cancelling is free, and until when, only as far as the page does', async () => {
    const free = (date: string | null, time?: string) => ({
      free_cancellation: true,
      ...(date !== null && { free_cancellation_until_date: date }),
      ...(time !== undefined && { free_cancellation_until_time: time }),
    })
    const rates = await ratesOf(
      page([
        offer('A', 100, 90, free('Aug 8')),
        offer('B', 100, 90, free('Dec 30')),
        offer('C', 100, 90, free('8. August')),
        offer('D', 100, 90, free(null)),
        offer('E', 100, 90, { free_cancellation: false }),
        offer('F', 100, 90),
      ]),
    )
    expect(rates.map(({ refundable, cancelBy }) => [refundable, cancelBy])).toEqual([
      [true, '2027-08-08T04:00:00.000Z'],
      [true, '2026-12-30T05:00:00.000Z'],
      [true, null],
      [true, null],
      [false, null],
      [null, null],
    ])
    const named = (name: string, more: Json = {}) => ({ ...offer('', 100, 90), name, ...more })
    const [never, freely, both] = await ratesOf(
      page([
        offer('A', 100, 90, {
          rooms: [
            named('King - Non-Refundable'),
            named('King - Free Cancellation'),
            named('Queen - Non-Refundable', { free_cancellation: true }),
          ],
        }),
      ]),
    )
    expect([never, freely, both].map((rate) => rate?.refundable)).toEqual([false, true, null])
  })

  test('of which one has no name are the others, and of what it offers nothing is the lowest', async () => {
    for (const source of ['', ' ', null, undefined]) {
      const rates = await ratesOf(page([{ ...offer('', 60, 50), source }, offer('B', 100, 90)]))
      expect(rates.map(({ seller, pricePerNight }) => [seller?.name, pricePerNight])).toEqual([['B', 9_000]])
    }
  })

  test('of which one has nothing left are those that sell', async () => {
    const shown = page([{ source: 'Sold out', link: 'https://x.example' }, offer('B', 100, 90)])
    expect((await ratesOf(shown)).map(({ seller }) => seller?.name)).toEqual(['B'])
  })
})

describe('a page that is no answer', () => {
  const sound = [offer('A', 123, 105)]
  const noResults = {
    ...page([]),
    name: undefined,
    error: "Google Hotels hasn't returned any results for this query.",
  }

  test.each<[string, Json | string, string, number?]>([
    ['of another hotel', page(sound, { property_token: 'ChoIother' }), 'broken'],
    ['for another token', page(sound, {}, { property_token: 'ChoIother' }), 'broken'],
    ['of another date', page(sound, {}, { check_in_date: '2027-08-11' }), 'broken'],
    ['of more nights', page(sound, {}, { check_out_date: '2027-08-12' }), 'broken'],
    ['for another party', page(sound, {}, { adults: 1 }), 'broken'],
    ['in another currency', page(sound, {}, { currency: 'EUR' }), 'broken'],
    ['without a currency', page(sound, {}, { currency: undefined }), 'broken'],
    ['of an engine with a list', { ...page(undefined), name: undefined, properties: [] }, 'broken'],
    ['in HTML', '<!doctype html><html></html>', 'broken'],
    ['without offers', page([]), 'no_offers'],
    ['without prices', page(undefined), 'no_offers'],
    ['with sellers that sell nothing', page([{ source: 'A' }]), 'no_offers'],
    [
      'with sellers without a name',
      page([offer('', 100, 90), { ...offer('A', 90, 80), source: null }]),
      'broken',
    ],
    ['with offers of another kind', page(['A', 1, null]), 'broken'],
    [
      'with nothing but odd prices',
      page([offer('A', 1, 1, { rate_per_night: { extracted_lowest: 5 } })]),
      'broken',
    ],
    ['without results', noResults, 'not_found'],
    ['while it is processed', { ...page(sound), search_metadata: { status: 'Processing' } }, 'refused'],
    ['for a wrong key', { error: 'Invalid API key.' }, 'refused', 401],
    ['of a spent account', { error: 'Your account has run out of searches.' }, 'refused', 429],
    ['of a spent account in HTML', '<html><body>Too many requests</body></html>', 'refused', 429],
    ['of a spent account with status 200', { error: 'Your searches for the month have run out.' }, 'refused'],
  ])('%s is a failure and never sold out', async (_, body, kind, status = 200) => {
    expect((await failureOf(body, status)).kind).toBe(kind)
  })

  test('says which source, and what to do, and nothing of the vendor’s', async () => {
    const spent = await failureOf({ error: 'Your account has run out of searches. secret-key' }, 429)
    const told = toApiError(spent, 'google_hotels')
    expect(told).toMatchObject({ code: 'source_unavailable', chain: 'google_hotels', retryAfterSec: 900 })
    expect(told.message).toBe(
      'The requests of this service at the source google_hotels are used up. Try again later, or ask its operator for more.',
    )
    expect(spent.message).not.toContain('secret-key')
    const empty = toApiError(await failureOf(page([])), 'google_hotels')
    expect(empty.message).toContain('google_hotels shows no offers for this stay')
    const locked = toApiError(await failureOf({ error: 'Invalid API key.' }, 401), 'google_hotels')
    expect(locked.message).toContain('Its operator must check them')
  })
})

test('a stay is asked for with its party, and again past the vendor’s cache', async () => {
  const { shop, adapter, http, requests } = ask(page([offer('A', 1, 1)], {}, { children: 2 }), {
    occupancy: { adults: 2, children: 2, rooms: 1 },
  })
  await expect(shop()).rejects.toMatchObject({ kind: 'no_offers' })
  const query = { ...QUERY, occupancy: { adults: 2, children: 2, rooms: 1 } }
  await adapter.shop(query, { http, live: true, raw: false }).catch(() => {})
  expect(requests[0]?.query).toMatchObject({
    adults: '2',
    children: '2',
    children_ages: '8,8',
    property_token: TOKEN,
  })
  expect(requests.map(({ query: sent }) => sent?.['no_cache'])).toEqual([undefined, 'true'])
  for (const over of [{ los: 31 }, { occupancy: { adults: 2, children: 0, rooms: 2 } }])
    await expect(ask(page([]), over).shop()).rejects.toMatchObject({ kind: 'unsupported' })
})

test('children have the ages that were asked for, infants the vendor’s least', async () => {
  const occupancy = { adults: 2, children: 2, ages: [12, 0], rooms: 1 }
  const shown = (ages: string) =>
    page([offer('A', 120, 100, { num_guests: 4 })], {}, { children: 2, children_ages: ages })
  const { shop, requests } = ask(shown('1,12'), { occupancy })
  expect((await shop()).status).toBe('available')
  expect(requests[0]?.query?.['children_ages']).toBe('1,12')
  await expect(ask(shown('8,8'), { occupancy }).shop()).rejects.toMatchObject({ kind: 'broken' })
})

test('the account tells what is left', async () => {
  const { adapter, http } = ask({
    searches_per_month: 250,
    total_searches_left: 17,
    last_hour_searches: 8,
    account_rate_limit_per_hour: 50,
    api_key: 'secret-key',
  })
  expect(await adapter.quota?.({ http, live: false, raw: false })).toEqual([
    { window: 'month', remaining: 17, limit: 250, unit: 'requests' },
    { window: 'hour', remaining: 42, limit: 50, unit: 'requests' },
  ])
})
