import { type Dispatcher, request } from 'undici'
import { isLoopback } from '../kernel/loopback.ts'
import { type AllowPrivate, isAllowedHost } from '../webhooks/address.ts'
import { reasonOf } from '../webhooks/post.ts'
import { type AgentClient, readClientMetadata } from './client-metadata.ts'
import { Refusal } from './refusal.ts'

export interface DocumentReader {
  /** Connects only to addresses that webhooks may use, too. */
  agent: Dispatcher
  allowPrivate: AllowPrivate
}

const MOST_BYTES = 20_480
const TIMEOUT_MS = 5000
const MOST_ID = 1000

export function isDocumentAddress(clientId: string): boolean {
  return /^https?:\/\//i.test(clientId)
}

/** Reads what a client whose id is an address says of itself there (client id metadata documents). */
export async function readClientDocument(
  clientId: string,
  { agent, allowPrivate }: DocumentReader,
): Promise<AgentClient> {
  requireDocumentAddress(clientId, allowPrivate)
  const said = parsed(await bodyOf(clientId, agent))
  const { client_id: id, token_endpoint_auth_method: method = 'none' } = said
  if (id !== clientId) throw unreadable(`it names another \`client_id\` than the address at which it is`)
  if (method !== 'none' || 'client_secret' in said)
    throw unreadable(
      'only clients without a secret are known here: `token_endpoint_auth_method` must be `none`',
    )
  if (typeof said['client_name'] !== 'string') throw unreadable('it has no `client_name`')
  return readClientMetadata(clientId, said)
}

/** As the draft demands: https, a path, and nothing that could be written in two ways. */
function requireDocumentAddress(clientId: string, allowPrivate: AllowPrivate): void {
  const url = URL.parse(clientId)
  const isSecure = url?.protocol === 'https:' || (url && allowPrivate !== 'none' && isLoopback(url.hostname))
  const isPlain = url?.href === clientId && url.username === '' && url.password === '' && url.hash === ''
  if (!url || !isSecure || !isPlain || url.pathname === '/' || clientId.length > MOST_ID) {
    throw new Refusal(
      'invalid_client',
      `A \`client_id\` that is an address must be https, with a path, in its usual form, and at most ${MOST_ID} characters.`,
    )
  }
  if (!isAllowedHost(url.hostname, allowPrivate))
    throw unreadable('the address is private, local or reserved')
}

async function bodyOf(url: string, agent: Dispatcher): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { accept: 'application/json', 'user-agent': 'Vacancy (client metadata)' }
    const { statusCode, body } = await request(url, { dispatcher: agent, headers, signal })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw unreadable(`it is larger than ${MOST_BYTES} bytes`)
      chunks.push(chunk)
    }
    if (statusCode !== 200) throw unreadable(`the answer was ${statusCode}, and must be 200`)
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    if (error instanceof Refusal) throw error
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw unreadable(isLate ? `there was no complete answer within ${TIMEOUT_MS / 1000} s` : reasonOf(error))
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said === 'object' && said !== null) return said as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw unreadable('it is not a JSON object')
}

function unreadable(why: string): Refusal {
  return new Refusal('invalid_client', `The metadata document of this client cannot be used: ${why}.`)
}
