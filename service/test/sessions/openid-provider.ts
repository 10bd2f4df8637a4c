import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says about somebody who signs in there by this name. */
export interface Claims {
  email?: string
  email_verified?: boolean
  groups?: string[]
}

/** A real OpenID provider on this machine, with the sign-in pages that it comes with. Any password is right there. */
export interface OpenIdProvider {
  issuer: string
  /** The people that it knows, by the name that they type. */
  people: Map<string, Claims>
  stop(): Promise<void>
}

export const CLIENT = { id: 'vacancy', secret: 'a-secret-that-the-provider-gave-us' }

export async function openOpenIdProvider(redirectUris: string[]): Promise<OpenIdProvider> {
  const people = new Map<string, Claims>()
  const server = createServer()
  const issuer = await listen(server)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_context, id) => {
      const known = people.get(id)
      return known && { accountId: id, claims: () => ({ sub: id, ...known }) }
    },
    cookies: { keys: ['for this test only'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  })
  server.on('request', provider.callback())
  return { issuer, people, stop: () => close(server) }
}

export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Signs in at the provider, as a browser without a page does. Returns the address that it sends the browser back to. */
export async function signInThere(begun: string, name: string): Promise<URL> {
  const jar = new Map<string, string>()
  const { origin } = new URL(begun)
  let url = begun
  let form: Record<string, string> | null = null
  for (let steps = 0; steps < 20; steps += 1) {
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    form = null
    for (const line of answer.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2)
      jar.set(key, value)
    }
    const next = answer.headers.get('location')
    const page = await answer.text()
    if (next !== null) {
      url = new URL(next, url).href
      if (new URL(url).origin !== origin) return new URL(url)
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (prompt === undefined) throw new Error(`the provider shows something else: ${page.slice(0, 500)}`)
      form = prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt }
    }
  }
  throw new Error('the provider never sent the browser back')
}
