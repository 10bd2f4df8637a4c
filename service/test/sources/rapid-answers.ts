import { rapid } from '../../src/sources/families/rapid/family.ts'
import type { Adapter, HttpAnswer, HttpRequest, StayQuery } from '../../src/sources/source.ts'

/** Literal answers of Rapid for its parser tests, and an adapter that is given them. */

export const NOW = Date.UTC(2026, 10, 15, 12)

export const query: StayQuery = {
  hotelCode: '19248',
  checkin: '2026-12-01',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

export const content = {
  '19248': {
    property_id: '19248',
    name: 'Harbour House',
    address: { line_1: '1 Quay', city: 'Porto', country_code: 'PT' },
    location: { coordinates: { latitude: 41.14, longitude: -8.61 } },
  },
}

export function charge(value: string, currency = 'USD') {
  return { billable_currency: { value: '1.00', currency: 'CAD' }, request_currency: { value, currency } }
}

export function pricing(exclusive: string, allIn: string | null, nights = 2, currency = 'USD') {
  return {
    nightly: Array.from({ length: nights }, () => [{ type: 'base_rate', value: '1.00', currency: 'CAD' }]),
    totals: {
      exclusive: charge(exclusive, currency),
      inclusive: charge(exclusive, currency),
      ...(allIn === null ? {} : { property_inclusive: charge(allIn, currency) }),
    },
  }
}

export function rate(id: string, prices: object, more: object = {}) {
  return {
    id,
    status: 'available',
    available_rooms: 9,
    refundable: false,
    member_deal_available: false,
    sale_scenario: { package: false, member: false, corporate: false, distribution: false },
    occupancy_pricing: prices,
    ...more,
  }
}

export function property(rates: object[], id = '19248') {
  return { property_id: id, status: 'available', rooms: [{ id: '7', room_name: 'Queen Room', rates }] }
}

export function reason(code: string, data?: string, id = '19248') {
  return {
    property_id: id,
    status: 'partially_unavailable',
    unavailable_reason: { code, ...(data === undefined ? {} : { data }) },
  }
}

type Script = (request: HttpRequest) => unknown

/** Answers each path with a literal body; an object with `status` is a whole answer. */
export function bound(
  script: Script,
  profile = {},
  describe: Script = () => content,
): { adapter: Adapter; sent: HttpRequest[]; call: (raw?: boolean) => Parameters<Adapter['shop']>[1] } {
  const sent: HttpRequest[] = []
  const adapter = rapid.bind({
    sourceId: 'ostello',
    profile,
    credentials: { apiKey: 'key', sharedSecret: 'secret' },
    points: false,
    now: () => NOW,
  })
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    sent.push(request)
    const body = request.path.endsWith('/content') ? describe(request) : script(request)
    if (body instanceof Response) return whole(body)
    return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(body) })
  }
  return { adapter, sent, call: (raw = false) => ({ http, live: false, raw }) }
}

async function whole(response: Response): Promise<HttpAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
