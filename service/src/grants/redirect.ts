import { isLoopback } from '../kernel/loopback.ts'

/** Schemes that a browser handles itself, or that lead into its own pages. */
const NO_PROGRAM =
  /^(https?|javascript|vbscript|data|blob|file|filesystem|about|chrome[\w-]*|view-source|ftp|wss?|mailto|tel|sms|intent):$/

/** A browser drops or changes them: what is registered must be what is opened. */
const CONTROL = /[\s\p{Cc}]/u

/** Null if a client may be sent back to this address; otherwise why not. */
export function flawOfRedirect(uri: string): string | null {
  const url = URL.parse(uri)
  if (!url) return 'is no address'
  if (CONTROL.test(uri)) return 'must not have spaces or control characters'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:')
    return isLoopback(url.hostname) ? null : 'must be https, unless it is of the same machine'
  // Programs have schemes of their own (RFC 8252, section 7.1).
  return NO_PROGRAM.test(url.protocol) ? `must not begin with ${url.protocol}` : null
}

/** The same text. Only the port of a program on the person's own machine may differ: it takes any that is free (RFC 8252, section 7.3). */
export function isSameRedirect(asked: string, known: string): boolean {
  if (asked === known) return true
  const [a, b] = [URL.parse(asked), URL.parse(known)]
  if (a?.protocol !== 'http:' || !b || !isLoopback(a.hostname) || flawOfRedirect(asked) !== null) return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}

/** Where a code goes, in a few letters that a person can judge. */
export function hostOf(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol
  return isLoopback(url.hostname) ? 'this computer' : url.host
}

/** The address that the browser goes to, with what the client waits for. `iss` tells servers apart (RFC 9207). */
export function backTo(uri: string, issuer: string, told: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries({ ...told, iss: issuer }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
