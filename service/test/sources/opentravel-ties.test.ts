import { describe, expect, it } from 'vitest'
import {
  answering,
  availRS,
  BATCH,
  bound,
  FLEX,
  flatRate,
  roomRate,
  roomStay,
  STAY,
  success,
} from './opentravel-answers.ts'

/** A room stay without its hotel, as from systems that describe hotels apart. */
const numbered = (rph: string, before: string) =>
  roomStay({ plans: FLEX, rates: flatRate('FLEX', before, '2000') })
    .replace(/<BasicPropertyInfo.*<\/BasicPropertyInfo>/, '')
    .replace('<RoomStay ', `<RoomStay RPH="${rph}" `)
const named = roomStay({ plans: FLEX, rates: flatRate('FLEX', '1450', '2000') }).replace(' ', ' RPH="1" ')
const hotelStay = (rphs: string, code: string) =>
  `<HotelStay RoomStayRPH="${rphs}"><BasicPropertyInfo HotelCode="${code}" HotelName="House ${code}"/></HotelStay>`
const answer = (hotelStays: string, ...roomStays: string[]) =>
  availRS(
    `<Success/><HotelStays>${hotelStays}</HotelStays><RoomStays>${roomStays.join('')}</RoomStays>`,
  ).replace(' EchoToken="$TOKEN"', '')

const shop = (body: string, profile?: Record<string, unknown>) =>
  bound(profile).shop(STAY, answering(body).call)

describe('an OpenTravel answer that names hotels apart from their room stays', () => {
  it('gives each hotel the room stays that refer to it', async () => {
    const both = answer(
      hotelStay('1 3', 'LONMY') + hotelStay('2', 'PARIS'),
      numbered('1', '1666'),
      numbered('2', '1450'),
      numbered('3', '1700'),
    )
    const rows = await bound().lowest?.(BATCH, answering(both).call)
    expect(rows).toMatchObject([
      { hotelCode: 'LONMY', lowest: { bar: 55533 } },
      { hotelCode: 'PARIS', lowest: { bar: 48333 } },
    ])
    const one = answer(hotelStay('1', 'LONMY'), numbered('1', '1666'))
    expect(await shop(one)).toMatchObject({
      hotel: { hotelCode: 'LONMY', name: 'House LONMY' },
      rooms: [{ rates: [{ total: 166600 }] }],
    })
    expect(await shop(one.replace(' RoomStayRPH="1"', ''))).toMatchObject({ status: 'available' })
  })

  it.each([
    ['of another hotel', answer(hotelStay('1', 'PARIS'), numbered('1', '1450'))],
    ['that nothing refers to', answer(hotelStay('1', 'LONMY'), numbered('2', '1450'))],
    ['of two hotels', answer(hotelStay('1', 'LONMY') + hotelStay('1', 'PARIS'), numbered('1', '1450'))],
    ['that name another hotel', answer(hotelStay('1', 'PARIS'), named)],
  ])('has nothing to say in room stays %s', async (_case, body) => {
    await expect(shop(body)).rejects.toMatchObject({ kind: 'broken' })
    const alone = { ...BATCH, hotelCodes: ['LONMY'] }
    const [row] = (await bound().lowest?.(alone, answering(body).call)) ?? []
    expect(row).toMatchObject({ failure: { kind: 'broken' } })
  })
})

describe('an OpenTravel partner whose rates cover the stay unless they say otherwise', () => {
  const total = '<Total AmountBeforeTax="450" AmountAfterTax="495" CurrencyCode="USD"/>'
  const body = (unit: string) =>
    success(roomStay({ plans: FLEX, rates: roomRate('FLEX', `<Rates><Rate${unit}>${total}</Rate></Rates>`) }))
  const partner = { envelope: 'plain', taxIncluded: false, rateTimeUnit: 'FullDuration' }

  it('is read by its totals, and only where the operator says so', async () => {
    expect(await shop(body(''), partner)).toMatchObject({ rooms: [{ rates: [{ total: 45000 }] }] })
    await expect(shop(body(''))).rejects.toMatchObject({ kind: 'broken' })
    await expect(shop(body(' RateTimeUnit="Day"'), partner)).rejects.toMatchObject({ kind: 'broken' })
    expect(() => bound({ ...partner, rateTimeUnit: 'Night' })).toThrow('"Day" or "FullDuration"')
  })
})
