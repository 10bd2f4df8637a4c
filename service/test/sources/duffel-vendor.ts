import { duffel } from '../../src/sources/families/duffel/family.ts'
import type { Adapter, StayQuery } from '../../src/sources/source.ts'
import type { Said } from './answering-paths.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')

export const QUERY: StayQuery = {
  hotelCode: 'acc_1',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'EUR',
}

export const SEARCH = '/stays/search'
export const RATES = '/stays/search_results/srr_1/actions/fetch_all_rates'
export const HOTEL = '/stays/accommodation/acc_1'

export function bind(profile: Record<string, unknown> = {}): Adapter {
  const credentials = { token: 'secret' }
  return duffel.bind({ sourceId: 'pillowfare', profile, credentials, points: false, now: () => NOW })
}

/** 360.00 all told: 300.00 base, 48.00 tax, 12.00 fee, and 20.00 at the property. */
export const FULL_RATE = {
  id: 'rat_1',
  name: 'Best Available Rate',
  board_type: 'breakfast',
  total_amount: '360.00',
  total_currency: 'USD',
  base_amount: '300.00',
  base_currency: 'USD',
  tax_amount: '48.00',
  tax_currency: 'USD',
  fee_amount: '12.00',
  fee_currency: 'USD',
  due_at_accommodation_amount: '20.00',
  due_at_accommodation_currency: 'USD',
  cancellation_timeline: [] as unknown[],
  loyalty_programme_required: false,
}

export const ACCOMMODATION = {
  id: 'acc_1',
  name: 'The Example',
  location: {
    address: { city_name: 'London', country_code: 'GB' },
    geographic_coordinates: { latitude: 51.5, longitude: -0.14 },
  },
}

export function result(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'srr_1',
    check_in_date: '2027-05-10',
    check_out_date: '2027-05-12',
    rooms: 1,
    guests: [{ type: 'adult' }, { type: 'adult' }],
    accommodation: { ...ACCOMMODATION, rooms: [] },
    ...more,
  }
}

/** A search that finds the hotel, and the rates of what it found. */
export function answering(rates: unknown[], more: Record<string, unknown> = {}): Record<string, Said> {
  const rooms = [{ name: 'Double Suite', beds: [{ type: 'double', count: 2 }], rates }]
  const rated = result({ ...more, accommodation: { ...ACCOMMODATION, rooms } })
  return {
    [SEARCH]: { json: { data: { results: [result(more)] } } },
    [RATES]: { json: { data: rated } },
  }
}
