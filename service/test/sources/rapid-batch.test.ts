import { describe, expect, test } from 'vitest'
import { bound, content, pricing, property, query, rate, reason } from './rapid-answers.ts'

describe('a batch', () => {
  const batch = {
    checkin: query.checkin,
    los: 2,
    occupancy: query.occupancy,
    currency: 'USD',
    hotelCodes: ['11', '12', '13', '19248', '404', 'NAMED'],
    member: false,
  }
  const body = [
    property(
      [rate('r', { '2': pricing('300.00', '330.00') }), rate('s', { '2': pricing('280.00', '340.00') })],
      '11',
    ),
    property([rate('r', { '1': pricing('300.00', '330.00') })], '12'),
    reason('minimum_stay', '4', '13'),
  ]

  test('gives each hotel its own row, in the order asked, whatever becomes of the others', async () => {
    const { adapter, sent, call } = bound((request) =>
      request.query?.['property_id']?.includes('NAMED')
        ? new Response('{"errors":[{"type":"property_id.must_be_numeric"}]}', { status: 400 })
        : body,
    )
    const rows = await adapter.lowest?.(batch, call())
    expect(rows).toMatchObject([
      {
        hotelCode: '11',
        lowest: { bar: 14000, barAfterTax: 16500, member: null, memberKnown: false, taxIncluded: false },
      },
      { hotelCode: '12', failure: { kind: 'broken' } },
      { hotelCode: '13', lowest: { status: 'restricted_los', minLos: 4, bar: null, memberKnown: true } },
      { hotelCode: '19248', lowest: { status: 'sold_out' } },
      { hotelCode: '404', failure: { kind: 'not_found' } },
      { hotelCode: 'NAMED', failure: { kind: 'not_found' } },
    ])
    expect(sent[0]?.query?.['property_id']).toEqual(['11', '12', '13', '19248', '404'])
  })

  test('keeps what it knows of properties when the content of another one fails', async () => {
    let down = false
    const { adapter, call } = bound(
      () => [],
      {},
      () => (down ? new Response('', { status: 503 }) : content),
    )
    await adapter.lowest?.({ ...batch, hotelCodes: ['19248', '404'] }, call())
    down = true
    expect(await adapter.lowest?.({ ...batch, hotelCodes: ['19248', '405', '404'] }, call())).toMatchObject([
      { lowest: { status: 'sold_out' } },
      { failure: { kind: 'refused' } },
      { failure: { kind: 'not_found' } },
    ])
  })

  test('adds member figures on request, and keeps the public ones where that fails', async () => {
    const deal = rate('d', { '2': pricing('250.00', '275.00') }, { sale_scenario: { member: true } })
    const asked = { ...batch, hotelCodes: ['11'], member: true }
    const open = [body[0]]
    const good = bound((request) => (request.query?.['rate_option'] ? [property([deal], '11')] : open))
    expect(await good.adapter.lowest?.(asked, good.call())).toMatchObject([
      { lowest: { bar: 14000, member: 12500, memberAfterTax: 13750, memberKnown: true } },
    ])
    const bad = bound((request) =>
      request.query?.['rate_option'] ? new Response('', { status: 500 }) : open,
    )
    expect(await bad.adapter.lowest?.(asked, bad.call())).toMatchObject([
      { lowest: { bar: 14000, member: null, memberKnown: false } },
    ])
  })

  test('takes no package, corporate rate or foreign currency for the public price', async () => {
    const price = { '2': pricing('100.00', '110.00') }
    const { adapter, call } = bound(() => [
      property(
        [
          rate('package', price, { sale_scenario: { package: true } }),
          rate('corporate', price, { sale_scenario: { corporate: true } }),
          rate('euro', { '2': pricing('90.00', '99.00', 2, 'EUR') }),
          rate('open', { '2': pricing('300.00', '330.00') }),
        ],
        '11',
      ),
    ])
    expect(await adapter.lowest?.({ ...batch, hotelCodes: ['11'] }, call())).toMatchObject([
      { lowest: { currency: 'USD', bar: 15000, barAfterTax: 16500, member: null } },
    ])
  })

  test('as a whole fails when it is refused as a whole', async () => {
    const { adapter, call } = bound(() => new Response('', { status: 503 }))
    await expect(adapter.lowest?.(batch, call())).rejects.toMatchObject({ kind: 'refused', transient: true })
  })
})

describe('finding', () => {
  test('looks at every property around the point, and at nothing without one', async () => {
    const { adapter, sent, call } = bound(() => ({ '19248': { property_id: '19248' } }))
    const ask = { name: 'Harbour House', city: 'Porto', country: 'PT' }
    expect(await adapter.find?.(ask, call())).toEqual([])
    expect(sent).toHaveLength(0)
    expect(await adapter.find?.({ ...ask, lat: 41.14, lng: -8.61 }, call())).toMatchObject([
      { hotelCode: '19248', name: 'Harbour House' },
    ])
    const polygon: unknown = JSON.parse(sent[0]?.body ?? '')
    // 1.5 km are 0.013475° of latitude; of longitude, at 41.14° north, 0.013475 ÷ cos 41.14° = 0.017892°.
    expect(polygon).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-8.627892, 41.126525],
          [-8.592108, 41.126525],
          [-8.592108, 41.153475],
          [-8.627892, 41.153475],
          [-8.627892, 41.126525],
        ],
      ],
    })
  })
})
