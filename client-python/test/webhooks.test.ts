import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../client/src/webhooks.ts'
import { PYTHON, runTests, WITHOUT } from './python.ts'

const stripe = new Stripe('sk_test_unused')
const SECRET = 'whsec_4nW7sQ0aXk2mR9tYbC1dEfGhJ3kL5mN7'
const OTHER = 'whsec_another000000000000000000000000'
const EVENT = JSON.stringify({ id: 'evt_1', type: 'watch.changed', watch_id: 'wat_1', city: '東京' })

type Secrets = string | string[] | Record<string, string | string[]>

interface Case {
  name: string
  text?: string
  /** Base64, for bodies that are no text. */
  bytes?: string
  header: string | null | Record<string, string>
  secret: Secrets
  /** Whether the secret is given as a function. */
  looked_up?: boolean
  tolerance_sec?: number
}

function signed(body: string | Buffer, secret = SECRET, agoSec = 0): string {
  const timestamp = Math.floor(Date.now() / 1000) - agoSec
  return stripe.webhooks.generateTestHeaderString({ payload: body as string, secret, timestamp })
}

async function outcomeOf({ text, bytes, header, secret, looked_up, tolerance_sec }: Case): Promise<object> {
  const body = text ?? Buffer.from(bytes ?? '', 'base64')
  const table = secret as Record<string, string>
  const given = looked_up ? (id: string) => (Object.hasOwn(table, id) ? table[id] : undefined) : secret
  try {
    return { event: await verifyWebhook(body, header, given, tolerance_sec) }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { reason: error.reason, message: error.message }
  }
}

const zeros = (count: number) => '0'.repeat(count)
const [at, first] = signed(EVENT).split(',')
const [, second] = signed(EVENT, OTHER).split(',')
const ofWatch = (id: string, secret = SECRET) => ({
  'x-service-signature': signed(EVENT, secret),
  'x-watch-id': id,
})

const HEADERS = [
  null,
  '',
  'nonsense',
  `t=1,v0=${zeros(64)}`,
  `v1=${zeros(64)}`,
  't=1,v1=',
  't=1,v1=xyz',
  `t=1,v1=${zeros(64)}`,
  `t=1,t=2,v1=${zeros(64)}`,
  `t=x,v1=${zeros(64)}`,
  `t=1,v1=${zeros(63)}g`,
  `t=١,v1=${zeros(64)}`,
  `t=${'1'.repeat(13)},v1=${zeros(64)}`,
  `t=1\n,v1=${zeros(64)}`,
  ` ${at} , ${first} `,
  `${at},${first?.toUpperCase()}`,
  `${at},${first?.replace('v1=', 'v1=v1=')}`,
  `${at},${first}=x`,
  `${at},x=1,${first}`,
  `${at},${second},${first}`,
]
const BODIES = [
  '',
  'null',
  '[]',
  '{}',
  '{"id":1',
  '"text"',
  '{"id":null,"type":null}',
  `\ufeff${EVENT}`,
  '{"id":1,"type":NaN}',
]

const CASES: Case[] = [
  ...HEADERS.map((header) => ({ name: `header ${header}`, text: EVENT, header, secret: SECRET })),
  ...BODIES.map((text) => ({ name: `body ${text}`, text, header: signed(text), secret: SECRET })),
  { name: 'no text', bytes: '/w==', header: signed(Buffer.from([255])), secret: SECRET },
  {
    name: 'UTF-16',
    bytes: Buffer.from(EVENT, 'utf16le').toString('base64'),
    header: signed(Buffer.from(EVENT, 'utf16le')),
    secret: SECRET,
  },
  { name: 'several secrets', text: EVENT, header: signed(EVENT), secret: [OTHER, SECRET] },
  { name: 'no secret', text: EVENT, header: signed(EVENT), secret: [] },
  { name: 'another secret', text: EVENT, header: signed(EVENT), secret: OTHER },
  ...[400, -400].flatMap((ago) => [
    { name: `${ago} s ago`, text: EVENT, header: signed(EVENT, SECRET, ago), secret: SECRET },
    {
      name: `${ago} s ago, allowed`,
      text: EVENT,
      header: signed(EVENT, SECRET, ago),
      secret: SECRET,
      tolerance_sec: 600,
    },
  ]),
  { name: 'by watch', text: EVENT, header: ofWatch('wat_1'), secret: { wat_1: SECRET, wat_2: [OTHER] } },
  {
    name: 'looked up',
    text: EVENT,
    header: ofWatch('wat_1'),
    secret: { wat_1: [OTHER, SECRET] },
    looked_up: true,
  },
  { name: 'not found', text: EVENT, header: ofWatch('wat_3'), secret: { wat_1: SECRET }, looked_up: true },
  {
    name: 'for another watch',
    text: EVENT,
    header: ofWatch('wat_2'),
    secret: { wat_1: SECRET, wat_2: OTHER },
  },
  { name: 'forged', text: EVENT, header: ofWatch('wat_2', OTHER), secret: { wat_1: SECRET, wat_2: OTHER } },
  { name: 'unknown watch', text: EVENT, header: ofWatch('constructor'), secret: { wat_1: SECRET } },
  { name: 'no watch', text: EVENT, header: signed(EVENT), secret: { wat_1: SECRET } },
]

/** Any body and secret, half of them with one bit changed. */
function randomCases(): Case[] {
  const texts = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), fc.nat(), fc.boolean())
  return fc.sample(texts, 100).map(([note, secret, place, isChanged], index) => {
    const bytes = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'job.done', note }))
    const header = signed(bytes, secret)
    const byte = place % bytes.length
    if (isChanged) bytes[byte] = (bytes[byte] ?? 0) ^ 1
    return { name: `random ${index}`, bytes: bytes.toString('base64'), header, secret }
  })
}

test.skipIf(PYTHON === null)(`Python judges webhooks as TypeScript does (${WITHOUT})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-webhooks-'))
  const cases = [...CASES, ...randomCases()]
  const judged = await Promise.all(
    cases.map(async (each) => Object.assign({ outcome: await outcomeOf(each) }, each)),
  )
  const reasons = new Set(judged.map(({ outcome }) => ('reason' in outcome ? outcome.reason : 'an event')))
  expect(reasons.size).toBe(7)
  const file = join(folder, 'cases.json')
  await writeFile(file, JSON.stringify(judged))
  expect(await runTests('test_webhooks', { WEBHOOK_CASES: file })).toBe('OK')
  await rm(folder, { recursive: true, force: true })
})
