import { createHash, randomBytes } from 'node:crypto'
import { SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { at, type Markup, xml } from './xml.ts'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
const SECEXT = `${WSS}-wssecurity-secext-1.0.xsd`
const UTILITY = `${WSS}-wssecurity-utility-1.0.xsd`
const DIGEST_TYPE = `${WSS}-username-token-profile-1.0#PasswordDigest`
const BASE64_TYPE = `${WSS}-soap-message-security-1.0#Base64Binary`

export interface Login {
  username: string
  password: string
}

/** A SOAP 1.1 envelope with a WS-Security UsernameToken: fresh nonce, creation time, password digest. */
export function sealed(payload: Markup, login: Login, nowMs: number): Markup {
  const nonce = randomBytes(16)
  const created = new Date(nowMs).toISOString()
  const digest = passwordDigest(nonce, created, login.password)
  const token = xml('wsse:UsernameToken', {}, [
    xml('wsse:Username', {}, [login.username]),
    xml('wsse:Password', { Type: DIGEST_TYPE }, [digest]),
    xml('wsse:Nonce', { EncodingType: BASE64_TYPE }, [nonce.toString('base64')]),
    xml('wsu:Created', {}, [created]),
  ])
  const security = xml(
    'wsse:Security',
    { 'xmlns:wsse': SECEXT, 'xmlns:wsu': UTILITY, 'soap:mustUnderstand': 1 },
    [token],
  )
  return xml('soap:Envelope', { 'xmlns:soap': SOAP }, [
    xml('soap:Header', {}, [security]),
    xml('soap:Body', {}, [payload]),
  ])
}

/** Of the nonce's bytes, not of their Base64 text: the most common mistake with this digest. */
function passwordDigest(nonce: Buffer, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password).digest('base64')
}

/** The message inside an envelope. Throws a fault as the matching failure. */
export function unsealed(root: Element): Element {
  const body = root.name === 'Envelope' ? at(root, 'Body') : undefined
  if (body === undefined) throw new SourceFailure('broken', `<${root.name}> where a SOAP envelope should be`)
  const fault = at(body, 'Fault')
  if (fault) throw failureOfFault(fault)
  const [message, ...others] = body.children
  if (message === undefined || others.length > 0)
    throw new SourceFailure('broken', 'the SOAP body is not one message')
  return message
}

function failureOfFault(fault: Element): SourceFailure {
  const code = at(fault, 'faultcode')?.text ?? ''
  const detail = `SOAP fault ${code.slice(0, 80)}: ${(at(fault, 'faultstring')?.text ?? '').slice(0, 200)}`
  // `soap:Client` means that the request was wrong; everything else is a refusal, and a server fault is worth one retry. Security
  // faults have their own codes, without either word.
  const kind = /(?:^|:)Client(?:\.|$)/.test(code) ? 'broken' : 'refused'
  return new SourceFailure(kind, detail, { transient: /(?:^|:)Server(?:\.|$)/.test(code) })
}
