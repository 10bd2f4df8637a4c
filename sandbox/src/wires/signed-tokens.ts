import { createHmac, timingSafeEqual } from 'node:crypto'

/** Bearer tokens that are their signed time of issue: they survive a restart and expire by the world's clock. */
export interface SignedTokens {
  issue(): string
  check(authorization: string | undefined): 'valid' | 'expired' | 'invalid'
}

export function createSignedTokens(secret: string, lifeSec: number, now: () => number): SignedTokens {
  const sign = (issuedAt: string): string => createHmac('sha256', secret).update(issuedAt).digest('base64url')
  return {
    issue() {
      const issuedAt = now().toString(36)
      return `${issuedAt}.${sign(issuedAt)}`
    },
    check(authorization = '') {
      const [, issuedAt = '', signature = ''] =
        /^Bearer ([0-9a-z]{1,12})\.([\w-]+)$/.exec(authorization) ?? []
      if (!same(signature, sign(issuedAt))) return 'invalid'
      return now() - Number.parseInt(issuedAt, 36) >= lifeSec * 1000 ? 'expired' : 'valid'
    },
  }
}

export function same(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
