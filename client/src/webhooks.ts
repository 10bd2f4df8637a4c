import type { WebhookEvent } from './generated/shapes.ts'

export type { WebhookEvent } from './generated/shapes.ts'

/** Why a request was rejected. `reason` is for code, the message for people. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly reason:
    | 'missing_header'
    | 'malformed_header'
    | 'unknown_watch'
    | 'too_old'
    | 'wrong_signature'
    | 'not_an_event'

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** One secret, or several while you rotate them. */
export type Secret = string | readonly string[]

/**
 * The secrets of several senders, by the id of the endpoint (`end_…`), the watch, the booking or the job: a table, or a function that
 * looks them up.
 */
export type SecretsById =
  | Readonly<Record<string, Secret>>
  | ((id: string) => Secret | undefined | Promise<Secret | undefined>)

/** @deprecated Use `SecretsById`. */
export type SecretsByWatch = SecretsById

/** The headers of the request: of the Fetch API, or as Node has them, in lower case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks that a webhook came from Vacancy and is recent, and returns its event. Otherwise throws WebhookVerificationError: answer
 * such a request with a 400. An empty secret is a TypeError.
 *
 * Pass the raw body, as text or bytes, not a parsed and re-serialized object. `secret` may be a list while you rotate secrets. For
 * several senders at one address, pass all headers and the secrets by id: `X-Endpoint-Id`, `X-Watch-Id`, `X-Booking-Id` or `X-Job-Id`
 * says which one signed. Works wherever Web Crypto does: Node, Deno, Bun, browsers and edge runtimes.
 *
 *     const event = await verifyWebhook(await request.text(), request.headers.get('x-service-signature'), secret)
 *     const event = await verifyWebhook(await request.text(), request.headers, { end_1: secret, wat_2: other })
 */
export async function verifyWebhook<Event extends object = WebhookEvent>(
  body: string | Uint8Array,
  header: WebhookHeaders | string | null | undefined,
  secret: Secret | SecretsById,
  toleranceSec = 300,
): Promise<Event> {
  const headers = typeof header === 'string' ? { 'x-service-signature': header } : (header ?? {})
  const { at, signatures } = readHeader(valueOf(headers, 'x-service-signature'))
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const { secrets, subject } = await secretsOf(secret, headers)
  // Everybody can sign with nothing: the receiver's settings are wrong, not the request.
  if (secrets.includes('')) throw new TypeError('The secret is empty.')
  // Compares every pair, so that the time taken reveals nothing.
  let matches = 0
  for (const one of secrets) {
    const expected = await hmac(one, at, bytes)
    for (const signature of signatures) matches += isSame(expected, signature) ? 1 : 0
  }
  if (matches === 0) {
    throw new WebhookVerificationError(
      'wrong_signature',
      'No signature matches this body and secret. The body was changed, or the secret belongs to another endpoint or watch. `vacancy listen` signs with the secret that it prints.',
    )
  }
  // The time is checked last, because only a signed time can be trusted.
  if (Math.abs(Date.now() / 1000 - Number(at)) > toleranceSec) {
    throw new WebhookVerificationError(
      'too_old',
      `The webhook was signed more than ${toleranceSec} seconds ago, or your clock is wrong.`,
    )
  }
  const event = parseEvent(bytes)
  // The header is not signed: a sender that knows the secret of one watch must not speak for another.
  if (subject?.field && Reflect.get(event, subject.field) !== subject.id) {
    throw new WebhookVerificationError(
      'wrong_signature',
      `The event is not about ${subject.id}, as its header says.`,
    )
  }
  return event as Event
}

/** The headers that can name who signed, and where the event repeats it. An endpoint gets events of every kind. */
const SIGNERS = [
  { header: 'x-endpoint-id', field: null },
  { header: 'x-watch-id', field: 'watch_id' },
  { header: 'x-booking-id', field: 'booking_id' },
  { header: 'x-job-id', field: 'job_id' },
] as const

interface Signer {
  id: string
  field: string | null
}

function isSecret(secret: Secret | SecretsById): secret is Secret {
  return typeof secret === 'string' || Array.isArray(secret)
}

async function secretsOf(
  secret: Secret | SecretsById,
  headers: WebhookHeaders,
): Promise<{ secrets: readonly string[]; subject?: Signer }> {
  if (isSecret(secret)) return { secrets: typeof secret === 'string' ? [secret] : secret }
  const named = SIGNERS.flatMap(({ header, field }) => {
    const id = valueOf(headers, header)
    return id === null ? [] : [{ id, field }]
  })
  for (const subject of named) {
    const found = await (typeof secret === 'function' ? secret(subject.id) : ownOf(secret, subject.id))
    if (found !== undefined) return { secrets: typeof found === 'string' ? [found] : found, subject }
  }
  throw new WebhookVerificationError(
    'unknown_watch',
    named.length === 0
      ? 'No header says who signed. Pass all headers of the request, not only the signature.'
      : `There is no secret for ${named.map(({ id }) => id).join(' or ')}.`,
  )
}

function ownOf(secrets: Readonly<Record<string, Secret>>, id: string): Secret | undefined {
  return Object.hasOwn(secrets, id) ? secrets[id] : undefined
}

/** One header. Null if it is missing or repeated. */
function valueOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const value = (headers as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : null
}

/** `t=<seconds>,v1=<hex>`, with a second `v1` after a rotation. Unknown parts are ignored. */
function readHeader(header: string | null): { at: string; signatures: string[] } {
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
