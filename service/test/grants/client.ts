import { createHash, randomBytes } from 'node:crypto'
import type { Visitor } from '../../../dashboard/test/support/visitor.ts'

/** A client of OAuth 2.1 that can also do everything wrong. */

export const REDIRECT = 'http://127.0.0.1:9999/callback'

export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export async function register(url: string, metadata: object = {}): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test agent', redirect_uris: [REDIRECT], ...metadata }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

export type Json = Record<string, unknown>

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  token_type: string
}

export interface Answered<Body = Json> {
  status: number
  body: Body
}

export async function postForm(
  url: string,
  path: '/oauth/token' | '/oauth/revoke',
  form: Record<string, string> | string[][],
): Promise<Answered> {
  const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as Json }
}

export const askOf = (url: string, clientId: string, challenge: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'st&ate',
    resource: `${url}/mcp`,
    ...more,
  })

export interface Terms {
  name?: string
  daily_cap?: number
  paid?: boolean
  expires_at?: string | null
}

/** Agrees as the page does. */
export function agree(person: Visitor, request: URLSearchParams, terms: Terms = {}): Promise<Answered> {
  const body = {
    request: request.toString(),
    name: 'My agent',
    daily_cap: 25,
    paid: true,
    expires_at: null,
    ...terms,
  }
  return person.call('POST', '/consent', { body })
}

export interface Granted {
  clientId: string
  code: string
  verifier: string
  tokens: Tokens
}

/** Everything, from the registration to the tokens. */
export async function getGrant(
  url: string,
  person: Visitor,
  terms: Terms = {},
  issuer = url,
): Promise<Granted> {
  const { body } = await register(url)
  const clientId = String(body['client_id'])
  const { code, verifier } = await getCode(issuer, person, clientId, terms)
  const { status, body: tokens } = await exchange(url, { client_id: clientId, code, code_verifier: verifier })
  if (status !== 200) throw new Error(JSON.stringify(tokens))
  return { clientId, code, verifier, tokens: tokens as unknown as Tokens }
}

export async function getCode(
  url: string,
  person: Visitor,
  clientId: string,
  terms: Terms = {},
): Promise<{ code: string; verifier: string; redirect: URL }> {
  const { verifier, challenge } = newPkce()
  const { body } = await agree(person, askOf(url, clientId, challenge), terms)
  if (typeof body['redirect'] !== 'string') throw new Error(JSON.stringify(body))
  const redirect = new URL(body['redirect'])
  return { code: redirect.searchParams.get('code') ?? '', verifier, redirect }
}

export function exchange(url: string, form: Record<string, string>): Promise<Answered> {
  return postForm(url, '/oauth/token', { grant_type: 'authorization_code', ...form })
}

export function renew(url: string, form: Record<string, string>): Promise<Answered> {
  return postForm(url, '/oauth/token', { grant_type: 'refresh_token', ...form })
}

/** One call of a tool, as the previous revision sends it. */
export async function callTool(
  url: string,
  token: string,
  name: string,
  args: object = {},
  path = '/mcp',
): Promise<{ status: number; headers: Headers; body: ToolBody }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return { status: answer.status, headers: answer.headers, body: JSON.parse(data) as ToolBody }
}

export interface ToolBody {
  error?: { code: string; message: string }
  result?: { isError?: boolean; content: { text: string }[]; structuredContent?: Json }
}

export interface ListedKey {
  id: string
  kind: 'key' | 'agent'
  name: string
  prefix: string | null
  agent: { client_id: string; client_name: string; client_host: string; person: string } | null
  scopes: string[]
  daily_cap: number | null
  spent_today: number
  expires_at: string | null
  revoked_at: string | null
}

export async function keysOf(person: Visitor): Promise<ListedKey[]> {
  const { body } = await person.call('GET', '/keys')
  return (body as unknown as { keys: ListedKey[] }).keys
}
