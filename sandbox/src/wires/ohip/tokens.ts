import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WireAnswer, WireRequest, WireSource } from '../wire.ts'
import { json, OhipError } from './answers.ts'

const LIFE_SEC = 3600

/**
 * Issues and checks bearer tokens. A token is its moment of issue, signed: it outlives a restart of the sandbox and dies
 * when the world's clock says so.
 */
export interface Tokens {
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

  return {
    issue(request) {
      checkAppKey(request)
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      if (!same(request.headers['authorization'] ?? '', `Basic ${basic}`)) {
        throw unauthorized('The client id or client secret is not valid')
      }
      const form = new URLSearchParams(request.body)
      if (form.get('grant_type') !== 'client_credentials' || !form.get('scope')) {
        throw new OhipError(400, 'INVALID_GRANT', 'grant_type client_credentials and a scope are required')
      }
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
