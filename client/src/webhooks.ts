/** The event that your webhook receives. Its `type` decides which other fields it has. */
export interface WebhookEvent {
  id: string
  type: string
  created_at: string
  [field: string]: unknown
}

/** Why a request was rejected. `reason` is for code, the message for people. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly reason: 'missing_header' | 'malformed_header' | 'too_old' | 'wrong_signature' | 'not_an_event'

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Checks that a webhook came from Vacancy and is recent, and returns its event. Otherwise throws WebhookVerificationError: answer
 * such a request with a 400.
 *
 * Pass the raw body, as text or bytes, not a parsed and re-serialized object. `secret` may be a list while you rotate secrets.
 * Works wherever Web Crypto does: Node, Deno, Bun, browsers and edge runtimes.
 *
 *     const event = await verifyWebhook(await request.text(), request.headers.get('x-service-signature'), secret)
 */
export async function verifyWebhook<Event extends object = WebhookEvent>(
  body: string | Uint8Array,
  header: string | null | undefined,
  secret: string | readonly string[],
  toleranceSec = 300,
): Promise<Event> {
  const { at, signatures } = readHeader(header)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const secrets = typeof secret === 'string' ? [secret] : secret
  // Compares every pair, so that the time taken reveals nothing.
  let matches = 0
  for (const one of secrets) {
    const expected = await hmac(one, at, bytes)
    for (const signature of signatures) matches += isSame(expected, signature) ? 1 : 0
  }
  if (matches === 0) {
    throw new WebhookVerificationError(
      'wrong_signature',
      'No signature matches this body and secret. The body was changed, or the secret belongs to another watch.',
    )
  }
  // The time is checked last, because only a signed time can be trusted.
  if (Math.abs(Date.now() / 1000 - Number(at)) > toleranceSec) {
    throw new WebhookVerificationError(
      'too_old',
      `The webhook was signed more than ${toleranceSec} seconds ago, or your clock is wrong.`,
    )
  }
  return parseEvent(bytes) as Event
}

/** `t=<seconds>,v1=<hex>`, with a second `v1` after a rotation. Unknown parts are ignored. */
function readHeader(header: string | null | undefined): { at: string; signatures: string[] } {
  if (!header)
    throw new WebhookVerificationError('missing_header', 'The header X-Service-Signature is missing.')
  const parts = header.split(',').map((part) => part.trim().split('='))
  const valuesOf = (wanted: string) =>
    parts.flatMap(([name, value]) => (name === wanted && value ? [value] : []))
  const [at, ...more] = valuesOf('t')
  const signatures = valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/i.test(value))
  if (!at || more.length > 0 || !/^\d{1,12}$/.test(at) || signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_header',
      'X-Service-Signature must be t=<seconds>,v1=<64 hexadecimal digits>.',
    )
  }
  return { at, signatures }
}

async function hmac(secret: string, at: string, body: Uint8Array): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const name = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), name, false, ['sign'])
  const time = encoder.encode(`${at}.`)
  const signed = new Uint8Array(time.length + body.length)
  signed.set(time)
  signed.set(body, time.length)
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

/** Compares every byte, even after a difference. */
function isSame(expected: Uint8Array, hex: string): boolean {
  let difference = 0
  for (const [index, byte] of expected.entries()) {
    difference |= byte ^ Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  }
  return difference === 0
}

function parseEvent(bytes: Uint8Array): object {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof event === 'object' && event !== null && 'id' in event && 'type' in event) return event
  } catch {
    // Reported below, like any other body that is not an event.
  }
  throw new WebhookVerificationError('not_an_event', 'The signature is right, but the body is not an event.')
}
