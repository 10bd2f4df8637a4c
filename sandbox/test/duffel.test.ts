import { describe, expect, test } from 'vitest'
import { createDuffelWire } from '../src/wires/duffel/wire.ts'
import type { WireAnswer } from '../src/wires/wire.ts'
import { createWorld } from '../src/world/create.ts'

let now = Date.parse('2027-03-01T12:00:00Z')
const world = createWorld({ seed: 7, now: () => now })
const wire = createDuffelWire(
  { id: 'pillowfare', wire: 'duffel', profile: {}, credentials: { token: 'token' } },
  world,
)

const HEADERS = { authorization: 'Bearer token', 'duffel-version': 'v2' }
const SEARCH = {
  accommodation: { ids: ['SLOW'] },
  check_in_date: '2027-05-10',
  check_out_date: '2027-05-12',
  rooms: 1,
  guests: [{ type: 'adult' }, { type: 'adult' }] as Record<string, unknown>[],
}

function send(
  method: string,
  path: string,
  data?: unknown,
  headers: Record<string, string> = HEADERS,
): WireAnswer {
  const body = data === undefined ? '' : JSON.stringify({ data })
  return wire.answer({ method, path, query: new URLSearchParams(), headers, body })
}

function search(more: Record<string, unknown> = {}): { id: string; accommodation: { rooms: unknown[] } }[] {
  return JSON.parse(send('POST', '/stays/search', { ...SEARCH, ...more }).body).data.results
}

describe('the Duffel wire', () => {
  test('finds a stay first and its rates under the id of the result', () => {
    const [result] = search()
    expect(result).toMatchObject({
      check_in_date: '2027-05-10',
      check_out_date: '2027-05-12',
      rooms: 1,
      guests: [{ type: 'adult' }, { type: 'adult' }],
      accommodation: { id: 'SLOW', rooms: [] },
      cheapest_rate_total_amount: '374.00',
      cheapest_rate_currency: 'USD',
    })
    const { status, body } = send('POST', `/stays/search_results/${result?.id}/actions/fetch_all_rates`)
    expect(status).toBe(200)
    const rates = JSON.parse(body).data.accommodation.rooms[0].rates
    // Two nights of 200.00 + 20.00, and 5.00 a night at the door
    expect(rates[0]).toMatchObject({
      total_amount: '440.00',
      base_amount: '400.00',
      tax_amount: '40.00',
      fee_amount: '0.00',
      due_at_accommodation_amount: '10.00',
      due_at_accommodation_currency: 'USD',
      loyalty_programme_required: false,
    })
  })

  test('forgets a result after its time', () => {
    const [result] = search()
    now += 31 * 60_000
    const { status, body } = send('POST', `/stays/search_results/${result?.id}/actions/fetch_all_rates`)
    expect(status).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'not_found' }], meta: { status: 404 } })
  })

  test('finds nothing for a full hotel and for one that does not exist alike', () => {
    expect(search({ accommodation: { ids: ['SOLDOUT'] } })).toEqual([])
    expect(search({ accommodation: { ids: ['acc_none'] } })).toEqual([])
    expect(send('GET', '/stays/accommodation/SOLDOUT').status).toBe(200)
    expect(send('GET', '/stays/accommodation/acc_none').status).toBe(404)
  })

  test.each<[string, Record<string, unknown>]>([
    ['a night that is past', { check_in_date: '2027-02-20' }],
    ['a check-out before the check-in', { check_out_date: '2027-05-09' }],
    ['no rooms', { rooms: 0 }],
    ['more rooms than adults', { rooms: 3 }],
    ['a child without age', { guests: [{ type: 'adult' }, { type: 'child' }] }],
    ['no accommodation', { accommodation: { ids: [] } }],
  ])('refuses %s', (_, more) => {
    const { status, body } = send('POST', '/stays/search', { ...SEARCH, ...more })
    expect(status).toBe(422)
    expect(JSON.parse(body).errors[0].type).toBe('validation_error')
  })

  test('wants the token and the version', () => {
    expect(send('POST', '/stays/search', SEARCH, { 'duffel-version': 'v2' }).status).toBe(401)
    expect(send('POST', '/stays/search', SEARCH, { authorization: 'Bearer token' }).status).toBe(400)
    expect(send('POST', '/stays/search', SEARCH, { ...HEADERS, 'duffel-version': 'v1' }).status).toBe(400)
  })

  test('is about the accommodation that a search names', () => {
    const request = { method: 'POST', query: new URLSearchParams(), headers: HEADERS }
    expect(wire.codes({ ...request, path: '/stays/search', body: JSON.stringify({ data: SEARCH }) })).toEqual(
      ['SLOW'],
    )
    expect(wire.codes({ ...request, path: '/stays/accommodation/suggestions', body: '' })).toEqual([])
  })

  test('suggests hotels by name', () => {
    const { data } = JSON.parse(
      send('POST', '/stays/accommodation/suggestions', { query: 'juniper undercut test hotel' }).body,
    )
    expect(data[0]).toMatchObject({ accommodation_id: 'UNDERCUT-juniper' })
  })
})
