import { describe, expect, test } from 'vitest'
import {
  availability,
  bound,
  cityTax,
  deal,
  details,
  price,
  product,
  query,
  result,
} from './booking-answers.ts'

describe('a batch', () => {
  const batch = {
    checkin: query.checkin,
    los: 2,
    occupancy: { adults: 2, children: 0, rooms: 2 },
    currency: 'EUR',
    hotelCodes: ['12', '11', '10004', '404', 'NAMED'],
    member: false,
  }
  const rowOf11 = result(11, 500, [product('a', price(200, [cityTax])), product('b', price(300))])

  test('shares the price of the whole selection out over rooms and nights', async () => {
    const { adapter, sent, call } = bound((_, body) =>
      body.accommodations?.includes('NAMED')
        ? new Response('{"errors":[]}', { status: 400 })
        : { data: [rowOf11, { id: 12, currency: 'EUR' }], next_page: null },
    )
    expect(await adapter.lowest?.(batch, call())).toMatchObject([
      { hotelCode: '12', failure: { kind: 'broken' } },
      {
        hotelCode: '11',
        lowest: {
          bar: 12500, // 500.00 ÷ 4
          barAfterTax: 12650, // 506.00 ÷ 4
          member: null,
          memberKnown: false,
          taxIncluded: false,
          currency: 'EUR',
        },
      },
      { hotelCode: '10004', lowest: { status: 'sold_out', bar: null, memberKnown: true } },
      { hotelCode: '404', failure: { kind: 'not_found' } },
      { hotelCode: 'NAMED', failure: { kind: 'not_found' } },
    ])
    expect(sent[0]?.body.accommodations).toEqual([12, 11, 10004, 404])
  })

  test('has no all-in figure where a charge is unknown or the products are not the selection', async () => {
    const unknown = [
      product('a', price(200, [{ charge: 3, mode: 'incalculable' }])),
      product('b', price(300)),
    ]
    const { adapter, call } = bound(() => ({
      data: [result(11, 500, unknown), result(12, 500, [product('a', price(200))])],
    }))
    const rows = await adapter.lowest?.({ ...batch, hotelCodes: ['11', '12'] }, call())
    expect(rows).toMatchObject([
      { lowest: { bar: 12500, barAfterTax: null } },
      { lowest: { bar: 12500, barAfterTax: null } },
    ])
  })

  test('adds member figures on request: the cheapest choice, or the deals that it hides', async () => {
    const dealOf11 = result(11, 400, [product('a', price(200), { deal }), product('b', price(200), { deal })])
    const open = (id: number) => result(id, 500, [product('a', price(500))])
    // 12 hides a deal behind a public rate, 13 has none, 14 cannot be looked at.
    const products: Record<string, object[]> = {
      '12': [product('a', price(250)), product('b', price(270, [cityTax]), { deal })],
      '13': [product('a', price(250))],
    }
    const { adapter, sent, call } = bound((path, body) => {
      if (path === 'search') {
        return { data: [body.booker?.user_groups ? dealOf11 : rowOf11, open(12), open(13), open(14)] }
      }
      const id = Number(body['accommodation'])
      const listed = products[id]
      return listed ? availability(listed, { id }) : new Response('', { status: 503 })
    })
    const hotelCodes = ['11', '12', '13', '14']
    const rows = await adapter.lowest?.({ ...batch, hotelCodes, member: true }, call())
    expect(rows).toMatchObject([
      { lowest: { bar: 12500, member: 10000, memberAfterTax: 10000, memberKnown: true } },
      { lowest: { bar: 12500, member: 13500, memberAfterTax: 13800, memberKnown: true } },
      { lowest: { bar: 12500, member: null, memberKnown: true } },
      { lowest: { bar: 12500, member: null, memberKnown: false } },
    ])
    const looks = sent.filter(({ path }) => path === 'availability')
    expect(looks.map(({ body }) => [body['accommodation'], body.booker?.user_groups])).toEqual([
      [12, ['authenticated']],
      [13, ['authenticated']],
      [14, ['authenticated']],
    ])
  })

  test('looks for the public price behind a net rate', async () => {
    const net = { inventory: { third_party: true, type: 'net' } }
    const cheapest = (id: number) =>
      result(id, 300, [product('a', price(150), net), product('b', price(150), net)])
    const { adapter, call } = bound((path, body) => {
      if (path === 'search') return { data: [cheapest(11), cheapest(12)] }
      const id = Number(body['accommodation'])
      const products = [product('a', price(150), net), product('b', price(200))]
      return availability(id === 11 ? products : products.slice(0, 1), { id })
    })
    expect(await adapter.lowest?.({ ...batch, hotelCodes: ['11', '12'] }, call())).toMatchObject([
      { lowest: { status: 'available', bar: 10000, barAfterTax: 10000 } },
      { lowest: { status: 'available', bar: null, noPublicRate: true } },
    ])
  })

  test('keeps what it knows of hotels when the description of another one fails', async () => {
    let down = false
    const describeOrFail = () => (down ? new Response('', { status: 503 }) : details)
    const { adapter, sent, call } = bound(() => ({ data: [] }), {}, describeOrFail)
    await adapter.lowest?.({ ...batch, hotelCodes: ['10004', '404'] }, call())
    down = true
    expect(await adapter.lowest?.({ ...batch, hotelCodes: ['10004', '405', '404'] }, call())).toMatchObject([
      { hotelCode: '10004', lowest: { status: 'sold_out' } },
      { hotelCode: '405', failure: { kind: 'refused' } },
      { hotelCode: '404', failure: { kind: 'not_found' } },
    ])
    const looks = sent.filter(({ path }) => path === 'details').map(({ body }) => body.accommodations)
    expect(looks).toEqual([[10004, 404], [405]])
  })

  test('with a result for a hotel that was not asked is broken as a whole', async () => {
    const { adapter, call } = bound(() => ({ data: [rowOf11] }))
    await expect(adapter.lowest?.({ ...batch, hotelCodes: ['12'] }, call())).rejects.toMatchObject({
      kind: 'broken',
    })
  })
})

test('finding searches around the point on two nights and names what it found', async () => {
  const { adapter, sent, call } = bound(() => ({ data: [{ id: 10004 }] }))
  const ask = { name: 'Harbour House', city: 'Porto', country: 'PT' }
  expect(await adapter.find?.(ask, call())).toEqual([])
  expect(await adapter.find?.({ ...ask, lat: 41.14, lng: -8.61 }, call())).toMatchObject([
    { hotelCode: '10004', name: 'Harbour House', lat: 41.14 },
  ])
  expect(sent.map(({ path, body }) => [path, body['checkin'] ?? body.accommodations])).toEqual([
    ['search', '2026-12-25'],
    ['search', '2027-02-12'],
    ['details', [10004]],
  ])
})
