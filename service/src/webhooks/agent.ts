import { promises as dns, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, buildConnector } from 'undici'
import { type AllowPrivate, isAllowedHost, isAllowedIp } from './address.ts'

/** The receiver has a forbidden address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export interface AgentOptions {
  allowPrivate: AllowPrivate
  resolve?: Resolve
}

const CONNECT_MS = 10_000
const RESOLVE_MS = 2500
const RESOLVE_TRIES = 2

/** Connects only to allowed addresses. Redirects are not followed, which is undici's default. */
export function createGuardedAgent(options: AgentOptions): Agent {
  return new Agent({
    connect: createGuardedConnector(options),
    // The timeout of the attempt is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
  })
}

/**
 * Opens connections of undici. A name is resolved once and the connection goes to the address that was checked, so DNS rebinding has no
 * effect.
 */
export function createGuardedConnector({
  allowPrivate,
  resolve = resolveFor(allowPrivate),
}: AgentOptions): buildConnector.connector {
  const judged = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    const [first] = addresses
    // One forbidden address among allowed ones is an attack, or a mistake that would fail now and then.
    if (!first || !addresses.every(({ address }) => isAllowedIp(address, allowPrivate))) {
      throw new AddressRefused(`${hostname} is not a public address`)
    }
    return { first, addresses }
  })
  const lookup: LookupFunction = (hostname, options, callback) => {
    judged(hostname, (error, found) => {
      if (error) callback(error, '', 0)
      else if (options.all) callback(null, found.addresses)
      else callback(null, found.first.address, found.first.family)
    })
  }
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_MS, lookup })
  return (options, callback) => {
    // An IP address is never looked up, so it is checked here.
    if (isAllowedHost(options.hostname, allowPrivate)) connect(options, callback)
    else callback(new AddressRefused(`${options.hostname} is not a public address`), null)
  }
}

/**
 * The system's lookup knows /etc/hosts and search domains, which private receivers need; but each lookup blocks one of four
 * threads, and four slow name servers would block everyone.
 */
function resolveFor(allowPrivate: AllowPrivate): Resolve {
  return allowPrivate === 'none' ? resolveByDns() : (hostname) => dns.lookup(hostname, { all: true })
}

/** Asks the system's name servers, or these, without using a thread. */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}
