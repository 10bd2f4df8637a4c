import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { opentravel } from '../../src/sources/families/opentravel/family.ts'
import {
  answering,
  availRS,
  bound,
  FLEX,
  flatRate,
  inSoap,
  NOW_MS,
  roomStay,
  SOAP,
  STAY,
  success,
} from './opentravel-answers.ts'

const AVAILABLE = success(roomStay({ plans: FLEX, rates: flatRate('FLEX', '450', '495') }))
const error = (code: number, type = 3) =>
  availRS(`<Errors><Error Type="${type}" Code="${code}" ShortText="As the table says"/></Errors>`)

async function failing(body: Parameters<typeof answering>[0], profile?: Record<string, unknown>) {
  return bound(profile).shop(STAY, answering(body).call)
}

const restricted = (start: string, nights: number) =>
  `<HotelStay><Availability Status="Open" Start="${start}" End="2027-03-07">` +
  `<Restriction RestrictionType="MinLOS" Time="${nights}" TimeUnit="Day"/></Availability>` +
  '<BasicPropertyInfo HotelCode="LONMY"/></HotelStay>'

const summary = (status: string) =>
  availRS(
    `<Success/><HotelStays><HotelStay><Availability Status="${status}" Start="2027-03-04" End="2027-03-07"/>` +
      '<BasicPropertyInfo HotelCode="LONMY"/></HotelStay></HotelStays>',
  )

const guests = (attributes: string, counts: string) =>
  `<GuestCounts${attributes}><GuestCount AgeQualifyingCode="10" ${counts}/></GuestCounts>`

const fault = (code: string) =>
  inSoap(`<s:Fault><faultcode>${code}</faultcode><faultstring>No</faultstring></s:Fault>`)

describe('what an OpenTravel source is asked', () => {
  it('names hotel, dates, party, rooms, currency and the freshness it wants', async () => {
    const { call, sent } = answering(AVAILABLE)
    const query = { ...STAY, occupancy: { adults: 2, children: 1, rooms: 2 }, currency: 'EUR' }
    await expect(bound().shop(query, { ...call, live: true })).rejects.toMatchObject({ kind: 'broken' })
    const [request] = sent
    expect(request).toMatchObject({ method: 'POST', path: '/' })
    expect(request?.body).toContain('<HotelRef HotelCode="LONMY"/>')
    expect(request?.body).toContain('<StayDateRange Start="2027-03-04" End="2027-03-07"/>')
    expect(request?.body).toContain(
      '<RoomStayCandidate Quantity="2"><GuestCounts IsPerRoom="true"><GuestCount AgeQualifyingCode="10" Count="2"/>' +
        '<GuestCount AgeQualifyingCode="8" Age="8" Count="1"/></GuestCounts></RoomStayCandidate>',
    )
    expect(request?.body).toContain('RequestedCurrency="EUR" SearchCacheLevel="Live"')
  })

  it('accepts cached figures unless the call is live', async () => {
    const { call, sent } = answering(AVAILABLE)
    await bound().shop(STAY, call)
    expect(sent[0]?.body).toContain('SearchCacheLevel="VeryRecent"')
  })

  it('cannot be made to write markup by what it is asked or configured with', async () => {
    const { call, sent } = answering(error(392))
    const hotelCode = `X"/><HotelRef HotelCode='Y' a="&amp;`
    await expect(bound().shop({ ...STAY, hotelCode }, call)).rejects.toMatchObject({ kind: 'not_found' })
    const body = sent[0]?.body ?? ''
    expect(body.match(/<HotelRef/g)).toHaveLength(1)
    expect(body).toContain('HotelCode="X&#34;/&#62;&#60;HotelRef HotelCode=&#39;Y&#39; a=&#34;&#38;amp;"')
    expect(body).toContain('ID="vacancy" MessagePassword="se&#60;cret&#38;&#34;1"')
  })

  it('proves the password in SOAP by a digest and never shows it', async () => {
    const { call, sent } = answering(inSoap(error(392)))
    const adapter = bound(SOAP)
    await expect(adapter.shop(STAY, call)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(adapter.shop(STAY, call)).rejects.toMatchObject({ kind: 'not_found' })
    const nonces = sent.map(({ body = '', headers }) => {
      const text = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)<`).exec(body)?.[1] ?? ''
      const created = text('wsu:Created')
      expect(created).toBe(new Date(NOW_MS).toISOString())
      const nonce = Buffer.from(text('wsse:Nonce'), 'base64')
      expect(text('wsse:Password')).toBe(
        createHash('sha1')
          .update(Buffer.concat([nonce, Buffer.from(`${created}se<cret&"1`)]))
          .digest('base64'),
      )
      expect(body).not.toContain('MessagePassword')
      expect(headers).toMatchObject({ soapaction: '"OTA_HotelAvailRQ"' })
      return nonce.toString('hex')
    })
    expect(new Set(nonces).size).toBe(2)
  })

  it('keeps the XML only for a call that wants it', async () => {
    const { call } = answering(AVAILABLE)
    expect((await bound().shop(STAY, call)).raw).toEqual([])
    const [body] = (await bound().shop(STAY, { ...call, raw: true })).raw
    expect(body).toContain('<OTA_HotelAvailRS')
  })

  it.each([
    [{ envelope: 'fax', taxIncluded: true }, /envelope/],
    [{ envelope: 'plain' }, /taxIncluded/],
    [{ envelope: 'plain', taxIncluded: false, batsh: true }, /batsh/],
    [{ envelope: 'plain', taxIncluded: false, geo: 'no' }, /geo/],
  ])('refuses the profile %j in one line', (profile, words) => {
    expect(() => bound(profile)).toThrow(words)
  })

  it('offers only what the profile has', () => {
    const plain = { envelope: 'plain', taxIncluded: false }
    expect(bound({ ...plain, geo: false })).not.toHaveProperty('near')
    expect(bound(plain)).not.toHaveProperty('lowest')
    expect(bound(SOAP)).toMatchObject({ near: expect.any(Function), lowest: expect.any(Function) })
    expect(opentravel.credentials).toEqual(['requestorId', 'password'])
  })
})

describe('an OpenTravel answer without a price', () => {
  it.each([
    ['NoAvailability', 'sold_out'],
    ['ClosedOut', 'closed'],
    ['LOS_Restricted', 'restricted_los'],
  ])('reads %s as %s', async (word, status) => {
    const answer = await failing(success(roomStay({ status: word })))
    expect(answer).toMatchObject({ status, rooms: [], minLos: null, hotel: { hotelCode: 'LONMY' } })
  })

  it('reads the minimum stay of the arrival night', async () => {
    const stays = `<HotelStays>${restricted('2027-03-04', 4)}${restricted('2027-03-05', 9)}</HotelStays>`
    const body = success(roomStay({ status: 'LOS_Restricted' })).replace('<RoomStays>', `${stays}<RoomStays>`)
    expect(await failing(body)).toMatchObject({ status: 'restricted_los', minLos: 4 })
  })

  it('believes a summary that says closed, but not one that says open', async () => {
    expect(await failing(summary('ClosedOnArrival'))).toMatchObject({ status: 'closed' })
    await expect(failing(summary('Open'))).rejects.toMatchObject({ kind: 'broken' })
  })

  it('believes an error that means sold out only if it carries our token', async () => {
    expect(await failing(error(322))).toMatchObject({ status: 'sold_out', currency: 'USD', hotel: null })
    expect(await failing(error(346))).toMatchObject({ status: 'closed' })
    await expect(failing(error(322).replace(' EchoToken="$TOKEN"', ''))).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it.each([
    [104, 'sold_out'],
    [322, 'sold_out'],
    [376, 'sold_out'],
    [427, 'sold_out'],
    [110, 'closed'],
    [346, 'closed'],
    [563, 'closed'],
    [575, 'closed'],
    [69, 'restricted_los'],
    [70, 'restricted_los'],
    [377, 'restricted_los'],
    [409, 'restricted_los'],
    [410, 'restricted_los'],
    [411, 'restricted_los'],
    [727, 'restricted_los'],
  ])('reads error %i as %s', async (code, status) => {
    expect(await failing(error(code))).toMatchObject({ status, rooms: [] })
  })

  it('believes no error that stands beside a failure', async () => {
    const both = error(322).replace('</Errors>', '<Error Type="4" Code="175"/></Errors>')
    await expect(failing(both)).rejects.toMatchObject({ kind: 'refused' })
  })

  it('is sold out where every room rate says so, and not where one says something else', async () => {
    const full = flatRate('FLEX', '450', '495').replace(
      '<RoomRate ',
      '<RoomRate AvailabilityStatus="NoAvailability" ',
    )
    const onRequest = full.replace('NoAvailability', 'OnRequest')
    expect(await failing(success(roomStay({ plans: FLEX, rates: full + full })))).toMatchObject({
      status: 'sold_out',
    })
    await expect(failing(success(roomStay({ plans: FLEX, rates: full + onRequest })))).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it('sells what one of several room stays of the hotel has', async () => {
    const open = roomStay({ plans: FLEX, rates: flatRate('FLEX', '450', '495') })
    const answer = await failing(success(roomStay({ status: 'NoAvailability' }), open))
    expect(answer).toMatchObject({ status: 'available', rooms: [{ roomCode: 'SQN' }] })
  })
})

describe('an OpenTravel answer to another question', () => {
  const priced = { plans: FLEX, rates: flatRate('FLEX', '450', '495') }

  it.each([
    ['another hotel', success(roomStay({ ...priced, hotelCode: 'PARIS' }))],
    ['another hotel that is sold out', success(roomStay({ status: 'NoAvailability', hotelCode: 'PARIS' }))],
    ['a second hotel beside ours', success(roomStay(priced), roomStay({ ...priced, hotelCode: 'PARIS' }))],
    [
      'other dates',
      success(roomStay({ ...priced, span: '<TimeSpan Start="2027-03-05" End="2027-03-08"/>' })),
    ],
    [
      'other dates that are sold out',
      success(
        roomStay({ status: 'NoAvailability', span: '<TimeSpan Start="2027-03-04" End="2027-03-06"/>' }),
      ),
    ],
    ['another party', success(roomStay({ ...priced, guests: guests('', 'Count="3"') }))],
    [
      'nothing for sale on dates that nobody names',
      success(roomStay({ status: 'NoAvailability', span: '' })).replace(' EchoToken="$TOKEN"', ''),
    ],
    [
      'a party with an infant more',
      success(
        roomStay({
          ...priced,
          guests: guests('', 'Count="2"').replace('</', '<GuestCount AgeQualifyingCode="7" Count="1"/></'),
        }),
      ),
    ],
    ['another request', AVAILABLE.replace('$TOKEN', 'somebody-else')],
    ['no hotel at all', availRS('<Success/>')],
    ['neither success nor error', availRS('<RoomStays/>')],
    ['a room stay on request', success(roomStay({ status: 'OnRequest' }))],
    ['a room stay for sale with nothing in it', success(roomStay({}))],
    ['the search', AVAILABLE.replaceAll('OTA_HotelAvailRS', 'OTA_HotelSearchRS')],
  ])('is broken where it is about %s', async (_case, body) => {
    await expect(failing(body)).rejects.toMatchObject({ name: 'SourceFailure', kind: 'broken' })
  })

  it('takes what the schema lets an answer leave out from the request', async () => {
    const silent = success(roomStay({ ...priced, span: '', guests: '' }))
    const nameless = silent.replace(/<BasicPropertyInfo.*<\/BasicPropertyInfo>/, '')
    for (const body of [silent, nameless])
      expect(await failing(body)).toMatchObject({ status: 'available', rooms: [{ roomCode: 'SQN' }] })
    await expect(failing(nameless.replace(' EchoToken="$TOKEN"', ''))).rejects.toMatchObject({
      kind: 'broken',
    })
    const full = success(roomStay({ status: 'NoAvailability', span: '', guests: '' }))
    expect(await failing(full)).toMatchObject({ status: 'sold_out' })
  })

  it('counts guests without an age code, and leaves out room stays for other parties', async () => {
    const counts = (count: number) => `<GuestCounts><GuestCount Count="${count}"/></GuestCounts>`
    const forTwo = roomStay({ ...priced, guests: counts(2) })
    const forThree = roomStay({
      plans: FLEX,
      rates: flatRate('FLEX', '90', '99'),
      guests: counts(3),
    })
    expect(await failing(success(forThree, forTwo))).toMatchObject({
      rooms: [{ rates: [{ pricePerNight: 15000 }] }],
    })
    await expect(failing(success(forThree))).rejects.toMatchObject({ kind: 'broken' })
  })

  it('sells the open room stays next to one on request', async () => {
    const onRequest = roomStay({ status: 'OnRequest' })
    expect(await failing(success(onRequest, roomStay(priced)))).toMatchObject({ status: 'available' })
    await expect(failing(success(onRequest, roomStay({ status: 'NoAvailability' })))).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it('does not sell a room stay that is marked as unavailable', async () => {
    const closed = success(roomStay(priced)).replace('<RoomStay ', '<RoomStay AvailableIndicator="false" ')
    await expect(failing(closed)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('accepts a span by duration, a span with times, and counts for all rooms together', async () => {
    const spans = [
      '<TimeSpan Start="2027-03-04" Duration="P3N"/>',
      '<TimeSpan Start="2027-03-04T15:00:00" End="2027-03-07T11:00:00"/>',
    ]
    for (const span of spans) expect(await failing(success(roomStay({ ...priced, span })))).toBeDefined()
    const { call } = answering(
      success(roomStay({ ...priced, guests: guests(' IsPerRoom="false"', 'Count="4"') })),
    )
    const query = { ...STAY, occupancy: { adults: 2, children: 0, rooms: 2 } }
    expect(await bound().shop(query, call)).toMatchObject({ status: 'available' })
  })
})

describe('an OpenTravel source that fails', () => {
  it.each([
    [error(392), { kind: 'not_found' }],
    [error(361), { kind: 'not_found' }],
    [error(424), { kind: 'not_found' }],
    [error(175, 4), { kind: 'refused', transient: false }],
    [error(497, 4), { kind: 'refused', transient: false }],
    [error(450), { kind: 'refused', transient: false }],
    // Neither says whether rooms are left: the first names no reason, the others concern a rate or a filter.
    [error(560), { kind: 'refused', transient: false }],
    [error(437), { kind: 'refused', transient: false }],
    [error(779), { kind: 'refused', transient: false }],
    [error(9999), { kind: 'refused', transient: false }],
    [error(191), { kind: 'refused', transient: true }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'refused', retryAfterMs: 7000 },
    ],
    [{ status: 503 }, { kind: 'refused', transient: true }],
    [
      { status: 503, headers: { 'retry-after': '30' } },
      { kind: 'refused', transient: false, retryAfterMs: 30000 },
    ],
    [{ status: 401 }, { kind: 'refused', transient: false }],
    [{ status: 302 }, { kind: 'broken' }],
    ['<OTA_ErrorRS Version="3.000" ErrorCode="Malformed"/>', { kind: 'refused' }],
  ])('tells %j', async (answer, failure) => {
    await expect(failing(answer)).rejects.toMatchObject(failure)
  })

  it.each([
    [
      { status: 500, body: fault('wsse:FailedAuthentication') },
      { kind: 'refused', transient: false },
    ],
    [
      { status: 500, body: fault('s:Server') },
      { kind: 'refused', transient: true },
    ],
    [{ status: 200, body: fault('s:Client') }, { kind: 'broken' }],
    [{ status: 500, body: 'Fault: not XML' }, { kind: 'broken' }],
    [{ status: 500, body: '' }, { kind: 'refused' }],
    [{ status: 200, body: AVAILABLE }, { kind: 'broken' }],
    [{ status: 200, body: inSoap('') }, { kind: 'broken' }],
  ])('tells %j in SOAP', async (answer, failure) => {
    await expect(failing(answer, SOAP)).rejects.toMatchObject(failure)
  })

  it.each([
    ['an HTML page', '<html><body>Down for maintenance<br></body></html>'],
    ['nothing', ''],
    ['a document cut short', AVAILABLE.slice(0, -200)],
    ['JSON', '{"error":"no"}'],
    ['two documents', AVAILABLE + AVAILABLE.replace(/^<\?xml[^>]*\?>/, '')],
    ['elements nested without end', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`],
  ])('is broken where it sends %s', async (_case, body) => {
    await expect(failing(body)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('refuses a document that declares entities, whatever they would expand to', async () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
      '',
    )
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`
    const body = AVAILABLE.replace(/^<\?xml[^>]*\?>/, bomb).replace('Mayfair', '&l9;')
    await expect(failing(body)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('keeps an undeclared entity as it is', async () => {
    const answer = await failing(AVAILABLE.replace('Mayfair', '&secret; &#x4D;ayfair'))
    expect(answer.hotel?.name).toBe('Castellan & Sons, &secret; Mayfair')
  })
})

it('takes no answer with thousands of offers of one hotel', async () => {
  const rates = Array.from({ length: 1001 }, () => flatRate('FLEX', '100.00', '330.00')).join('')
  const { call } = answering(success(roomStay({ plans: FLEX, rates })))
  await expect(bound().shop(STAY, call)).rejects.toThrow('1001 offers of one hotel, where 1000 are the most')
})
