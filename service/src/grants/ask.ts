import type { AgentClient } from './client-metadata.ts'
import type { AgentClients } from './clients.ts'
import type { Issuer } from './issuer.ts'
import { AGENT_SCOPES } from './metadata.ts'
import { backTo, isSameRedirect } from './redirect.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

/** What a client asks a person for (an authorization request of OAuth 2.1). */
export interface Ask {
  client: AgentClient
  redirectUri: string
  /** SHA-256 of the secret that exchanges the code (PKCE). */
  challenge: string
  scopes: (typeof AGENT_SCOPES)[number][]
  resource: string
  state: string | undefined
}

/** The client is told of its mistake by sending the browser back to it. */
export class SentBack extends Refusal {
  override name = 'SentBack'
  readonly redirect: string

  constructor(code: RefusalCode, message: string, back: (told: Record<string, string>) => string) {
    super(code, message)
    this.redirect = back({ error: code, error_description: message })
  }
}

const ONCE = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
] as const

/**
 * Throws a `Refusal` as long as it is unknown whether the address to go back to is the client's: nobody is sent there. Afterwards
 * it throws `SentBack`.
 */
export async function readAsk(
  query: URLSearchParams,
  issuer: Issuer,
  clients: AgentClients,
  network: string,
): Promise<Ask> {
  for (const name of ONCE) {
    const [value, ...more] = query.getAll(name)
    if (more.length > 0) throw new Refusal('invalid_request', `\`${name}\` must not be repeated.`)
    // No column of the database takes one.
    if (value?.includes('\0'))
      throw new Refusal('invalid_request', `\`${name}\` must not contain the character U+0000.`)
  }
  const client = await clients.find(required(query, 'client_id'), network)
  const redirectUri = redirectOf(query, client)
  const state = query.get('state') ?? undefined
  const back = (told: Record<string, string>) => backTo(redirectUri, issuer.url, { ...told, state })
  const refuse = (code: RefusalCode, message: string) => new SentBack(code, message, back)

  if (query.get('response_type') !== 'code')
    throw refuse('unsupported_response_type', '`response_type` must be `code`.')
  const challenge = query.get('code_challenge')
  // Without a method the challenge would be the secret itself.
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge ?? ''))
    throw refuse(
      'invalid_request',
      'Send a `code_challenge` of 43 letters with `code_challenge_method=S256`: nothing less is accepted.',
    )
  const [resource = issuer.resources[0], ...more] = query.getAll('resource')
  if (resource === undefined || more.length > 0 || !issuer.resources.includes(resource))
    throw refuse('invalid_target', `\`resource\` must be ${issuer.resources[0]}.`)
  const scopes = scopesOf(query.get('scope'))
  if (scopes.length === 0) throw refuse('invalid_scope', `\`scope\` can have ${AGENT_SCOPES.join(' and ')}.`)
  return { client, redirectUri, challenge: challenge ?? '', scopes, resource, state }
}

function redirectOf(query: URLSearchParams, { redirectUris }: AgentClient): string {
  const asked = query.get('redirect_uri')
  const [only] = redirectUris
  if (asked === null && only !== undefined && redirectUris.length === 1) return only
  const redirectUri = asked ?? required(query, 'redirect_uri')
  if (redirectUris.some((known) => isSameRedirect(redirectUri, known))) return redirectUri
  throw new Refusal(
    'invalid_request',
    '`redirect_uri` is none of the addresses that this client has registered. Nothing was sent there.',
  )
}

/** Without a scope everything is asked for. Scopes of other servers, such as offline_access, are passed over. */
function scopesOf(asked: string | null): Ask['scopes'] {
  if (asked === null || asked.trim() === '') return [...AGENT_SCOPES]
  const words = asked.split(' ')
  // What costs includes what is free.
  return AGENT_SCOPES.filter(
    (scope) => words.includes(scope) || (scope === 'read' && words.includes('spend')),
  )
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (value === null || value === '') throw new Refusal('invalid_request', `\`${name}\` is missing.`)
  return value
}
