import { createHmac } from 'node:crypto'

/**
 * `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the time, a dot and the body. One `v1` per valid secret; a receiver accepts any of
 * them. The format is Stripe's, so existing verification code works. The key is the whole text of the secret.
 */
export function signatureOf(body: Buffer, secrets: readonly string[], atSec: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${atSec}.`).update(body).digest('hex')}`,
  )
  return [`t=${atSec}`, ...signatures].join(',')
}

/**
 * The headers of Standard Webhooks. The signature also covers the id, and its key is what the secret says in base64 after
 * `whsec_`.
 */
export function standardHeaders(
  id: string,
  body: Buffer,
  secrets: readonly string[],
  atSec: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${atSec}.`).update(body).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSec),
    'webhook-signature': signatures.join(' '),
  }
}
