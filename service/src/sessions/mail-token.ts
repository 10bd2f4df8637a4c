import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in a mail may do, for whom, and until when. */
export interface MailGrant {
  purpose: 'reset' | 'email'
  userId: string
  untilMs: number
  /** The new e-mail address, for a change of it. */
  email?: string
}

/**
 * A signed grant. It is signed together with what it changes, the password's hash or the address, so a link works once, and an
 * older one not at all; nothing has to be stored.
 */
export function sealGrant(key: Buffer, grant: MailGrant, current: string): string {
  const told = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${told}.${signatureOf(key, told, current)}`
}

/** The grant as it claims to be. Check it with `isGranted` before anything is done. */
export function readGrant(token: string): MailGrant | null {
  try {
    const grant: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'))
    return typeof grant === 'object' && grant !== null && 'userId' in grant ? (grant as MailGrant) : null
  } catch {
    return null
  }
}

export function isGranted(key: Buffer, token: string, current: string, nowMs: number): boolean {
  const [told = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(key, told, current))
  const found = Buffer.from(signature)
  const isSigned = found.length === expected.length && timingSafeEqual(found, expected)
  return isSigned && nowMs < (readGrant(token)?.untilMs ?? 0)
}

function signatureOf(key: Buffer, told: string, current: string): string {
  return createHmac('sha256', key).update(`${told}\n${current}`).digest('base64url')
}
