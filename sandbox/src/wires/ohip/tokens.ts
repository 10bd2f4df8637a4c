import type { WireSource } from '../../sources.ts'
import { createSignedTokens, same } from '../signed-tokens.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { json, OhipError } from './answers.ts'

const LIFE_SEC = 3600

/** Issues and checks bearer tokens. */
export interface Tokens {
  /** Where the source issues them: at the integration platform, or at Distribution's own login. */
  path: string
  issue(request: WireRequest): WireAnswer
  check(request: WireRequest): void
}

export function createTokens(source: WireSource, now: () => number): Tokens {
  const { clientId = '', clientSecret = '', appKey = '' } = source.credentials
  const tokens = createSignedTokens(`${source.id} ${clientSecret}`, LIFE_SEC, now)

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
      return json({
        access_token: tokens.issue(),
        expires_in: LIFE_SEC,
        token_type: 'Bearer',
      })
    },
    check(request) {
      checkAppKey(request)
      const found = tokens.check(request.headers['authorization'])
      if (found === 'invalid') throw unauthorized('The access token is not valid')
      if (found === 'expired') throw unauthorized('The access token has expired')
    },
  }
}

function unauthorized(title: string): OhipError {
  return new OhipError(401, 'UNAUTHORIZED', title)
}
