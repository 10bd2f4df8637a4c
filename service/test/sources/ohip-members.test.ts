import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../src/sources/source.ts'
import { answer, setUp } from './ohip-vendor.ts'

const BATCH = {
  hotelCodes: ['H1', 'H2'],
  checkin: '2027-05-01',
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
  member: true,
}
const RATE = { rateMode: 'Average', amountBeforeTax: 90, amountAfterTax: 99, currencyCode: 'USD' }
const PLAN = { ratePlanCode: 'BAR', availabilityStatus: 'NoAvailability' }

function onSale(hotelCode: string, rate: object = RATE): object {
  return { propertyInfo: { hotelCode }, availability: 'AvailableForSale', minRate: rate }
}

function full(hotelCode: string): object {
  return { propertyInfo: { hotelCode }, availability: 'NoAvailability', ratePlans: [PLAN] }
}

function isForMembers({ query }: HttpRequest): boolean {
  return query?.['accessCode'] !== undefined
}

/** Each search for members is answered with the next of the given ones. */
async function batch(open: object[], ...members: object[][]) {
  let asked = 0
  const { adapter, call, seen } = setUp({
    data: (request) => {
      if (!isForMembers(request)) return answer(200, { roomStays: open })
      asked += 1
      return answer(200, { roomStays: members[asked - 1] ?? [] })
    },
  })
  const rows = await adapter.lowest?.(BATCH, call)
  const looks = seen.data.filter(isForMembers).map(({ query }) => query?.['hotelCodes'])
  return { rows, looks }
}

describe('a batch of hotels of which one sells to members alone', () => {
  it('shows it as available at the member price, without a public one', async () => {
    const { rows, looks } = await batch(
      [full('H1'), onSale('H2')],
      [onSale('H1'), onSale('H2', { ...RATE, amountBeforeTax: 80 })],
      [onSale('H1')],
    )
    expect(rows).toMatchObject([
      {
        lowest: {
          status: 'available',
          bar: null,
          barAfterTax: null,
          member: 9000,
          memberAfterTax: 9900,
          memberKnown: true,
        },
      },
      { lowest: { status: 'available', bar: 9000, member: 8000 } },
    ])
    expect(looks).toEqual(['H1,H2', 'H1'])
  })

  it('shows it as sold out where it was so a moment later', async () => {
    const { rows } = await batch([full('H1'), onSale('H2')], [onSale('H1'), full('H2')], [full('H1')])
    expect(rows).toMatchObject([
      { lowest: { status: 'sold_out', bar: null, member: null } },
      { lowest: { status: 'available', member: null, memberKnown: true } },
    ])
  })

  it('takes a price of nothing for a broken row, and for no price to members', async () => {
    const free = { ...RATE, amountBeforeTax: 0, amountAfterTax: 0 }
    const { rows } = await batch([onSale('H1', free), onSale('H2')], [onSale('H1'), onSale('H2', free)])
    expect(rows).toMatchObject([
      { hotelCode: 'H1', failure: { kind: 'broken' } },
      { lowest: { status: 'available', bar: 9000, member: null, memberKnown: false } },
    ])
  })

  it('asks members once where nothing contradicts', async () => {
    const { rows, looks } = await batch([full('H1'), onSale('H2')], [full('H1'), onSale('H2')])
    expect(rows).toMatchObject([{ lowest: { status: 'sold_out' } }, { lowest: { status: 'available' } }])
    expect(looks).toEqual(['H1,H2'])
  })
})
