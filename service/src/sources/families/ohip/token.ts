import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type HttpAnswer, type HttpRequest, SourceFailure } from '../../source.ts'
import { createTokens, type Tokens } from '../bearer-tokens.ts'
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

/** Tokens live an hour, and the vendor asks to renew them after fifty minutes and not before. */
const RENEW_BEFORE_MS = 600_000
const USUAL_LIFE_SEC = 3600

const TokenAnswer = shapeOf(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  }),
)

export function createOhipTokens(settings: TokenSettings): Tokens {
  return createTokens({
    login: async (call) => readToken(await call.http(tokenRequest(settings)), settings.now()),
    renewBeforeMs: RENEW_BEFORE_MS,
    now: settings.now,
  })
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
      login: true,
      headers: usual,
      body: new URLSearchParams(login).toString(),
    }
  }
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  return {
    method: 'POST',
    path: '/oauth/v1/tokens',
    login: true,
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
