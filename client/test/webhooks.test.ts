import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../src/webhooks.ts'

const stripe = new Stripe('sk_test_unused')
const SECRET = 'whsec_4nW7sQ0aXk2mR9tYbC1dEfGhJ3kL5mN7'
const OTHER = 'whsec_another000000000000000000000000'
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'watch.changed',
  created_at: '2026-11-15T12:00:00.000Z',
  city: '東京',
})

/** Signed by the `stripe` package. */
function signed(body = BODY, secret = SECRET, timestamp = Math.floor(Date.now() / 1000)): string {
  return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof WebhookVerificationError)) throw new Error('it was believed')
  return error.reason
}

test('what the stripe package signs is believed, as text and as bytes', async () => {
  expect(await verifyWebhook(BODY, signed(), SECRET)).toEqual(JSON.parse(BODY))
  expect(await verifyWebhook(Buffer.from(BODY), signed(), SECRET)).toMatchObject({
    id: 'evt_1',
    city: '東京',
  })
})

test('any body and any secret that the stripe package signs is believed, and with one byte changed it is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 1 }),
      fc.nat(),
      async (note, secret, place) => {
        const body = JSON.stringify({ id: 'evt_1', type: 'job.done', note })
        const header = signed(body, secret)
        expect(await verifyWebhook(body, header, secret)).toEqual(JSON.parse(body))
        const bytes = Buffer.from(body)
        const index = place % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ 1
        expect(await refusal(verifyWebhook(bytes, header, secret))).toBe('wrong_signature')
      },
    ),
    { numRuns: 100 },
  )
})

test('an empty secret, of a variable that is not set, believes nothing and says so', async () => {
  const header = `t=1,v1=${'0'.repeat(64)}`
  for (const secret of ['', [SECRET, ''], { wat_1: '' }]) {
    const headers = { 'x-service-signature': header, 'x-watch-id': 'wat_1' }
    await expect(verifyWebhook(BODY, headers, secret)).rejects.toThrow(TypeError('The secret is empty.'))
  }
})

test('during a change of secrets either side may know both', async () => {
  const [at, first] = signed().split(',')
  const [, second] = signed(BODY, OTHER).split(',')
  const both = `${at},${second},${first}`
  expect(await verifyWebhook(BODY, both, SECRET)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(BODY, both, OTHER)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(BODY, signed(), [OTHER, SECRET])).toMatchObject({ id: 'evt_1' })
  expect(await refusal(verifyWebhook(BODY, signed(), OTHER))).toBe('wrong_signature')
  expect(await refusal(verifyWebhook(BODY, signed(), []))).toBe('wrong_signature')
})

test('what was signed long ago, or far ahead, is not believed', async () => {
  const nowSec = Math.floor(Date.now() / 1000)
  expect(await refusal(verifyWebhook(BODY, signed(BODY, SECRET, nowSec - 400), SECRET))).toBe('too_old')
  expect(await refusal(verifyWebhook(BODY, signed(BODY, SECRET, nowSec + 400), SECRET))).toBe('too_old')
  expect(await verifyWebhook(BODY, signed(BODY, SECRET, nowSec - 400), SECRET, 600)).toMatchObject({
    id: 'evt_1',
  })
  // A new time on an old signature is a forgery.
  const moved = signed(BODY, SECRET, nowSec - 400).replace(/t=\d+/, `t=${nowSec}`)
  expect(await refusal(verifyWebhook(BODY, moved, SECRET))).toBe('wrong_signature')
})

test.each([
  [null, 'missing_header'],
  [undefined, 'missing_header'],
  ['', 'missing_header'],
  ['nonsense', 'malformed_header'],
  [`t=1,v0=${'0'.repeat(64)}`, 'malformed_header'],
  [`v1=${'0'.repeat(64)}`, 'malformed_header'],
  ['t=1,v1=', 'malformed_header'],
  ['t=1,v1=xyz', 'malformed_header'],
  [`t=1,t=2,v1=${'0'.repeat(64)}`, 'malformed_header'],
  [`t=x,v1=${'0'.repeat(64)}`, 'malformed_header'],
  [`t=1,v1=${'0'.repeat(63)}g`, 'malformed_header'],
  [`t=1,v1=${'0'.repeat(64)}`, 'wrong_signature'],
])('the header %j is %s', async (header, reason) => {
  expect(await refusal(verifyWebhook(BODY, header, SECRET))).toBe(reason)
})

test.each(['', 'null', '[]', '{}', '{"id":1', '"text"'])('a signed body %j is not an event', async (body) => {
  expect(await refusal(verifyWebhook(body, signed(body), SECRET))).toBe('not_an_event')
})

test('it needs nothing that only one runtime has', async () => {
  const source = await readFile(join(import.meta.dirname, '../src/webhooks.ts'), 'utf8')
  expect(source).not.toMatch(/^import (?!type )/m)
  expect(source).not.toMatch(/\b(Buffer|process|require)\b/)
})

const OF_WATCH = JSON.stringify({ id: 'evt_1', type: 'watch.changed', watch_id: 'wat_1' })

/** A request about a watch, as one of both kinds of headers. */
function headersFor(watchId: string | null, body = OF_WATCH, secret = SECRET): Headers {
  const headers = new Headers({ 'x-service-signature': signed(body, secret) })
  if (watchId !== null) headers.set('x-watch-id', watchId)
  return headers
}

test('with secrets by watch, X-Watch-Id says which one signed', async () => {
  const secrets = { wat_1: SECRET, wat_2: [OTHER] }
  expect(await verifyWebhook(OF_WATCH, headersFor('wat_1'), secrets)).toMatchObject({ watch_id: 'wat_1' })
  const lookUp = async (id: string) => (id === 'wat_1' ? [OTHER, SECRET] : undefined)
  expect(await verifyWebhook(OF_WATCH, headersFor('wat_1'), lookUp)).toMatchObject({ id: 'evt_1' })
  const ofNode = Object.fromEntries(headersFor('wat_1'))
  expect(await verifyWebhook(OF_WATCH, ofNode, secrets)).toMatchObject({ id: 'evt_1' })
  expect(await verifyWebhook(OF_WATCH, ofNode, SECRET)).toMatchObject({ id: 'evt_1' })
})

test.each([
  ['x-endpoint-id', 'end_1', { job_id: 'job_1' }],
  ['x-booking-id', 'bkg_1', { booking_id: 'bkg_1' }],
  ['x-job-id', 'job_1', { job_id: 'job_1' }],
])('with secrets by id, %s says who signed', async (header, id, fields) => {
  const body = JSON.stringify({ id: 'evt_1', type: 'job.done', ...fields })
  const headers = headersFor(null, body)
  headers.set(header, id)
  expect(await verifyWebhook(body, headers, { [id]: SECRET, wat_1: OTHER })).toMatchObject(fields)
  expect(await refusal(verifyWebhook(body, headers, { wat_1: SECRET }))).toBe('unknown_watch')
  // An endpoint gets events about anything; the others only about themselves.
  const other = JSON.stringify({ id: 'evt_1', type: 'job.done', job_id: 'job_2', booking_id: 'bkg_2' })
  const forged = headersFor(null, other)
  forged.set(header, id)
  const outcome = await refusal(verifyWebhook(other, forged, { [id]: SECRET })).catch(() => 'taken')
  expect(outcome).toBe(id === 'end_1' ? 'taken' : 'wrong_signature')
})

test('an endpoint without a secret in the table leaves the choice to the watch', async () => {
  const headers = headersFor('wat_1')
  headers.set('x-endpoint-id', 'end_1')
  expect(await verifyWebhook(OF_WATCH, headers, { wat_1: SECRET })).toMatchObject({ watch_id: 'wat_1' })
  expect(await verifyWebhook(OF_WATCH, headers, { end_1: SECRET, wat_1: OTHER })).toMatchObject({
    id: 'evt_1',
  })
})

test('the secret of one watch does not sign for another, and unknown watches are refused', async () => {
  const secrets = { wat_1: SECRET, wat_2: OTHER }
  expect(await refusal(verifyWebhook(OF_WATCH, headersFor('wat_2'), secrets))).toBe('wrong_signature')
  const forged = headersFor('wat_2', OF_WATCH, OTHER)
  expect(await refusal(verifyWebhook(OF_WATCH, forged, secrets))).toBe('wrong_signature')
  for (const watchId of ['wat_3', 'constructor', null]) {
    expect(await refusal(verifyWebhook(OF_WATCH, headersFor(watchId), secrets))).toBe('unknown_watch')
  }
  expect(await refusal(verifyWebhook(OF_WATCH, signed(OF_WATCH), secrets))).toBe('unknown_watch')
})
