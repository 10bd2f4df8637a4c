import { flawOfRedirect } from './redirect.ts'
import { Refusal } from './refusal.ts'

/** What is known of a program that asks for a grant. */
export interface AgentClient {
  id: string
  /** As it calls itself: anyone can claim any name. */
  name: string
  redirectUris: string[]
}

export const MOST_REDIRECTS = 20
const MOST_URI = 2000
const MOST_NAME = 80

/** Checks what a client says of itself (RFC 7591), whether it registers or is read from its address. */
export function readClientMetadata(id: string, said: unknown): AgentClient {
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw flaw('The metadata of a client must be a JSON object.')
  const { redirect_uris: uris, client_name: name, ...rest } = said as Record<string, unknown>
  const { response_types: responses, grant_types: grants } = rest
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_REDIRECTS)
    throw new Refusal('invalid_redirect_uri', `\`redirect_uris\` must list 1 to ${MOST_REDIRECTS} addresses.`)
  for (const uri of uris) {
    const wrong =
      typeof uri === 'string' && uri.length <= MOST_URI
        ? flawOfRedirect(uri)
        : `must be a text of at most ${MOST_URI} characters`
    if (wrong !== null) throw new Refusal('invalid_redirect_uri', `An address in \`redirect_uris\` ${wrong}.`)
  }
  if (name !== undefined && typeof name !== 'string') throw flaw('`client_name` must be a text.')
  requireAmong('response_types', responses, 'code')
  requireAmong('grant_types', grants, 'authorization_code')
  const redirectUris = uris as string[]
  return { id, name: shownName(name) ?? 'A program without a name', redirectUris }
}

/** One line. Letters that change the direction of text, or take no space, could hide what follows. */
function shownName(name: string | undefined): string | null {
  const shown = name?.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return shown === undefined || shown === '' ? null : shown.slice(0, MOST_NAME)
}

function requireAmong(field: string, values: unknown, needed: string): void {
  if (values === undefined) return
  if (!Array.isArray(values) || !values.includes(needed))
    throw flaw(`\`${field}\` must list \`${needed}\`, the only way in here.`)
}

function flaw(message: string): Refusal {
  return new Refusal('invalid_client_metadata', message)
}
