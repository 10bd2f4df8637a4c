import { describe, expect, it } from 'vitest'
import { at, childrenOf } from '../src/wires/opentravel/read-xml.ts'
import { complaintOf, messageOf, openMarket, posted } from './opentravel-messages.ts'

const market = openMarket()

const search = (criterion: string, attributes = '') =>
  `<OTA_HotelSearchRQ Version="4.000" ${attributes}>` +
  '<POS><Source><RequestorID Type="13" ID="vacancy" MessagePassword="a-password"/></Source></POS>' +
  `<Criteria>${criterion}</Criteria></OTA_HotelSearchRQ>`
const around = (distance: number, unit: number, more = '') =>
  `<Criterion ${more}><Position Latitude="40.7128" Longitude="-74.006"/>` +
  `<Radius Distance="${distance}" UnitOfMeasureCode="${unit}"/></Criterion>`
const found = (body: string) => {
  const properties = childrenOf(
    at(messageOf(posted(market.wireOf('castellan'), body)), 'Properties'),
    'Property',
  )
  return properties.map(({ attributes }) => attributes)
}

const codeOf = (id: string, body: string) => complaintOf(messageOf(posted(market.wireOf(id), body)))

describe('an OpenTravel search', () => {
  it('goes through all hotels in pages, nearest first', () => {
    const expected = market.world
      .near('castellan', 40.7128, -74.006, 3000, 500)
      .map(({ listing }) => listing.code)
    const codes: (string | undefined)[] = []
    let more = ''
    do {
      const page = found(search(around(3000, 2, more), 'MaxResponses="7"'))
      expect(page.length).toBeLessThanOrEqual(7)
      codes.push(...page.map((attributes) => attributes['HotelCode']))
      const token = page.at(-1)?.['MoreDataEchoToken']
      more = token === undefined ? '' : `MoreDataEchoToken="${token}"`
    } while (more !== '')
    expect(codes.length).toBeGreaterThan(14)
    expect(codes).toEqual(expected)
  })

  it('measures in miles, kilometres and metres', () => {
    const km = found(search(around(40, 2)))
    expect(km.length).toBeGreaterThan(0)
    expect(found(search(around(40_000, 3)))).toEqual(km)
    expect(found(search(around(25, 1))).length).toBeGreaterThanOrEqual(km.length)
  })

  it('says where it finds nothing, understands nothing or does not search at all', () => {
    const nowhere = around(5, 2).replace('40.7128', '-60').replace('-74.006', '-140')
    expect(codeOf('castellan', search(nowhere))).toBe('424')
    expect(codeOf('castellan', search('<Criterion/>'))).toBe('321')
    expect(codeOf('castellan', search(around(5, 9)))).toBe('367')
    expect(codeOf('castellan', search(around(5, 2, 'MoreDataEchoToken="1;drop"')))).toBe('367')
    expect(codeOf('foxhollow', search(around(5, 2)))).toBe('450')
  })
})
