import { createHmac } from 'node:crypto'

/**
 * `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the time, a dot and the body. One `v1` for each secret that is good at the moment;
 * a receiver is content when any of them is right. The form is Stripe's, so that what checks theirs checks ours.
 */
export function signatureOf(body: Buffer, secrets: readonly string[], atSec: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${atSec}.`).update(body).digest('hex')}`,
  )
  return [`t=${atSec}`, ...signatures].join(',')
}
