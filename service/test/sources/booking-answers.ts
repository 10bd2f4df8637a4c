import { booking } from '../../src/sources/families/booking/family.ts'
import type { Adapter, Call, HttpAnswer, HttpRequest, StayQuery } from '../../src/sources/source.ts'

/** Literal answers of the Demand API for its parser tests, and an adapter that is given them. */

export const NOW = Date.UTC(2026, 10, 15, 12)

export const query: StayQuery = {
  hotelCode: '10004',
  checkin: '2026-12-01',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'EUR',
}

export const details = {
  request_id: 'x',
  data: [
    {
      id: 10004,
      name: { 'en-gb': 'Harbour House' },
      location: { city: -2140479, country: 'pt', coordinates: { latitude: 41.14, longitude: -8.61 } },
      rooms: [{ id: 77, name: { 'en-gb': 'Queen Room' } }],
    },
  ],
  next_page: null,
}

interface ChargeBody {
  charge: number
  mode: string
  total_amount?: number | null
}

export function price(book: number, excluded: ChargeBody[] = []) {
  const included = [{ charge: 1, mode: 'percentage', percentage: 9, total_amount: 9 }]
  return { base: book - 9, book, extra_charges: { conditional: [], excluded, included }, total: book }
}

export function product(id: string, prices: object, more: object = {}) {
  return {
    id,
    bundle: null,
    deal: null,
    maximum_occupancy: { adults: 2, children: null, total: 3 },
    number_available_at_this_price: 5,
    policies: {
      cancellation: { type: 'non_refundable', free_cancellation_until: null },
      meal_plan: { meals: [], plan: 'no_plan' },
    },
    price: prices,
    room: 77,
    ...more,
  }
}

const URL_OF_STAY = 'https://www.example.com/hotel/pt/house.html?checkin=2026-12-01&checkout=2026-12-03'

export function availability(products: object[], more: object = {}) {
  return { request_id: 'x', data: { id: 10004, currency: 'EUR', url: URL_OF_STAY, products, ...more } }
}

export function result(id: number, book: number, products: object[]) {
  return { id, currency: 'EUR', url: URL_OF_STAY, price: { book, total: book }, products }
}

export const cityTax = { charge: 2, mode: 'per_person_per_night', total_amount: 6 }
/** What the vendor calls its charges. */
export const constants = {
  data: {
    charge_types: [
      { id: 0, name: { 'en-gb': 'service charge' } },
      { id: 2, name: { 'en-gb': 'City tax' } },
      { id: 7, name: { 'en-gb': 'Resort fee' } },
    ],
  },
}
export const deal = {
  discount_percentage: 10,
  public_price: 200,
  tags: ['limited_time_deal', 'logged_in_deal'],
}

type Body = Record<string, unknown> & { booker?: { user_groups?: string[] }; accommodations?: unknown[] }

export interface Bound {
  adapter: Adapter
  sent: { path: string; body: Body; request: HttpRequest }[]
  call: (raw?: boolean) => Call
}

/** Answers each path with a literal body; a `Response` is a whole answer. */
export function bound(
  script: (path: string, body: Body) => unknown,
  profile: Record<string, unknown> = { version: '3.1' },
  describe: (body: Body) => unknown = () => details,
): Bound {
  const sent: Bound['sent'] = []
  const adapter = booking.bind({
    sourceId: 'lodgista',
    profile,
    credentials: { token: 'tok', affiliateId: '777' },
    points: false,
    now: () => NOW,
  })
  const http = async (request: HttpRequest): Promise<HttpAnswer> => {
    const path = request.path.replace(/^\/3\.[123]\/accommodations\//, '')
    const body = JSON.parse(request.body ?? '') as Body
    sent.push({ path, body, request })
    const answer = path === 'details' ? describe(body) : script(path, body)
    if (answer instanceof Response) {
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.clone().text(),
      }
    }
    return { status: 200, headers: {}, body: JSON.stringify(answer) }
  }
  return { adapter, sent, call: (raw = false) => ({ http, live: false, raw }) }
}
