import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Which private addresses webhooks may use: none, this machine, or all. */
export type AllowPrivate = 'none' | 'loopback' | 'all'

/** The operator's setting. Default: loopback if only this machine can reach the service; elsewhere strangers could scan its ports. */
export function allowPrivateOf(settings: {
  allowPrivateWebhooks: string
  /** Whether the service runs and listens only on this machine. */
  isLocal: boolean
}): AllowPrivate {
  switch (settings.allowPrivateWebhooks) {
    case 'true':
      return 'all'
    case 'false':
      return 'none'
    case 'loopback':
      return 'loopback'
    default:
      return settings.isLocal ? 'loopback' : 'none'
  }
}

/**
 * Checks an address before anything is sent to it. The resolved IP address is checked at every connection, because it may
 * change in between (agent.ts).
 */
export function checkAddress(
  url: string,
  { allowPrivate, field = 'webhook_url' }: { allowPrivate: AllowPrivate; field?: 'webhook_url' | 'url' },
): void {
  if (url.length > LIMITS.webhookUrlLength) {
    throw invalid(`\`${field}\` must have at most ${LIMITS.webhookUrlLength} characters.`)
  }
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:\/\//i.test(url)) throw invalid(`\`${field}\` must be an http or https address.`)
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalid(`\`${field}\` must not contain a user name or password.`)
  }
  if (!isAllowedHost(parsed.hostname, allowPrivate)) {
    throw invalid(`\`${field}\` must be a public address. This one is private, local or reserved.`)
  }
}

/** Whether a host may be used, judged by name alone. A name that must be resolved passes. */
export function isAllowedHost(hostname: string, allowPrivate: AllowPrivate): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isAllowedIp(host, allowPrivate)
  const name = host.replace(/\.+$/, '').toLowerCase()
  return name !== '' && (allowPrivate !== 'none' || (name !== 'localhost' && !name.endsWith('.localhost')))
}

/**
 * Where clouds hand out credentials to internal callers. Most are link-local, which is never allowed; these are in ranges that
 * an operator may allow, or in public ones.
 */
const METADATA: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::23',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/** The allocated part of IPv6. Other forms that look ordinary (`::127.0.0.1`, `::ffff:0:127.0.0.1`) lead elsewhere. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

export function isAllowedIp(text: string, allowPrivate: AllowPrivate): boolean {
  // A zone names one of our own interfaces, so it cannot be meant for a receiver elsewhere.
  if (isIP(text) === 0 || text.includes('%')) return false
  // An IPv4 address mapped to IPv6 is judged as IPv4.
  const address = ipaddr.process(text)
  if (METADATA.has(address.toString())) return false
  const range = address.range()
  if (range === 'loopback') return allowPrivate !== 'none'
  if (PRIVATE_RANGES.has(range)) return allowPrivate === 'all'
  return range === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6))
}
