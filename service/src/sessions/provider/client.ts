import type { Configuration, ServerMetadata } from 'openid-client'
import { isLoopback } from '../../kernel/loopback.ts'
import { Refused } from './refusals.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}

/** What must come back from the provider. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

export interface Identity {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  claims: Readonly<Record<string, unknown>>
}

export interface Provider {
  name: string
  issuer: string
  /** Where the browser goes, and what its answer will be checked against. */
  begin(redirectUri: string, state: string): Promise<{ url: string; checks: Checks }>
  /** Who it is, by the answer that the browser brought: `answered` is the whole address. */
  finish(answered: URL, checks: Checks): Promise<Identity>
  /** What the provider says about itself, asked now; and whether its keys can be read. */
  examine(): Promise<{ metadata: ServerMetadata; keys: number }>
}

const SCOPE = 'openid email profile'
const TRUSTED_MS = 3_600_000
const DEADLINE_SEC = 10

export function createProvider({ issuer, clientId, clientSecret, name }: ProviderSettings): Provider {
  const load = () => import('openid-client')
  const isInsecure = new URL(issuer).protocol === 'http:' && isLoopback(new URL(issuer).hostname)
  let known: { metadata: Promise<ServerMetadata>; untilMs: number } | null = null

  async function discover(): Promise<ServerMetadata> {
    const { discovery, allowInsecureRequests } = await load()
    const found = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: DEADLINE_SEC,
      execute: isInsecure ? [allowInsecureRequests] : [],
    })
    return found.serverMetadata()
  }

  /** Kept for an hour. What failed is asked again at once. */
  function metadataOf(): Promise<ServerMetadata> {
    if (known && performance.now() < known.untilMs) return known.metadata
    const metadata = discover()
    known = { metadata, untilMs: performance.now() + TRUSTED_MS }
    metadata.catch(() => {
      known = null
    })
    return metadata
  }

  /** A new one for each sign-in: it reads the provider's keys afresh, so that a changed key is never missed. */
  async function configure(): Promise<Configuration> {
    const library = await load()
    const metadata = await metadataOf()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic')
      ? library.ClientSecretBasic(clientSecret)
      : library.ClientSecretPost(clientSecret)
    const configuration = new library.Configuration(metadata, clientId, clientSecret, authentication)
    configuration.timeout = DEADLINE_SEC
    // Otherwise the signature of a token that came straight from the provider is not looked at.
    library.enableNonRepudiationChecks(configuration)
    if (isInsecure) library.allowInsecureRequests(configuration)
    return configuration
  }

  return {
    name,
    issuer,
    begin: async (redirectUri, state) => {
      const configuration = await reaching(configure)
      const { randomNonce, randomPKCECodeVerifier, calculatePKCECodeChallenge, buildAuthorizationUrl } =
        await load()
      const checks = { state, nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },
    finish: async (answered, { state, nonce, verifier }) => {
      const configuration = await reaching(configure)
      const { authorizationCodeGrant, fetchUserInfo } = await load()
      const tokens = await reaching(() =>
        authorizationCodeGrant(configuration, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
      )
      const token = tokens.claims()
      if (!token) throw new Refused('untrusted')
      // Many providers say only there who somebody is.
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const told = hasMore
        ? await reaching(() => fetchUserInfo(configuration, tokens.access_token, token.sub))
        : {}
      const claims: Record<string, unknown> = { ...told, ...token }
      const { email, email_verified: verified } = claims
      return {
        issuer: token.iss,
        subject: token.sub,
        email: typeof email === 'string' && email.includes('@') ? email.toLowerCase() : null,
        // Some providers write it as a text.
        isVerified: verified === true || verified === 'true',
        claims,
      }
    },
    examine: async () => {
      const metadata = await discover()
      const { jwks_uri: address } = metadata
      if (address === undefined) return { metadata, keys: 0 }
      const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_SEC * 1000) })
      const { keys } = (await answer.json()) as { keys?: unknown[] }
      return { metadata, keys: keys?.length ?? 0 }
    },
  }
}

/** What goes wrong at the provider, in our words. */
async function reaching<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new Refused(refusalOf(error), { cause: error })
  }
}

function refusalOf(error: unknown): 'unavailable' | 'cancelled' | 'expired' | 'untrusted' {
  const { code, error: told } = error as { code?: string; error?: string }
  // The browser brought an error back.
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return told === 'server_error' || told === 'temporarily_unavailable' ? 'unavailable' : 'cancelled'
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return told === 'invalid_grant' ? 'expired' : 'untrusted'
  return isSilence(error) ? 'unavailable' : 'untrusted'
}

/** Whether there was no answer, or one that says that the provider is broken. */
function isSilence(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500
  if (!(error instanceof Error)) return false
  const { name, code, cause } = error as Error & { code?: string }
  const isUnreached = name === 'TypeError' && code === undefined
  return isUnreached || name === 'TimeoutError' || isSilence(cause)
}
