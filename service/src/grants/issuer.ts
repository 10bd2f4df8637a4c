import { isLoopback } from '../kernel/loopback.ts'

/** The server that signs agents in, and the addresses of the tools that its tokens are for. */
export interface Issuer {
  url: string
  /** The tools have two addresses. A token is for one of them. */
  resources: readonly string[]
}

/** Where a caller finds this server, by the Host header; null where agents cannot sign in. */
export type IssuerOf = (host: string | undefined) => Issuer | null

export const TOOL_PATHS = ['/mcp', '/v1/mcp'] as const

/**
 * With a public address that is https there is one issuer. A server of this machine is its own issuer under each of its names:
 * what was issued under one is not good under another. Anything else would send codes and tokens through the network in the open.
 */
export function createIssuerOf({ publicUrl, host }: { publicUrl: string; host: string }): IssuerOf {
  if (publicUrl.startsWith('https:')) {
    const issuer = issuerAt(publicUrl)
    return () => issuer
  }
  if (!isLoopback(host)) return () => null
  return (called = '') => (isLoopback(called.replace(/:\d+$/, '')) ? issuerAt(`http://${called}`) : null)
}

function issuerAt(url: string): Issuer {
  return { url, resources: TOOL_PATHS.map((path) => url + path) }
}

export const NO_ISSUER =
  'Agents cannot sign in here, because PUBLIC_URL is no https address. Give them an API key instead.'

/** Below this path, with the path of the resource behind it (RFC 9728). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** What a client without a token is told (RFC 9728, section 5.1). */
export function challengeOf({ url }: Issuer, path: string, error?: string): string {
  const told = error === undefined ? '' : `, error="invalid_token", error_description="${error}"`
  return `Bearer resource_metadata="${url}${RESOURCE_METADATA}${path}", scope="read spend"${told}`
}
