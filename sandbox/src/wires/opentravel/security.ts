import { createHash, timingSafeEqual } from 'node:crypto'
import type { Complaint } from './errors.ts'
import { at, type Node } from './read-xml.ts'
import type { Chain } from './source.ts'

const SKEW_MS = 5 * 60_000
const DIGEST_TYPE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest'

export interface SecurityFault {
  code: string
  text: string
}

/** Checks the UsernameToken of a SOAP header; remembers nonces for as long as their time stamp would pass. */
export function createTokenCheck(chain: Chain): (envelope: Node) => SecurityFault | undefined {
  const used = new Map<string, number>()
  return (envelope) => {
    const token = at(envelope, 'Header', 'Security', 'UsernameToken')
    const username = at(token, 'Username')?.text
    const password = at(token, 'Password')
    const nonce = at(token, 'Nonce')?.text ?? ''
    const created = at(token, 'Created')?.text ?? ''
    if (username === undefined || password === undefined || nonce === '' || created === '')
      return fault('InvalidSecurity', 'A UsernameToken with nonce, time and digest is required')
    if (password.attributes['Type'] !== DIGEST_TYPE)
      return fault('UnsupportedSecurityToken', 'Only password digests are accepted')

    const now = chain.world.now()
    const age = now - Date.parse(created)
    if (!(Math.abs(age) <= SKEW_MS)) return fault('MessageExpired', 'The time stamp is too far from ours')
    const digest = digestOf(Buffer.from(nonce, 'base64'), created, chain.password)
    if (username !== chain.requestorId || !isEqual(digest, password.text))
      return fault('FailedAuthentication', 'The security token could not be authenticated')

    for (const [old, until] of used) if (until < now) used.delete(old)
    if (used.has(nonce)) return fault('FailedAuthentication', 'The nonce was used before')
    used.set(nonce, Date.parse(created) + SKEW_MS)
    return undefined
  }
}

function fault(code: string, text: string): SecurityFault {
  return { code: `wsse:${code}`, text }
}

function digestOf(nonce: Buffer, created: string, password: string): string {
  return createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(created + password, 'utf8')]))
    .digest('base64')
}

/** The login of a plain message, where there is no header to carry one. */
export function checkRequestor(message: Node, chain: Chain): Complaint | undefined {
  const requestor = at(message, 'POS', 'Source', 'RequestorID')
  if (requestor?.attributes['ID'] !== chain.requestorId) return 'authorization'
  return isEqual(requestor.attributes['MessagePassword'] ?? '', chain.password) ? undefined : 'password'
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
