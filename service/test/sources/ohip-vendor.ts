import { ohip } from '../../src/sources/families/ohip/family.ts'
import type { Call, HttpAnswer, HttpRequest } from '../../src/sources/source.ts'
import { CREDENTIALS } from './ohip-market.ts'

/** What the vendor answers to the n-th request of a kind. */
export type Script = (request: HttpRequest, count: number) => Promise<HttpAnswer> | HttpAnswer

export const QUERY = {
  hotelCode: 'H1',
  checkin: '2027-05-01',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

export const SOLD_OUT = { roomStays: [{ propertyInfo: { hotelCode: 'H1' }, availability: 'NoAvailability' }] }

/** An adapter with a clock, over a vendor whose token and data answers are given. */
export function setUp(
  scripts: { token?: Script; data?: Script } = {},
  profile: Record<string, unknown> = {},
) {
  const clock = { now: Date.parse('2027-03-10T12:00:00Z') }
  const seen = { token: [] as HttpRequest[], data: [] as HttpRequest[] }
  const http = async (request: HttpRequest): Promise<HttpAnswer> => {
    const kind = /^\/(?:oauth|hdpba)\//.test(request.path) ? 'token' : 'data'
    seen[kind].push(request)
    const count = seen[kind].length
    const usual = kind === 'token' ? { access_token: `T${count}`, expires_in: 3600 } : SOLD_OUT
    return scripts[kind]?.(request, count) ?? answer(200, usual)
  }
  const adapter = ohip.bind({
    sourceId: 'test',
    profile: { taxIncluded: false, par: false, ...profile },
    credentials: CREDENTIALS,
    points: false,
    now: () => clock.now,
  })
  const call: Call = { http, live: false, raw: false }
  return { adapter, call, clock, seen, shop: () => adapter.shop(QUERY, call) }
}

export function answer(
  status: number,
  body: object | string = '',
  headers: Record<string, string> = {},
): HttpAnswer {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
