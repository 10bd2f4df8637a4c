import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { CLIENT, close, listen } from './openid-provider.ts'

/** An OpenID provider that gives whatever tokens the test wants, well signed or not. */
export interface CrookedProvider {
  issuer: string
  /** What is wrong with the next token. */
  lie(change: Lie): void
  /** Signs with another key from now on, and publishes only that one. */
  rotateKey(): void
  /** Answers everything with this status; null: as usual. */
  breakDown(status: number | null): void
  /** How often it was asked who it is. */
  discoveries(): number
  stop(): Promise<void>
}

export interface Lie {
  claims?: Record<string, unknown>
  /** `none`: without a signature. `other`: signed with a key that is not published. `HS256`: with the public key as the secret. */
  signature?: 'none' | 'other' | 'HS256'
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function openCrookedProvider(nonceOf: () => string): Promise<CrookedProvider> {
  let key = newKey()
  let kid = 1
  let lie: Lie = {}
  let status: number | null = null
  let discoveries = 0
  const other = newKey()
  const server = createServer((request, response) => {
    const send = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (status !== null) return response.writeHead(status).end('out of order')
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/.well-known/openid-configuration') {
      discoveries += 1
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === '/jwks')
      return send({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: String(kid), use: 'sig' }] })
    if (pathname === '/token') {
      return void text(request).then(() =>
        send({ access_token: 'nothing', token_type: 'Bearer', expires_in: 60, id_token: token() }),
      )
    }
    return response.writeHead(404).end()
  })
  const issuer = await listen(server)

  function token(): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: 'crooked',
      iat: now,
      exp: now + 60,
      nonce: nonceOf(),
      email: 'crooked@example.com',
      email_verified: true,
      ...lie.claims,
    }
    const alg = lie.signature === 'none' || lie.signature === 'HS256' ? lie.signature : 'RS256'
    const head = [{ alg, kid: String(kid) }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (lie.signature === 'none') return `${head}.`
    return `${head}.${signed(head, lie.signature === 'other' ? other.privateKey : key.privateKey)}`
  }

  return {
    issuer,
    lie: (change) => {
      lie = change
    },
    rotateKey: () => {
      key = newKey()
      kid += 1
    },
    breakDown: (next) => {
      status = next
    },
    discoveries: () => discoveries,
    stop: () => close(server),
  }
}

function signed(head: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(head).sign(key).toString('base64url')
}
