import { beforeEach, describe, expect, it } from 'vitest'
import { at, childrenOf } from '../src/wires/opentravel/read-xml.ts'
import type { World } from '../src/world/world.ts'
import {
  availRQ,
  complaintOf,
  messageOf,
  openMarket,
  posted,
  roomRatesOf,
  roomStaysOf,
  said,
  sealed,
} from './opentravel-messages.ts'

const market = openMarket()

beforeEach(() => market.restore())

describe('a chain that speaks OpenTravel before tax', () => {
  it('sells the test hotel at 200 and 20 tax a night with 5 to pay at the house', () => {
    const message = said(market.wireOf('castellan'), { hotels: ['UNDERCUT'] })
    expect(message.attributes).toMatchObject({ EchoToken: 't1', Version: '7.000' })
    const [stay] = roomStaysOf(message)
    expect(stay?.attributes['AvailabilityStatus']).toBe('AvailableForSale')
    expect(at(stay, 'TimeSpan')?.attributes).toEqual({ Start: '2027-03-04', End: '2027-03-06' })
    const [flex] = roomRatesOf(stay)
    expect(flex?.attributes).toMatchObject({ RoomTypeCode: 'SQN', RatePlanCode: 'FLEX' })
    // Both nights cost the same, so that they are one rate over two nights.
    const rate = at(flex, 'Rates', 'Rate')
    expect(rate?.attributes).toMatchObject({ UnitMultiplier: '2', ExpireDate: '2027-03-06' })
    expect(at(rate, 'Base')?.attributes).toEqual({ AmountBeforeTax: '400.00', CurrencyCode: 'USD' })
    expect(at(rate, 'Base', 'Taxes')?.attributes['Amount']).toBe('40.00')
    expect(at(rate, 'Fees', 'Fee')?.attributes).toMatchObject({ Amount: '10.00', MandatoryInd: 'true' })
    expect(at(flex, 'Total')?.attributes).toMatchObject({
      AmountBeforeTax: '410.00',
      AmountAfterTax: '450.00',
    })
  })

  it('quotes one room whatever the number of rooms, and in the asked currency', () => {
    const ask = { hotels: ['UNDERCUT'], rooms: 3, attributes: 'RequestedCurrency="JPY"' }
    const [stay] = roomStaysOf(said(market.wireOf('castellan'), ask))
    const [flex] = roomRatesOf(stay)
    expect(flex?.attributes['NumberOfUnits']).toBe('3')
    const perNight = market.world.exchange(20_000, 'USD', 'JPY')
    expect(at(flex, 'Rates', 'Rate', 'Base')?.attributes).toEqual({
      AmountBeforeTax: String(perNight * 2),
      CurrencyCode: 'JPY',
    })
  })

  it('answers in its own currency where it does not know the asked one', () => {
    const ask = { hotels: ['UNDERCUT'], attributes: 'RequestedCurrency="XXX"' }
    const [stay] = roomStaysOf(said(market.wireOf('castellan'), ask))
    expect(at(roomRatesOf(stay)[0], 'Total')?.attributes['CurrencyCode']).toBe('USD')
  })

  it('redeems points as what the stay requires, by the type of its plan', () => {
    const [stay] = roomStaysOf(said(market.wireOf('castellan'), { hotels: ['UNDERCUT'] }))
    const plans = childrenOf(at(stay, 'RatePlans'), 'RatePlan')
    const typeOf = (code: string) =>
      plans.find((plan) => plan.attributes['RatePlanCode'] === code)?.attributes['RatePlanType']
    expect([typeOf('AWSTD'), typeOf('AWPREM')]).toEqual(['29', '32'])
    const award = roomRatesOf(stay).find((rate) => rate.attributes['RatePlanCode'] === 'AWSTD')
    const payment = at(award, 'Rates', 'Rate', 'PaymentPolicies', 'GuaranteePayment')
    expect(payment?.attributes['Type']).toBe('RequiredPayment')
    const redemption = at(payment, 'AcceptedPayments', 'AcceptedPayment', 'LoyaltyRedemption')
    const ask = { checkin: '2027-03-04', los: 2, adults: 2, children: 0, rooms: 1 }
    const [night] = market.world.quote('castellan', 'UNDERCUT', ask)?.rooms[0]?.awards[0]?.nights ?? []
    expect(redemption?.attributes['RedemptionQuantity']).toBe(String((night?.points ?? 0) * 2))
    expect(at(redemption, 'LoyaltyCertificate')?.attributes['NmbrOfNights']).toBe('2')
  })

  it('steps cash and points with each shop', () => {
    const wire = market.wireOf('castellan')
    const statuses = [1, 2, 3].map(
      () => roomStaysOf(said(wire, { hotels: ['FLAPS'] }))[0]?.attributes['AvailabilityStatus'],
    )
    expect(statuses).toEqual(['AvailableForSale', 'NoAvailability', 'AvailableForSale'])
    const awards = [1, 2].map(() =>
      posted(wire, availRQ({ hotels: ['AWARDFLAP'] })).body.includes('LoyaltyRedemption'),
    )
    expect(awards).toEqual([true, false])
  })

  it('says why there is nothing to sell', () => {
    const wire = market.wireOf('castellan')
    const statusOf = (hotel: string) =>
      roomStaysOf(said(wire, { hotels: [hotel] }))[0]?.attributes['AvailabilityStatus']
    expect(statusOf('SOLDOUT')).toBe('NoAvailability')
    expect(statusOf('CLOSED')).toBe('ClosedOut')
    expect(statusOf('MINLOS3')).toBe('LOS_Restricted')
    const availability = at(said(wire, { hotels: ['MINLOS3'] }), 'HotelStays', 'HotelStay', 'Availability')
    expect(availability?.attributes['Status']).toBe('Open')
    expect(at(availability, 'Restriction')?.attributes).toEqual({
      RestrictionType: 'MinLOS',
      Time: '3',
      TimeUnit: 'Day',
    })
  })

  it('writes names so that they stay names', () => {
    const renamed: World = {
      ...market.world,
      quote(...ask) {
        const quote = market.world.quote(...ask)
        return quote && { ...quote, listing: { ...quote.listing, name: 'Fish & "Chips" <Inn>' } }
      },
    }
    const [stay] = roomStaysOf(said(market.wireOf('castellan', renamed), { hotels: ['UNDERCUT'] }))
    expect(at(stay, 'BasicPropertyInfo')?.attributes['HotelName']).toBe('Fish & "Chips" <Inn>')
  })
})

describe('what an OpenTravel chain refuses', () => {
  it.each([
    ['a wrong password', { requestor: 'ID="vacancy" MessagePassword="guess"' }, '175'],
    ['a missing password', { requestor: 'ID="vacancy"' }, '175'],
    ['a stranger', { requestor: 'ID="mallory" MessagePassword="a-password"' }, '497'],
    ['an unknown hotel', { hotels: ['UNKNOWN'] }, '392'],
    ['a hotel code full of markup', { hotels: ['&#34;/&#62;&#60;HotelRef HotelCode=&#34;UNDERCUT'] }, '392'],
    ['two hotels where one is the limit', { hotels: ['UNDERCUT', 'DROPS'] }, '415'],
    ['no hotel', { hotels: [] }, '321'],
    ['a date that does not exist', { start: '2027-02-30', end: '2027-03-02' }, '381'],
    ['a date of last week', { start: '2027-01-25', end: '2027-01-26' }, '381'],
    ['a stay that ends before it begins', { start: '2027-03-04', end: '2027-03-03' }, '382'],
    ['a date years ahead', { start: '2030-03-04', end: '2030-03-05' }, '458'],
    ['a stay of months', { start: '2027-03-04', end: '2027-06-04' }, '377'],
    ['ten rooms', { rooms: 10 }, '378'],
    ['children alone', { guests: '<GuestCount AgeQualifyingCode="8" Count="2"/>' }, '397'],
  ])('%s, inside a transport success', (_case, ask, code) => {
    const answer = posted(market.wireOf('castellan'), availRQ({ hotels: ['UNDERCUT'], ...ask }))
    expect(answer.status).toBe(200)
    expect(complaintOf(messageOf(answer))).toBe(code)
  })

  it('documents it cannot read, entity bombs among them', () => {
    const wire = market.wireOf('castellan')
    const bomb = `<!DOCTYPE x [<!ENTITY a "aa">]>${availRQ({ hotels: ['&a;'] })}`
    for (const body of ['', '<OTA', '{"a":1}', bomb])
      expect(messageOf(posted(wire, body)).attributes['ErrorCode']).toBe('Malformed')
    expect(messageOf(posted(wire, '<OTA_PingRQ/>')).attributes['ErrorCode']).toBe('UnrecognizedRoot')
  })

  it('any method but POST', () => {
    const request = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, body: '' }
    expect(market.wireOf('castellan').answer(request).status).toBe(405)
  })
})

const best = { attributes: 'BestOnly="true"' }
const members = '<RatePlanCandidates><RatePlanCandidate RatePlanFilterCode="MEMBER"/></RatePlanCandidates>'

const plansOf = (id: string, candidates: string) => {
  const body = availRQ({ hotels: ['UNDERCUT'], candidates, ...best })
  const answer = posted(market.wireOf(id), id === 'dunmore' ? sealed(body) : body)
  return roomRatesOf(roomStaysOf(messageOf(answer))[0]).map((rate) => rate.attributes['RatePlanCode'])
}

describe('an OpenTravel batch', () => {
  it('answers for the honest hotels and warns of the others', () => {
    const hotels = ['UNDERCUT', 'UNKNOWN', 'BROKEN', 'SOLDOUT']
    const message = said(market.wireOf('ivyrow'), { hotels, ...best })
    const codes = roomStaysOf(message).map((stay) => at(stay, 'BasicPropertyInfo')?.attributes['HotelCode'])
    expect(codes).toEqual(['UNDERCUT', 'SOLDOUT'])
    const warnings = childrenOf(at(message, 'Warnings'), 'Warning').map(({ attributes }) => [
      attributes['RecordID'],
      attributes['Code'],
    ])
    expect(warnings).toEqual([
      ['UNKNOWN', '392'],
      ['BROKEN', '450'],
    ])
  })

  it('takes twenty hotels and no more', () => {
    const wire = market.wireOf('ivyrow')
    const hotels = market.world
      .listings('ivyrow')
      .slice(0, 21)
      .map((listing) => listing.code)
    expect(roomStaysOf(said(wire, { hotels: hotels.slice(1), ...best }))).toHaveLength(20)
    expect(complaintOf(said(wire, { hotels, ...best }))).toBe('415')
  })

  it('tells the server which hotels a request is about', () => {
    const request = { method: 'POST', path: '/', query: new URLSearchParams(), headers: {} }
    const body = availRQ({ hotels: ['TIMEOUT', 'SLOW'] })
    expect(market.wireOf('ivyrow').codes({ ...request, body })).toEqual(['TIMEOUT', 'SLOW'])
    expect(market.wireOf('dunmore').codes({ ...request, body: sealed(body) })).toEqual(['TIMEOUT', 'SLOW'])
    expect(market.wireOf('ivyrow').codes({ ...request, body: 'garbage' })).toEqual([])
  })

  it('gives the best public and the best member rate, or each on demand', () => {
    expect(plansOf('ivyrow', '')).toEqual(['ADVANCE', 'MEMBER'])
    expect(plansOf('dunmore', '')).toEqual(['ADVANCE'])
    expect(plansOf('dunmore', members)).toEqual(['MEMBER'])
  })

  it('does not step a hotel twice for its member rates', () => {
    const wire = market.wireOf('dunmore')
    const statusOf = (candidates: string) => {
      const answer = posted(wire, sealed(availRQ({ hotels: ['FLAPS'], candidates, ...best })))
      return roomStaysOf(messageOf(answer))[0]?.attributes['AvailabilityStatus']
    }
    expect([statusOf(''), statusOf(members), statusOf('')]).toEqual([
      'AvailableForSale',
      'AvailableForSale',
      'NoAvailability',
    ])
  })
})
