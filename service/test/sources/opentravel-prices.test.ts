import { describe, expect, it } from 'vitest'
import type { Rate, StayAnswer } from '../../src/sources/source.ts'
import {
  answering,
  bound,
  FLEX,
  flatRate,
  inSoap,
  MEMBER,
  roomRate,
  roomStay,
  SOAP,
  STAY,
  success,
} from './opentravel-answers.ts'

/** Two nights at 150.00, one at 180.50: 480.50 in all, 160.1666… a night. */
const UNEVEN =
  '<Rates>' +
  '<Rate EffectiveDate="2027-03-04" ExpireDate="2027-03-06" ExpireDateExclusiveInd="true" RateTimeUnit="Day" UnitMultiplier="2">' +
  '<Base AmountBeforeTax="300.00" CurrencyCode="USD"/></Rate>' +
  '<Rate EffectiveDate="2027-03-06" ExpireDate="2027-03-07" ExpireDateExclusiveInd="true" RateTimeUnit="Day" UnitMultiplier="1">' +
  '<Base AmountBeforeTax="180.50" CurrencyCode="USD"/></Rate>' +
  '</Rates><Total AmountBeforeTax="495.50" AmountAfterTax="543.55" CurrencyCode="USD"/>'

async function shopped(
  rates: string,
  options: { plans?: string; rooms?: number; points?: boolean } = {},
): Promise<StayAnswer> {
  const { call } = answering(success(roomStay({ plans: options.plans ?? FLEX, rates })))
  const query = { ...STAY, occupancy: { ...STAY.occupancy, rooms: options.rooms ?? 1 } }
  return bound(undefined, options.points ?? true).shop(query, call)
}

function only(answer: StayAnswer): Rate {
  const rates = answer.rooms.flatMap((room) => room.rates)
  expect(rates).toHaveLength(1)
  return rates[0] as Rate
}

describe('prices of an OpenTravel chain that quotes before tax', () => {
  it('averages nights of different prices and takes the all-in figure from the total', async () => {
    const answer = await shopped(roomRate('FLEX', UNEVEN))
    expect(answer).toMatchObject({
      status: 'available',
      currency: 'USD',
      taxIncluded: false,
      pointsKnown: true,
    })
    expect(only(answer)).toMatchObject({
      rateCode: 'FLEX',
      name: 'Flexible Rate',
      pricePerNight: 16017,
      pricePerNightAfterTax: 18118,
      taxIncluded: false,
      total: 48050,
      totalAfterTax: 54355,
      memberOnly: false,
      pointsPerNight: null,
      pointsTotal: null,
      standardAward: null,
    })
  })

  it('reads amounts as those of one room: two rooms double the totals and leave the night as it is', async () => {
    expect(only(await shopped(roomRate('FLEX', UNEVEN), { rooms: 2 }))).toMatchObject({
      pricePerNight: 16017,
      pricePerNightAfterTax: 18118,
      total: 96100,
      totalAfterTax: 108710,
    })
  })

  it('understands an expiry date that is the last night as well as one that is the morning after', async () => {
    const lastNight = flatRate('FLEX', '450', '495')
    const morningAfter = lastNight.replace('2027-03-06', '2027-03-07')
    for (const rate of [lastNight, morningAfter])
      expect(only(await shopped(rate))).toMatchObject({ pricePerNight: 15000, pricePerNightAfterTax: 16500 })
  })

  it('refuses a night of less than nothing, which would make the others cheaper', async () => {
    const rate = roomRate('FLEX', UNEVEN.replace('"180.50"', '"-1"'))
    await expect(shopped(rate)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('takes a rate without unit as a price per day', async () => {
    const rate = roomRate(
      'FLEX',
      '<Rates><Rate><Base AmountBeforeTax="99.99" CurrencyCode="USD"/></Rate></Rates>',
    )
    expect(only(await shopped(rate))).toMatchObject({ pricePerNight: 9999, total: 29997 })
  })

  it('shifts an amount without a decimal point by its decimal places', async () => {
    const rate = roomRate(
      'FLEX',
      '<Rates><Rate><Base AmountBeforeTax="8500" DecimalPlaces="2" CurrencyCode="USD"/></Rate></Rates>',
    )
    expect(only(await shopped(rate)).pricePerNight).toBe(8500)
  })

  it('leaves the all-in figure out where the answer has none or says that fees are missing from it', async () => {
    const without = flatRate('FLEX', '450', '495').replace(/<Total[^>]*>/, '')
    const partial = flatRate('FLEX', '450', '495').replace(
      '<Total',
      '<Total AdditionalFeesExcludedIndicator="true"',
    )
    for (const rate of [without, partial])
      expect(only(await shopped(rate))).toMatchObject({
        pricePerNight: 15000,
        pricePerNightAfterTax: null,
        totalAfterTax: null,
      })
  })

  it('reads a rate that states only the amount with tax on that basis', async () => {
    const rate = flatRate('FLEX', '450', '495').replace('AmountBeforeTax', 'AmountAfterTax')
    expect(only(await shopped(rate))).toMatchObject({
      pricePerNight: 15000,
      pricePerNightAfterTax: 16500,
      taxIncluded: true,
    })
  })

  it('adds what further guests pay to the price', async () => {
    const rate = roomRate(
      'FLEX',
      '<Rates><Rate><Base AmountBeforeTax="100" CurrencyCode="USD"/>' +
        '<AdditionalGuestAmounts AmountBeforeTax="25" CurrencyCode="USD"><AdditionalGuestAmount/></AdditionalGuestAmounts>' +
        '</Rate></Rates>',
    )
    expect(only(await shopped(rate)).pricePerNight).toBe(12500)
  })

  it.each([
    ['no amount', flatRate('FLEX', '', '')],
    ['an amount of nothing', flatRate('FLEX', '0.00', '495')],
    ['words for an amount', flatRate('FLEX', 'call us', '495')],
    ['a total below the price', flatRate('FLEX', '450', '449.99')],
    [
      'two currencies',
      flatRate('FLEX', '450', '495').replace('CurrencyCode="USD"/></Rate>', 'CurrencyCode="EUR"/></Rate>'),
    ],
    ['no currency', flatRate('FLEX', '450', '495').replaceAll(' CurrencyCode="USD"', '')],
    ['a night too few', flatRate('FLEX', '450', '495').replace('2027-03-06', '2027-03-05')],
    [
      'a unit that does not divide its nights',
      flatRate('FLEX', '450', '495').replace('Multiplier="3"', 'Multiplier="2"'),
    ],
    ['a plan that is not described', flatRate('OTHER', '450', '495')],
  ])('does not take a price from a rate with %s', async (_case, rate) => {
    await expect(shopped(rate)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('prices of an OpenTravel chain that quotes after tax in SOAP', () => {
  it('takes the nightly figure with the taxes in it', async () => {
    const rate = roomRate(
      'FLEX',
      '<Rates>' +
        '<Rate EffectiveDate="2027-03-04" ExpireDate="2027-03-04"><Base AmountAfterTax="120.00" CurrencyCode="GBP"/></Rate>' +
        '<Rate EffectiveDate="2027-03-05" ExpireDate="2027-03-06" UnitMultiplier="2"><Base AmountAfterTax="260.00" CurrencyCode="GBP"/></Rate>' +
        '</Rates><Total AmountAfterTax="389.00" CurrencyCode="GBP"/>',
    )
    const { call } = answering(inSoap(success(roomStay({ plans: FLEX, rates: rate }))))
    const answer = await bound(SOAP).shop(STAY, call)
    expect(answer).toMatchObject({ currency: 'GBP', taxIncluded: true })
    expect(only(answer)).toMatchObject({
      pricePerNight: 12667,
      pricePerNightAfterTax: 12967,
      taxIncluded: true,
      total: 38000,
      totalAfterTax: 38900,
    })
  })

  it('never calls an amount before tax one with taxes', async () => {
    const inSoapAt = async (rates: string) => {
      const { call } = answering(inSoap(success(roomStay({ plans: FLEX, rates }))))
      return only(await bound(SOAP).shop(STAY, call))
    }
    const withTotal = flatRate('FLEX', '450', '495')
    expect(await inSoapAt(withTotal)).toMatchObject({ pricePerNight: 16500, taxIncluded: true })
    expect(await inSoapAt(withTotal.replace(/<Total[^>]*>/, ''))).toMatchObject({
      pricePerNight: 15000,
      pricePerNightAfterTax: null,
      taxIncluded: false,
    })
  })
})

const plan = (content: string) => `<RatePlan RatePlanCode="FLEX">${content}</RatePlan>`
const terms = async (plans: string) => only(await shopped(flatRate('FLEX', '450', '495'), { plans }))

describe('what an OpenTravel rate says besides its price', () => {
  it('tells member rates by either mark', async () => {
    const byProof = '<RatePlan RatePlanCode="CLUB" ID_RequiredInd="1"/>'
    const byIndicator = '<RatePlan RatePlanCode="CLUB" RateIndicator="Exclusive"/>'
    for (const plans of [MEMBER, byProof, byIndicator])
      expect(only(await shopped(flatRate('CLUB', '450', '495'), { plans })).memberOnly).toBe(true)
  })

  it('reads cancellation and meals', async () => {
    const deadline = (when: string) =>
      plan(
        `<CancelPenalties><CancelPenalty><Deadline ${when}/></CancelPenalty></CancelPenalties><MealsIncluded MealPlanCodes="12"/>`,
      )
    expect(await terms(deadline('AbsoluteDeadline="2027-03-02T20:00:00+02:00"'))).toMatchObject({
      refundable: true,
      cancelBy: '2027-03-02T18:00:00.000Z',
      mealPlan: 'half_board',
    })
    expect(
      await terms(deadline('OffsetTimeUnit="Hour" OffsetUnitMultiplier="24" OffsetDropTime="BeforeArrival"')),
    ).toMatchObject({ refundable: true, cancelBy: null })
    // The step that is only told relative to the arrival may be the earlier one.
    const steps =
      '<CancelPenalty><Deadline AbsoluteDeadline="2027-03-03T18:00:00Z"/></CancelPenalty>' +
      '<CancelPenalty><Deadline OffsetTimeUnit="Day" OffsetUnitMultiplier="7"/></CancelPenalty>'
    expect(await terms(plan(`<CancelPenalties>${steps}</CancelPenalties>`))).toMatchObject({
      refundable: true,
      cancelBy: null,
    })
    expect(
      await terms(
        plan(
          '<CancelPenalties><CancelPenalty NonRefundable="true"/></CancelPenalties><MealsIncluded Breakfast="true" Dinner="false"/>',
        ),
      ),
    ).toMatchObject({ refundable: false, cancelBy: null, mealPlan: 'breakfast' })
    expect(await terms(plan(''))).toMatchObject({ refundable: null, cancelBy: null, mealPlan: null })
  })

  it('calls nothing refundable that is charged in full whenever it is cancelled', async () => {
    const penalty = (content: string) =>
      terms(plan(`<CancelPenalties><CancelPenalty>${content}</CancelPenalty></CancelPenalties>`))
    const percent = '<AmountPercent Percent="100"/>'
    const says = (text: string) => `<PenaltyDescription><Text>${text}</Text></PenaltyDescription>`
    const later = '<Deadline AbsoluteDeadline="2027-03-02T18:00:00Z"/>'
    for (const content of [
      percent,
      `<Deadline/>${percent}`,
      `${later}${percent}${says('Full deposit is not refundable even if cancelled')}`,
      says('NON-REFUNDABLE, 100% charged'),
    ])
      expect(await penalty(content)).toMatchObject({ refundable: false, cancelBy: null })
    for (const content of [`${later}${percent}`, `${later}${says('Not refundable after 2 March, 6 pm')}`])
      expect(await penalty(content)).toMatchObject({ refundable: true })
    expect(await penalty('<AmountPercent NmbrOfNights="1"/>')).toMatchObject({ refundable: null })
  })

  it('knows meals by the letters of the trade', async () => {
    const meals = (code: string) => terms(plan(`<MealsIncluded MealPlanCodes="${code}" Breakfast="true"/>`))
    expect(await meals('HB')).toMatchObject({ mealPlan: 'half_board' })
    expect(await meals('AI')).toMatchObject({ mealPlan: 'all_inclusive' })
  })

  it('describes the hotel and the room, with entities decoded once', async () => {
    const answer = await shopped(flatRate('FLEX', '450', '495'))
    expect(answer.hotel).toEqual({
      hotelCode: 'LONMY',
      name: 'Castellan & Sons, Mayfair',
      city: 'London',
      country: 'GB',
      lat: 51.5079,
      lng: -0.1456,
    })
    expect(answer.rooms[0]).toMatchObject({
      roomCode: 'SQN',
      name: 'Standard Queen',
      beds: '1 queen bed',
      maxOccupancy: 3,
    })
  })

  it('leaves out rates that are closed', async () => {
    const closed = flatRate('FLEX', '300', '330').replace(
      '<RoomRate ',
      '<RoomRate AvailabilityStatus="RatePlanClosed" ',
    )
    expect(only(await shopped(closed + flatRate('FLEX', '450', '495'))).pricePerNight).toBe(15000)
  })
})

const awardPlan = (type: string) =>
  `<RatePlan RatePlanCode="AW" RatePlanName="Award" RatePlanType="${type}"/>`
const redemption = (quantity: string, nights: string, base = '', type = 'RequiredPayment') =>
  `<Rate EffectiveDate="2027-03-04" ExpireDate="2027-03-06" RateTimeUnit="Day" UnitMultiplier="3">${base}` +
  `<PaymentPolicies><GuaranteePayment Type="${type}"><AcceptedPayments><AcceptedPayment>` +
  `<LoyaltyRedemption RedemptionQuantity="${quantity}">${nights}</LoyaltyRedemption>` +
  '</AcceptedPayment></AcceptedPayments></GuaranteePayment></PaymentPolicies></Rate>'
const award = (rate: string) => roomRate('AW', `<Rates>${rate}</Rates>`)

describe('points at an OpenTravel chain', () => {
  const cash = flatRate('FLEX', '450', '495')
  const shopAward = async (rate: string, type = '29', rooms = 1) => {
    const answer = await shopped(cash + award(rate), { plans: FLEX + awardPlan(type), rooms })
    return answer.rooms[0]?.rates.find((each) => each.rateCode === 'AW')
  }

  it('averages the points of the stay over its nights, for one room', async () => {
    for (const rooms of [1, 2])
      expect(await shopAward(redemption('100000', ''), '29', rooms)).toMatchObject({
        pointsPerNight: 33333,
        pointsTotal: 100_000 * rooms,
        cashCopayPerNight: null,
        standardAward: true,
        pricePerNight: null,
        total: null,
      })
  })

  it('takes a quantity per night where the certificate says that it was computed for one', async () => {
    expect(await shopAward(redemption('25000', '<LoyaltyCertificate NmbrOfNights="1"/>'))).toMatchObject({
      pointsPerNight: 25000,
    })
  })

  it('tells standard awards from upgrades by the type of the plan, and reads the cash beside points', async () => {
    expect(await shopAward(redemption('90000', ''), '32')).toMatchObject({ standardAward: false })
    const base = '<Base AmountBeforeTax="150.00" CurrencyCode="USD"/>'
    expect(await shopAward(redemption('45000', '', base), '31')).toMatchObject({
      standardAward: true,
      pointsPerNight: 15000,
      cashCopayPerNight: 5000,
    })
  })

  it('keeps a rate that merely accepts points as the cash rate it is', async () => {
    const base = '<Base AmountBeforeTax="450.00" CurrencyCode="USD"/>'
    const rate = award(redemption('90000', '', base, 'AcceptedPaymentForms'))
    const answer = await shopped(rate, { plans: '<RatePlan RatePlanCode="AW"/>' })
    expect(only(answer)).toMatchObject({ pricePerNight: 15000, pointsPerNight: null })
  })

  it('reads no points where the chain has none', async () => {
    const answer = await shopped(cash + award(redemption('90000', '')), {
      plans: FLEX + awardPlan('29'),
      points: false,
    })
    expect(only(answer).rateCode).toBe('FLEX')
  })

  it.each([
    ['without points', '<Rate><Base AmountBeforeTax="1" CurrencyCode="USD"/></Rate>'],
    ['of no points', redemption('0', '')],
    ['of half a point', redemption('0.5', '')],
    [
      'with cash on the other tax basis',
      redemption('9000', '', '<Base AmountAfterTax="90" CurrencyCode="USD"/>'),
    ],
  ])('does not believe a redemption %s', async (_case, rate) => {
    await expect(shopAward(rate)).rejects.toMatchObject({ kind: 'broken' })
  })
})
