import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, type HttpAnswer, type HttpRequest, SourceFailure } from '../../source.ts'
import { parseJson } from '../http-answer.ts'
import { failureOf } from './failures.ts'

export interface TokenSettings {
  clientId: string
  clientSecret: string
  appKey: string
  /** Log in at Distribution instead of the integration platform. */
  channelLogin: boolean
  scope: string
  enterpriseId: string | null
  now: () => number
}

/** The bearer token of one source: fetched when needed, shared by all calls, renewed before it expires. */
export interface Tokens {
  take(call: Call): Promise<string>
  /** Drops a token that the vendor no longer accepts, unless another call has renewed it. */
  drop(token: string): void
}

/** Tokens live an hour, and the vendor asks to renew them after fifty minutes and not before. */
const RENEW_BEFORE_MS = 600_000
const USUAL_LIFE_SEC = 3600

const TokenAnswer = shapeOf(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  }),
)

export function createTokens(settings: TokenSettings): Tokens {
  let current: { value: string; renewAt: number } | null = null
  let pending: Promise<string> | null = null

  const fetchToken = async (call: Call): Promise<string> => {
    const askedAt = settings.now()
    const token = readToken(await call.http(tokenRequest(settings)), settings.now())
    // A token with a shorter life than the margin would otherwise be renewed on every call.
    const margin = Math.min(RENEW_BEFORE_MS, token.lifeMs / 2)
    current = { value: token.value, renewAt: askedAt + token.lifeMs - margin }
    return token.value
  }

  const begin = (call: Call): Promise<string> => {
    const started = fetchToken(call).finally(() => {
      if (pending === started) pending = null
    })
    pending = started
    return started
  }

  return {
    async take(call) {
      if (current && settings.now() < current.renewAt) return current.value
      if (!pending) return begin(call)
      try {
        return await pending
      } catch {
        // It may have failed on the other caller's deadline; ours is still running, so we try once more.
        return pending ?? begin(call)
      }
    },
    drop(token) {
      if (current?.value === token) current = null
    },
  }
}

function tokenRequest(settings: TokenSettings): HttpRequest {
  const usual = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'x-app-key': settings.appKey,
  }
  if (settings.channelLogin) {
    const login = { username: settings.clientId, password: settings.clientSecret }
    return {
      method: 'POST',
      path: '/hdpba/oauth2/v1/token',
      headers: usual,
      body: new URLSearchParams(login).toString(),
    }
  }
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  return {
    method: 'POST',
    path: '/oauth/v1/tokens',
    headers: {
      authorization: `Basic ${basic}`,
      ...usual,
      ...(settings.enterpriseId === null ? {} : { enterpriseId: settings.enterpriseId }),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: settings.scope }).toString(),
  }
}

function readToken(answer: HttpAnswer, nowMs: number): { value: string; lifeMs: number } {
  // A token call names no hotel: its 404 is a wrong address, not an unknown hotel.
  if (answer.status === 404) throw new SourceFailure('refused', 'token call answered 404')
  if (answer.status !== 200) throw failureOf(answer, 'token', nowMs)
  const body = parseJson(answer.body)
  if (!TokenAnswer.Check(body))
    throw new SourceFailure('broken', 'token answer without a usable access_token')
  return { value: body.access_token, lifeMs: (body.expires_in ?? USUAL_LIFE_SEC) * 1000 }
}
