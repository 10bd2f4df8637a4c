import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in a mail does. */
export type Consent = 'verify' | 'unsubscribe'

/**
 * Proves that somebody reads the mails of an address. It follows from the secret of the endpoint, which nobody is shown, so nothing
 * has to be stored; and from the address, so that it is worth nothing for the next one.
 */
export function consentToken(secret: string, consent: Consent, address: string): string {
  return createHmac('sha256', secret).update(`${consent} ${address}`).digest('base64url')
}

export function isToken(told: string, expected: string): boolean {
  const [a, b] = [Buffer.from(told), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function consentLink(publicUrl: string, consent: Consent, endpoint: string, token: string): string {
  return `${publicUrl}/mail/${consent}?${new URLSearchParams({ endpoint, token }).toString()}`
}
