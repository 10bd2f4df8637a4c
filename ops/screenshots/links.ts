import { createHash } from 'node:crypto'
import type { Showroom } from './showroom.ts'

/** Paths that people are sent to. */
export interface Links {
  /** The first owner of the server. */
  claim: string
  /** A colleague. */
  join: string
  /** Somebody who lets an agent in. */
  consent: string
}

export async function makeLinks(showroom: Showroom): Promise<Links> {
  return { claim: await showroom.claim(), join: await invite(showroom), consent: await askAsAgent(showroom) }
}

async function invite({ visitor }: Showroom): Promise<string> {
  const body = { email: 'grace@example.com', role: 'member' }
  return String((await visitor.call('POST', '/invitations', { body })).body['path'])
}

async function askAsAgent({ url }: Showroom): Promise<string> {
  const back = 'https://assistant.example/callback'
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Travel assistant',
      redirect_uris: [back],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id } = (await answer.json()) as { client_id: string }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: back,
    resource: `${url}/mcp`,
    code_challenge: createHash('sha256').update('never exchanged').digest('base64url'),
    code_challenge_method: 'S256',
    state: 'shown',
  })
  return `/oauth/authorize?${query.toString()}`
}
