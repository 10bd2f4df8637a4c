import { describe, expect, it } from 'vitest'
import { createOhipWire } from '../src/wires/ohip/wire.ts'
import type { Wire, WireAnswer } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'

const START = Date.parse('2027-03-10T12:00:00Z')
const CREDENTIALS = {
  clientId: 'client',
  clientSecret: 'secret',
  appKey: '0b0c4f52-6a5f-4c3e-9a3b-0d6f5f2f7a11',
  channelCode: 'VAC',
}
const STAY = { arrivalDate: '2027-05-07', departureDate: '2027-05-09', adults: '2', rateMode: 'Average' }

const clock = { now: START }
const world = createWorld({ seed: 7, now: () => clock.now })

function wireOf(id: string, profile: Record<string, unknown>): Wire {
  return createOhipWire({ id, wire: 'ohip', profile, credentials: CREDENTIALS }, world)
}

const wire = wireOf('aurelia', { taxIncluded: false })

function askToken(
  headers: Record<string, string> = {},
  body = 'grant_type=client_credentials&scope=s',
): WireAnswer {
  const basic = Buffer.from(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`).toString('base64')
  const usual = { authorization: `Basic ${basic}`, 'x-app-key': CREDENTIALS.appKey }
  const query = new URLSearchParams()
  return wire.answer({
    method: 'POST',
    path: '/oauth/v1/tokens',
    query,
    headers: { ...usual, ...headers },
    body,
  })
}

function tokenOf(answer: WireAnswer): string {
  return (JSON.parse(answer.body) as { access_token: string }).access_token
}

function ask(
  path: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
  to = wire,
): WireAnswer {
  const usual = {
    authorization: `Bearer ${tokenOf(askToken())}`,
    'x-app-key': CREDENTIALS.appKey,
    'x-channelcode': CREDENTIALS.channelCode,
  }
  const asked = new URLSearchParams(query)
  return to.answer({ method: 'GET', path, query: asked, headers: { ...usual, ...headers }, body: '' })
}

function read(answer: WireAnswer): unknown {
  return JSON.parse(answer.body)
}

function codesOf(path: string, query: Record<string, string> = {}): string[] {
  return wire.codes({ method: 'GET', path, query: new URLSearchParams(query), headers: {}, body: '' })
}

function showsMemberPlan(query: Record<string, string>): boolean {
  const { body } = ask('/shop/v1/hotels/SLOW/offers', { ...STAY, ...query })
  return body.includes('"ratePlanCode":"MEMBER"')
}

interface Search {
  roomStays: {
    propertyInfo: { hotelCode: string }
    availability: string
    minRate?: Record<string, unknown>
  }[]
}

function search(query: Record<string, string>): Search {
  return read(ask('/shop/v1/hotels', { ...STAY, ...query })) as Search
}

interface HotelPage {
  hasMore: boolean
  hotels: { hotelCode: string }[]
}

function pageOfHotels(offset: number): HotelPage {
  return read(ask('/content/v1/hotels', { limit: '100', offset: String(offset) })) as HotelPage
}

describe('who may ask', () => {
  it('has a token, an application key and a channel', () => {
    const path = '/shop/v1/hotels/SLOW/offers'
    expect(ask(path, STAY).status).toBe(200)
    expect(ask(path, STAY, { authorization: 'Bearer nonsense' }).status).toBe(401)
    expect(ask(path, STAY, { 'x-app-key': 'another' }).status).toBe(401)
    expect(ask(path, STAY, { 'x-channelcode': '' }).status).toBe(400)
    expect(ask(path, STAY, { 'x-channelcode': 'OTHER' }).status).toBe(403)
    expect(read(ask(path, STAY, { authorization: '' }))).toMatchObject({
      status: 401,
      'o:errorCode': 'UNAUTHORIZED',
    })
  })

  it('gets a token for client credentials and a scope alone', () => {
    expect(read(askToken())).toMatchObject({ expires_in: 3600, token_type: 'Bearer' })
    expect(askToken({ authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }).status).toBe(401)
    expect(askToken({ 'x-app-key': '' }).status).toBe(401)
    expect(askToken({}, 'grant_type=password').status).toBe(400)
  })

  it('gets a token for user name and password where the channel logs in at Distribution', () => {
    const kestrel = wireOf('kestrel', { taxIncluded: false, channelLogin: true, par: false })
    const logIn = (body: string, path = '/hdpba/oauth2/v1/token') =>
      kestrel.answer({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body })
    const { clientId, clientSecret } = CREDENTIALS
    const token = tokenOf(logIn(`username=${clientId}&password=${clientSecret}`))
    const authorization = `Bearer ${token}`
    expect(ask('/shop/v1/hotels/SLOW/offers', STAY, { authorization }, kestrel).status).toBe(200)
    expect(logIn(`username=${clientId}&password=guess`).status).toBe(401)
    expect(logIn('grant_type=client_credentials&scope=s', '/oauth/v1/tokens').status).toBe(404)
  })

  it('renews the token after an hour of the sandbox clock', () => {
    const authorization = `Bearer ${tokenOf(askToken())}`
    clock.now += 3_599_999
    expect(ask('/shop/v1/hotels/SLOW/offers', STAY, { authorization }).status).toBe(200)
    clock.now += 1
    expect(ask('/shop/v1/hotels/SLOW/offers', STAY, { authorization }).status).toBe(401)
    clock.now = START
  })

  it('reaches PAR only where the chain has it, and only for the hotel of the header', () => {
    const query = { roomStayStartDate: '2027-05-07', roomStayEndDate: '2027-05-08', redeemAwards: 'true' }
    const path = '/par/v1/hotels/SLOW/availability'
    expect(ask(path, query, { 'x-hotelid': 'SLOW' }).status).toBe(200)
    expect(ask(path, query, { 'x-hotelid': 'DROPS' }).status).toBe(403)
    expect(ask(path, query, { 'x-hotelid': 'SLOW' }, wireOf('aurelia', { par: false })).status).toBe(403)
  })
})

describe('what may be asked', () => {
  const cases: [string, string, Record<string, string>, number][] = [
    ['eleven hotels', '/shop/v1/hotels', { ...STAY, hotelCodes: 'A,B,C,D,E,F,G,H,I,J,K' }, 400],
    ['no hotel', '/shop/v1/hotels', STAY, 400],
    ['ten hotels', '/shop/v1/hotels', { ...STAY, hotelCodes: 'A,B,C,D,E,F,G,H,I,J' }, 200],
    [
      '63 days',
      '/shop/v1/hotels/SLOW/calendar',
      { arrivalDateFrom: '2027-05-01', arrivalDateTo: '2027-07-02' },
      400,
    ],
    [
      '62 days',
      '/shop/v1/hotels/SLOW/calendar',
      { arrivalDateFrom: '2027-05-01', arrivalDateTo: '2027-07-01' },
      200,
    ],
    ['no such date', '/shop/v1/hotels/SLOW/offers', { ...STAY, arrivalDate: '2027-02-30' }, 400],
    ['no date', '/shop/v1/hotels/SLOW/offers', { adults: '2' }, 400],
    ['a past arrival', '/shop/v1/hotels/SLOW/offers', { ...STAY, arrivalDate: '2027-03-01' }, 400],
    ['no night', '/shop/v1/hotels/SLOW/offers', { ...STAY, departureDate: '2027-05-07' }, 400],
    ['eleven adults', '/shop/v1/hotels/SLOW/offers', { ...STAY, adults: '11' }, 400],
    ['an unknown mode', '/shop/v1/hotels/SLOW/offers', { ...STAY, rateMode: 'Lowest' }, 400],
    ['an unknown hotel', '/shop/v1/hotels/UNKNOWN/offers', STAY, 404],
    ['an unknown resource', '/shop/v1/hotels/SLOW/prices', STAY, 404],
  ]

  it.each(cases)('%s', (_, path, query, status) => {
    expect(ask(path, query).status).toBe(status)
  })

  it('names the hotels it is about, so that the server can make them misbehave', () => {
    expect(codesOf('/shop/v1/hotels', { hotelCodes: 'TIMEOUT,SLOW' })).toEqual(['TIMEOUT', 'SLOW'])
    expect(codesOf('/shop/v1/hotels/TIMEOUT/calendar')).toEqual(['TIMEOUT'])
    expect(codesOf('/par/v1/hotels/TIMEOUT/availability')).toEqual(['TIMEOUT'])
    expect(codesOf('/content/v1/hotels/TIMEOUT')).toEqual([])
    expect(codesOf('/oauth/v1/tokens')).toEqual([])
  })
})

describe('what is answered', () => {
  it('prices the plain test hotel: 15 % off 200 in advance, 10 % tax and 5 of fee', () => {
    expect(search({ hotelCodes: 'SLOW' }).roomStays[0]?.minRate).toMatchObject({
      amountBeforeTax: 170,
      amountAfterTax: 192,
      currencyCode: 'USD',
      rateMode: 'Average',
    })
    const inclusive = wireOf('evergrand', { taxIncluded: true })
    const basis = Buffer.from(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`).toString('base64')
    const token = tokenOf(
      inclusive.answer({
        method: 'POST',
        path: '/oauth/v1/tokens',
        query: new URLSearchParams(),
        headers: { authorization: `Basic ${basis}`, 'x-app-key': CREDENTIALS.appKey },
        body: 'grant_type=client_credentials&scope=s',
      }),
    )
    const query = { ...STAY, hotelCodes: 'SLOW' }
    const vat = read(ask('/shop/v1/hotels', query, { authorization: `Bearer ${token}` }, inclusive)) as Search
    expect(vat.roomStays[0]?.minRate).toEqual({
      amountAfterTax: 192,
      currencyCode: 'USD',
      rateMode: 'Average',
      hasRateChange: false,
    })
  })

  it('shows the dearest night unless another mode is asked', () => {
    const stay = { checkin: '2027-05-07', los: 5, adults: 2, children: 0, rooms: 1 }
    const open = world
      .listings('aurelia')
      .find(({ code }) => world.quote('aurelia', code, stay)?.status === 'available')
    const query = {
      hotelCodes: open?.code ?? '',
      arrivalDate: '2027-05-07',
      departureDate: '2027-05-12',
      adults: '2',
    }
    const rates = [{}, { rateMode: 'Highest' }, { rateMode: 'Average' }].map((mode) => {
      const body = read(ask('/shop/v1/hotels', { ...query, ...mode })) as Search
      return Number(body.roomStays[0]?.minRate?.['amountBeforeTax'])
    })
    const [usual = 0, highest = 0, average = 0] = rates
    expect(usual).toBe(highest)
    expect(average).toBeGreaterThan(0)
    expect(average).toBeLessThan(highest)
  })

  it('opens member plans to their access code alone', () => {
    expect(showsMemberPlan({})).toBe(false)
    expect(showsMemberPlan({ accessCode: 'GUESS' })).toBe(false)
    expect(showsMemberPlan({ accessCode: 'MEMBER' })).toBe(true)
  })

  it('leaves the hotels that cannot answer out of a batch, and marks the unknown ones', () => {
    const { roomStays } = search({ hotelCodes: 'TIMEOUT,SLOW,BROKEN,REFUSED,UNKNOWN' })
    expect(roomStays.map((stay) => [stay.propertyInfo.hotelCode, stay.availability])).toEqual([
      ['SLOW', 'AvailableForSale'],
      ['UNKNOWN', 'NotFound'],
    ])
  })

  it('lists all properties page by page', () => {
    const codes: string[] = []
    let more = true
    while (more) {
      const { hasMore, hotels } = pageOfHotels(codes.length)
      codes.push(...hotels.map((hotel) => hotel.hotelCode))
      more = hasMore
    }
    expect(codes).toEqual(world.listings('aurelia').map((listing) => listing.code))
  })
})
