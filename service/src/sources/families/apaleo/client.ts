import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Call, type HttpAnswer, SourceFailure } from '../../source.ts'
import { createTokens } from '../bearer-tokens.ts'
import { parseJson, refusal } from '../http-answer.ts'

/** Authorized requests. What the vendor answers instead of data is told apart, because callers read it differently. */
export interface ApaleoClient {
  /** The body; `nothing` for 204, `unknown` for 404 and 422, which name something that the vendor does not have. */
  get(path: string, query: Record<string, string>, call: Call): Promise<Got>
}

export type Got = { body: unknown } | { nothing: true } | { unknown: true; detail: string }

export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** Where tokens are issued: another host than the one that sells. */
  identityUrl: string
  now: () => number
}

/** Tokens live an hour. */
const RENEW_BEFORE_MS = 300_000
const USUAL_LIFE_SEC = 3600

const TokenAnswer = shapeOf(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  }),
)

export function createApaleoClient(settings: ClientSettings): ApaleoClient {
  const tokens = createTokens({
    login: (call) => login(settings, call),
    renewBeforeMs: RENEW_BEFORE_MS,
    now: settings.now,
  })

  const send = (path: string, query: Record<string, string>, token: string, call: Call) =>
    call.http({
      method: 'GET',
      path,
      query,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })

  return {
    async get(path, query, call) {
      const token = await tokens.take(call)
      let answer = await send(path, query, token, call)
      if (answer.status === 401) {
        tokens.drop(token)
        answer = await send(path, query, await tokens.take(call), call)
      }
      if (answer.status === 200) return { body: parseJson(answer.body) }
      if (answer.status === 204) return { nothing: true }
      if (answer.status === 404 || answer.status === 422) return { unknown: true, detail: told(path, answer) }
      throw refusal(answer, told(path, answer), settings.now())
    },
  }
}

async function login(settings: ClientSettings, call: Call): Promise<{ value: string; lifeMs: number }> {
  const { clientId, clientSecret, identityUrl, now } = settings
  const answer = await call.http({
    method: 'POST',
    baseUrl: identityUrl,
    path: '/connect/token',
    login: true,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
  })
  // The login answers wrong credentials with 400, which is not worth another try either.
  if (answer.status === 400) throw new SourceFailure('refused', told('token', answer), { locked: true })
  if (answer.status !== 200) throw refusal(answer, told('token', answer), now())
  const body = parseJson(answer.body)
  if (!TokenAnswer.Check(body)) throw new SourceFailure('broken', 'no usable access_token')
  return { value: body.access_token, lifeMs: (body.expires_in ?? USUAL_LIFE_SEC) * 1000 }
}

function told(path: string, { status, body }: HttpAnswer): string {
  return `${path}: HTTP ${status} ${body.slice(0, 200)}`
}
