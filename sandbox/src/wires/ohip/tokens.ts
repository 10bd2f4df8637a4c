import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WireSource } from '../../sources.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { json, OhipError } from './answers.ts'

const LIFE_SEC = 3600

/**
 * Issues and checks bearer tokens. A token is its moment of issue, signed: it outlives a restart of the sandbox and dies
 * when the world's clock says so.
 */
export interface Tokens {
  /** Where the source issues them: at the integration platform, or at Distribution's own login. */
  path: string
  issue(request: WireRequest): WireAnswer
  check(request: WireRequest): void
}

export function createTokens(source: WireSource, now: () => number): Tokens {
  const { clientId = '', clientSecret = '', appKey = '' } = source.credentials
  const sign = (issuedAt: string): string =>
    createHmac('sha256', `${source.id} ${clientSecret}`).update(issuedAt).digest('base64url')

  const checkAppKey = (request: WireRequest): void => {
    if (!same(request.headers['x-app-key'] ?? '', appKey))
      throw unauthorized('The application key is not valid')
  }

  const checkClient = (request: WireRequest, form: URLSearchParams): void => {
    checkAppKey(request)
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    if (!same(request.headers['authorization'] ?? '', `Basic ${basic}`)) {
      throw unauthorized('The client id or client secret is not valid')
    }
    if (form.get('grant_type') !== 'client_credentials' || !form.get('scope')) {
      throw new OhipError(400, 'INVALID_GRANT', 'grant_type client_credentials and a scope are required')
    }
  }

  const checkChannelUser = (form: URLSearchParams): void => {
    if (!same(form.get('username') ?? '', clientId) || !same(form.get('password') ?? '', clientSecret)) {
      throw unauthorized('The user name or password is not valid')
    }
  }

  const channelLogin = source.profile['channelLogin'] === true

  return {
    path: channelLogin ? '/hdpba/oauth2/v1/token' : '/oauth/v1/tokens',
    issue(request) {
      const form = new URLSearchParams(request.body)
      if (channelLogin) checkChannelUser(form)
      else checkClient(request, form)
      const issuedAt = now().toString(36)
      return json({
        access_token: `${issuedAt}.${sign(issuedAt)}`,
        expires_in: LIFE_SEC,
        token_type: 'Bearer',
      })
    },
    check(request) {
      checkAppKey(request)
      const [, issuedAt = '', signature = ''] =
        /^Bearer ([0-9a-z]{1,12})\.([\w-]+)$/.exec(request.headers['authorization'] ?? '') ?? []
      if (!same(signature, sign(issuedAt))) throw unauthorized('The access token is not valid')
      if (now() - Number.parseInt(issuedAt, 36) >= LIFE_SEC * 1000) {
        throw unauthorized('The access token has expired')
      }
    },
  }
}

function unauthorized(title: string): OhipError {
  return new OhipError(401, 'UNAUTHORIZED', title)
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
