import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../src/wires/opentravel/read-xml.ts'
import type { Wire } from '../src/wires/wire.ts'
import {
  availRQ,
  complaintOf,
  messageOf,
  NOW_MS,
  openMarket,
  posted,
  roomRatesOf,
  roomStaysOf,
  sealed,
  type Token,
} from './opentravel-messages.ts'

const ASK = availRQ({ hotels: ['UNDERCUT'], requestor: 'ID="vacancy"' })
const MINUTE_MS = 60_000

const market = openMarket()
let wire: Wire

beforeEach(() => {
  market.restore()
  wire = market.wireOf('dunmore')
})

function faultOf(token: Token): string | undefined {
  const answer = posted(wire, sealed(ASK, token))
  return answer.status === 500 ? complaintOf(messageOf(answer)) : undefined
}

const moment = (ms: number) => new Date(NOW_MS + ms).toISOString()

describe('a chain that speaks OpenTravel in SOAP', () => {
  it('answers whoever proves the password, with everything in its prices', () => {
    const answer = posted(wire, sealed(ASK))
    expect(answer.status).toBe(200)
    const [flex] = roomRatesOf(roomStaysOf(messageOf(answer))[0])
    const base = at(flex, 'Rates', 'Rate', 'Base')
    // Two nights of 200 + 20 tax + 5 at the house.
    expect(base?.attributes).toEqual({ AmountAfterTax: '450.00', CurrencyCode: 'USD' })
    expect(at(base, 'Taxes')?.attributes['Amount']).toBe('50.00')
    expect(at(flex, 'Total')?.attributes).toEqual({ AmountAfterTax: '450.00', CurrencyCode: 'USD' })
  })

  it('reports business errors inside the envelope, with status 200', () => {
    const answer = posted(wire, sealed(availRQ({ hotels: ['UNKNOWN'] })))
    expect(answer.status).toBe(200)
    expect(complaintOf(messageOf(answer))).toBe('392')
  })

  it('refuses a wrong password, a wrong name and a password in the clear', () => {
    expect(faultOf({ password: 'guess' })).toBe('wsse:FailedAuthentication')
    expect(faultOf({ username: 'mallory' })).toBe('wsse:FailedAuthentication')
    expect(faultOf({ type: 'PasswordText' })).toBe('wsse:UnsupportedSecurityToken')
  })

  it('refuses a digest over the Base64 text of the nonce', () => {
    const nonce = Buffer.from('0123456789abcdef')
    const honest = sealed(ASK, { nonce })
    const wrong = sealed(ASK, { nonce: Buffer.from(nonce.toString('base64')) })
    const digest = /<w:Password[^>]*>([^<]*)</
    const swapped = honest.replace(digest.exec(honest)?.[1] ?? '', digest.exec(wrong)?.[1] ?? '')
    expect(complaintOf(messageOf(posted(wire, swapped)))).toBe('wsse:FailedAuthentication')
  })

  it('tolerates clocks five minutes apart and no more', () => {
    expect(faultOf({ created: moment(-5 * MINUTE_MS) })).toBeUndefined()
    expect(faultOf({ created: moment(5 * MINUTE_MS) })).toBeUndefined()
    expect(faultOf({ created: moment(-5 * MINUTE_MS - 1) })).toBe('wsse:MessageExpired')
    expect(faultOf({ created: moment(5 * MINUTE_MS + 1) })).toBe('wsse:MessageExpired')
    expect(faultOf({ created: 'this morning' })).toBe('wsse:MessageExpired')
  })

  it('takes a nonce once, for as long as its time stamp would pass', () => {
    const nonce = Buffer.from('0123456789abcdef')
    const created = moment(4 * MINUTE_MS)
    expect(faultOf({ nonce, created })).toBeUndefined()
    expect(faultOf({ nonce, created })).toBe('wsse:FailedAuthentication')
    market.wait(9 * MINUTE_MS - 1)
    expect(faultOf({ nonce, created })).toBe('wsse:FailedAuthentication')
    market.wait(2)
    expect(faultOf({ nonce, created })).toBe('wsse:MessageExpired')
  })

  it('does not remember the nonce of a forged message', () => {
    const nonce = Buffer.from('0123456789abcdef')
    expect(faultOf({ nonce, password: 'guess' })).toBe('wsse:FailedAuthentication')
    expect(faultOf({ nonce })).toBeUndefined()
  })

  it('refuses an envelope without a token, and what is no envelope', () => {
    const bare = sealed(ASK).replace(/<s:Header>.*<\/s:Header>/, '')
    expect(complaintOf(messageOf(posted(wire, bare)))).toBe('wsse:InvalidSecurity')
    for (const body of [ASK, sealed('<OTA_PingRQ/>'), sealed(''), 'garbage'])
      expect(complaintOf(messageOf(posted(wire, body)))).toBe('soap:Client')
  })
})
