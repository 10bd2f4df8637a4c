import { liteapi } from '../../src/sources/families/liteapi/family.ts'
import type { Adapter, StayQuery } from '../../src/sources/source.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
export const QUERY: StayQuery = {
  hotelCode: 'lp1897',
  checkin: '2027-05-10',
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

export function bind(profile: Record<string, unknown> = {}): Adapter {
  const credentials = { apiKey: 'secret' }
  return liteapi.bind({ sourceId: 'glasshouse', profile, credentials, points: false, now: () => NOW })
}

export interface OfferOptions {
  total?: number
  currency?: string
  taxesAndFees?: unknown
  name?: string
  boardType?: string
  boardName?: string
  member?: boolean
  rateType?: string
  rooms?: number
  adults?: number
  children?: number
  cancellationPolicies?: unknown
  offerRetailRate?: unknown
}

export function offer(options: OfferOptions = {}): Record<string, unknown> {
  const { total = 300, currency = 'USD', rooms = 1, adults = 2, children = 0 } = options
  return {
    offerId: 'OFFER',
    rates: Array.from({ length: rooms }, (_, index) => ({
      rateId: 'RATE',
      occupancyNumber: index + 1,
      name: options.name ?? 'Standard King Room',
      maxOccupancy: 3,
      adultCount: adults,
      childCount: children,
      boardType: options.boardType ?? 'RO',
      boardName: options.boardName ?? 'Room Only',
      retailRate: { total: [{ amount: total, currency }], taxesAndFees: options.taxesAndFees },
      cancellationPolicies: options.cancellationPolicies,
    })),
    offerRetailRate: options.offerRetailRate,
    loyaltyMembershipIdRequired: options.member ?? false,
    rateType: options.rateType ?? 'standard',
  }
}

/** As the service sends it for a part of its offers. */
export const BLANK_OFFER = {
  rates: [
    {
      rateId: '',
      occupancyNumber: 0,
      name: '',
      adultCount: 0,
      childCount: 0,
      retailRate: { total: null, taxesAndFees: null },
      cancellationPolicies: { cancelPolicyInfos: null },
    },
  ],
  offerRetailRate: { amount: 250, currency: 'USD' },
  rateType: 'standard',
}

export function ratesOf(...roomTypes: unknown[]): Record<string, { json: unknown }> {
  return { '/hotels/rates': { json: { data: [{ hotelId: 'lp1897', roomTypes }] } } }
}
