import { createHmac } from 'node:crypto'

/**
 * `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the time, a dot and the body. One `v1` per valid secret; a receiver accepts any of
 * them. The format is Stripe's, so existing verification code works.
 */
export function signatureOf(body: Buffer, secrets: readonly string[], atSec: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${atSec}.`).update(body).digest('hex')}`,
  )
  return [`t=${atSec}`, ...signatures].join(',')
}
