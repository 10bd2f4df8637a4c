import { describe, expect, it } from 'vitest'
import type { Rate, StayAnswer, StayQuery } from '../../src/sources/source.ts'
import { answering, bound, FLEX, flatRate, roomRate, roomStay, STAY, success } from './opentravel-answers.ts'

/** What the schema allows and partners send, beside the full form that the other tests use. */

async function shopped(rates: string, parts: { plans?: string; asked?: Partial<StayQuery> } = {}) {
  const { call } = answering(success(roomStay({ plans: parts.plans ?? FLEX, rates })))
  return bound().shop({ ...STAY, ...parts.asked }, call)
}

function ratesOf(answer: StayAnswer): Rate[] {
  return answer.rooms.flatMap((room) => room.rates)
}

const base = (amount: string) => `<Base AmountBeforeTax="${amount}" CurrencyCode="USD"/>`
const dated = (first: string, last: string, content: string, more = '') =>
  `<Rates><Rate EffectiveDate="2027-03-${first}" ExpireDate="2027-03-${last}"${more}>${content}</Rate></Rates>`
const night = (day: string, amount: string, plan = 'FLEX') => roomRate(plan, dated(day, day, base(amount)))

describe('an OpenTravel partner that prices nights in room rates of their own', () => {
  const nights = night('04', '150') + night('05', '0.00') + night('06', '180')

  it('is read as one rate over the stay, with a free night in it', async () => {
    expect(ratesOf(await shopped(nights))).toMatchObject([
      { rateCode: 'FLEX', pricePerNight: 11000, total: 33000 },
    ])
  })

  it('adds up the totals of the nights', async () => {
    const taxed = nights.replaceAll('</Rates>', '</Rates><Total AmountAfterTax="120" CurrencyCode="USD"/>')
    expect(ratesOf(await shopped(taxed))).toMatchObject([{ pricePerNight: 11000, totalAfterTax: 36000 }])
  })

  it('joins plans that change during the stay, and believes the stricter terms', async () => {
    const low = '<RatePlan RatePlanCode="LOW" RatePlanName="Low Season"/>'
    const high =
      '<RatePlan RatePlanCode="HIGH" RatePlanName="High Season"><CancelPenalties>' +
      '<CancelPenalty NonRefundable="true"/></CancelPenalties></RatePlan>'
    const rates = night('04', '80', 'HIGH') + night('05', '80', 'HIGH') + night('06', '60', 'LOW')
    expect(ratesOf(await shopped(rates, { plans: low + high }))).toMatchObject([
      { rateCode: 'HIGH+LOW', name: 'High Season + Low Season', total: 22000, refundable: false },
    ])
  })

  it('does not sell a stay from some of its nights', async () => {
    await expect(shopped(night('04', '150') + night('05', '150'))).rejects.toMatchObject({ kind: 'broken' })
    const partly = night('04', '50') + flatRate('FLEX', '450', '495')
    expect(ratesOf(await shopped(partly))).toMatchObject([{ total: 45000 }])
  })
})

describe('an OpenTravel partner that states how long a price is valid', () => {
  it('is read for the nights asked, whatever the season', async () => {
    const season = roomRate('FLEX', dated('01', '31', base('189')))
    const seasons = roomRate(
      'FLEX',
      dated('01', '04', base('150')).replace('</Rates>', '') +
        dated('05', '31', base('200')).replace('<Rates>', ''),
    )
    expect(ratesOf(await shopped(season))).toMatchObject([{ pricePerNight: 18900, total: 56700 }])
    expect(ratesOf(await shopped(seasons))).toMatchObject([{ total: 55000 }])
  })

  it('leaves out rates for other dates, and takes no price of a longer period for that of the stay', async () => {
    const other = roomRate('FLEX', dated('20', '25', base('10')))
    expect(ratesOf(await shopped(other + flatRate('FLEX', '450', '495')))).toMatchObject([{ total: 45000 }])
    const month = roomRate('FLEX', dated('01', '31', base('3000'), ' RateTimeUnit="FullDuration"'))
    await expect(shopped(month)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('an OpenTravel partner that sends totals alone', () => {
  const total = '<Total AmountBeforeTax="450" AmountAfterTax="495" CurrencyCode="USD"/>'

  it.each([
    ['of the stay', roomRate('FLEX', dated('04', '06', total, ' RateTimeUnit="FullDuration"'))],
    ['of the room rate', roomRate('FLEX', total)],
    ['of a price per stay', roomRate('FLEX', dated('04', '06', total, ' RoomPricingType="Per stay"'))],
  ])('is read by the total %s', async (_case, rate) => {
    expect(ratesOf(await shopped(rate))).toMatchObject([
      { pricePerNight: 15000, pricePerNightAfterTax: 16500, taxIncluded: false },
    ])
  })

  it('is read by the total of a room stay that sells nothing else', async () => {
    const bare = roomRate('FLEX', '')
    const stay = (rates: string) =>
      roomStay({ plans: FLEX, rates }).replace('<BasicPropertyInfo', `${total}$&`)
    const named = (rates: string) => success(stay(rates)).replace('HotelName', 'CurrencyCode="USD" HotelName')
    const { call } = answering(named(bare))
    expect(ratesOf(await bound().shop(STAY, call))).toMatchObject([{ total: 45000, totalAfterTax: 49500 }])
    await expect(bound().shop(STAY, answering(named(bare + bare)).call)).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it('is not read where the total may be of one night or of all, or per person', async () => {
    for (const more of ['', ' RoomPricingType="Per person per night"', ' ChargeType="20"'])
      await expect(shopped(roomRate('FLEX', dated('04', '06', total, more)))).rejects.toMatchObject({
        kind: 'broken',
      })
  })

  it('does not halve a price whose multiplier only counts the nights', async () => {
    const nightly = roomRate(
      'FLEX',
      `${dated('04', '06', base('150'), ' UnitMultiplier="3"')}<Total AmountAfterTax="495" CurrencyCode="USD"/>`,
    )
    await expect(shopped(nightly)).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('an OpenTravel partner that prices by the number of guests', () => {
  it('is read by the rate for the asked party', async () => {
    const by = (guests: number, amount: string) =>
      `<Rate MinGuestApplicable="${guests}" MaxGuestApplicable="${guests}">${base(amount)}</Rate>`
    const rate = roomRate('FLEX', `<Rates>${by(1, '90')}${by(2, '110')}${by(3, '140')}</Rates>`)
    expect(ratesOf(await shopped(rate))).toMatchObject([{ pricePerNight: 11000 }])
    await expect(
      shopped(rate, { asked: { occupancy: { adults: 4, children: 0, rooms: 1 } } }),
    ).rejects.toMatchObject({ kind: 'broken' })
  })
})

describe('an OpenTravel partner that refers to rooms and plans in its own way', () => {
  const rates = dated('04', '06', base('100'))
  const answerWith = async (types: string, plans: string, rate: string) => {
    const stay = roomStay({ plans: FLEX, rates: rate })
      .replace(/<RoomTypes>.*<\/RoomTypes>/, types)
      .replace(/<RatePlans>.*<\/RatePlans>/, plans)
    return bound().shop(STAY, answering(success(stay)).call)
  }

  it('needs no plans, and no reference to the only one', async () => {
    const without = await answerWith(
      '',
      '',
      `<RoomRate RoomTypeCode="A1K" RatePlanID="CRP">${rates}</RoomRate>`,
    )
    expect(without.rooms).toMatchObject([{ roomCode: 'A1K', name: 'A1K', rates: [{ rateCode: 'CRP' }] }])
    const single = await answerWith(
      '',
      '<RatePlans><RatePlan RatePlanCode="REGA"/></RatePlans>',
      `<RoomRate>${rates.replace('</Rate>', '<RateDescription><Text>Regular, deluxe room</Text></RateDescription></Rate>')}</RoomRate>`,
    )
    expect(single.rooms).toMatchObject([
      { roomCode: 'regular-deluxe-room', name: 'Regular, deluxe room', rates: [{ rateCode: 'REGA' }] },
    ])
    const several = '<RatePlans><RatePlan RatePlanCode="A"/><RatePlan RatePlanCode="B"/></RatePlans>'
    await expect(answerWith('', several, `<RoomRate>${rates}</RoomRate>`)).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it('names rooms by their id, their type and their description', async () => {
    const types =
      '<RoomTypes><RoomType RoomID="7" RoomType="Double Room"><RoomDescription><Text>One king</Text></RoomDescription></RoomType>' +
      '<RoomType RoomID="7"><Occupancy MaxOccupancy="4"/></RoomType>' +
      '<RoomType RoomID="8"><RoomDescription><Text>Two queens</Text></RoomDescription></RoomType></RoomTypes>'
    const plans = `<RatePlans>${FLEX}</RatePlans>`
    const rate = (id: string) => `<RoomRate RoomID="${id}" RatePlanCode="FLEX">${rates}</RoomRate>`
    const answer = await answerWith(types, plans, rate('7') + rate('8'))
    expect(answer.rooms).toMatchObject([
      { roomCode: '7', name: 'Double Room', maxOccupancy: 4 },
      { roomCode: '8', name: 'Two queens', maxOccupancy: null },
    ])
  })
})

describe('who may book an OpenTravel rate', () => {
  const audience = async (plan: string) =>
    ratesOf(await shopped(flatRate('P', '450', '495'), { plans: `<RatePlan RatePlanCode="P"${plan}/>` }))[0]

  it.each([
    ['a member', ' RateIndicator="Exclusive" ID_RequiredInd="true"', { memberOnly: true, restricted: false }],
    ['a government', ' RatePlanType="8" ID_RequiredInd="true"', { memberOnly: false, restricted: true }],
    ['a company', ' RatePlanType="4" RateIndicator="Exclusive"', { memberOnly: false, restricted: true }],
    [
      'who shows a document',
      ' ID_RequiredInd="true" QualificationType="3"',
      { memberOnly: false, restricted: true },
    ],
    [
      'who is named',
      ' RatePlanName="AAA Member Rate" ID_RequiredInd="1"',
      { memberOnly: false, restricted: true },
    ],
    ['who buys a package', ' RatePlanType="26"', { memberOnly: false, restricted: false, package: true }],
    ['anybody', ' RatePlanType="13"', { memberOnly: false, restricted: false, package: false }],
  ])('is %s', async (_who, plan, expected) => {
    expect(await audience(plan)).toMatchObject(expected)
  })

  it('keeps restricted rates, packages and other currencies out of the lowest price', async () => {
    const plans =
      '<RatePlan RatePlanCode="GOV" RatePlanType="8"/><RatePlan RatePlanCode="PKG" RatePlanType="11"/>' + FLEX
    const rates =
      flatRate('GOV', '300', '330') +
      flatRate('PKG', '330', '363') +
      flatRate('FLEX', '390', '429').replaceAll('"USD"', '"EUR"') +
      flatRate('FLEX', '450', '495')
    const body = success(roomStay({ plans, rates }))
    const query = { ...STAY, hotelCodes: ['LONMY'], member: false }
    const rows = await bound().lowest?.(query, answering(body).call)
    expect(rows).toMatchObject([{ lowest: { currency: 'USD', bar: 15000, barAfterTax: 16500 } }])
    const answer = await bound().shop(STAY, answering(body).call)
    expect(answer.currency).toBe('USD')
    expect(ratesOf(answer).map((rate) => rate.currency)).toEqual(['USD', 'USD', 'EUR', 'USD'])
  })
})
