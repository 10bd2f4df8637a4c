import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createKey } from '../service/src/accounts/keys.ts'
import { createAccount } from '../service/src/accounts/store.ts'
import type { Pool } from '../service/src/db/pool.ts'
import { inDays } from '../service/test/support/market.ts'
import { plantAtDashboard, type Secret } from './dashboard-secrets.ts'
import { openTown } from './soak/town.ts'

/**
 * Plants keys, passwords and other secrets, uses them correctly and incorrectly with all log levels on, and searches for
 * them in the logs, the whole database and every answer except the one that may contain them.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

const town = await openTown({ apis: 1, workers: 1, logLevel: 'trace' })
const url = town.apis[0]?.url() ?? ''
const sink = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
await wait(200)
const hook = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/hook`

const planted: Secret[] = (await town.secrets()).map((text, index) => ({
  what: `setting ${index + 1}`,
  text,
}))
const answers: string[] = []

const { id: accountId } = await createAccount(town.pool, 'planted@example.com', 'scale')
const key = await createKey(town.pool, accountId, 'planted')
planted.push({ what: 'an API key', text: key.key })
const wrong = `${key.key.slice(0, -4)}0000`
planted.push({ what: 'a mistyped API key', text: wrong })

const stay = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(20) }

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-api-key': key.key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function use(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  answers.push((await ask(method, path, body, headers)).text)
}

/** Only its own answer may contain the secret. */
async function plant(what: string, path: string, body: unknown): Promise<string> {
  const { status, text } = await ask('POST', path, body, { 'idempotency-key': `plant ${what}` })
  const { secret, id = '' } = JSON.parse(text) as { secret?: string; id?: string }
  if (secret === undefined) throw new Error(`${what}: ${status} ${text}`)
  planted.push({ what, text: secret })
  return id
}

const nights = { from: inDays(20), to: inDays(21) }
const watch = { chain: 'aurelia', hotel_code: 'FLAPS', nights, condition: 'any', webhook_url: hook }
const watchId = await plant("a watch's secret", '/v1/watches', watch)
await plant('a rotated secret', `/v1/watches/${watchId}/rotate-secret`, undefined)
await plant("an ids job's secret", '/v1/hotels/ids/jobs', {
  chain: 'aurelia',
  hotel_codes: ['UNDERCUT'],
  webhook_url: hook,
})

const page = await plantAtDashboard(url, hook, nights)
planted.push(...page.secrets)
answers.push(...page.answers)

await use('POST', '/v1/shop', stay)
await use('POST', '/v1/shop', { ...stay, 'x-api-key': key.key })
await use('GET', `/v1/usage?x-api-key=${key.key}`)
await use('GET', `/v1/usage?x-api-key=${key.key}`, undefined, { 'x-api-key': wrong })
await use('GET', '/v1/usage', undefined, { 'x-api-key': wrong })
await use('GET', '/v1/usage', undefined, { authorization: `Bearer ${key.key}` })
await use('POST', `/v1/watches/${watchId}/test`)
for (const fault of ['500', 'html', 'truncated', 'reset', 'hang', '429']) {
  await town.control('/sources/*', { fault, tokens: true, count: 4 })
  await Promise.all([
    use('POST', '/v1/shop', { ...stay, max_age: 0 }),
    use('POST', '/v1/shop', { ...stay, chain: 'castellan', max_age: 0 }),
    use('POST', '/v1/ota/ostello/shop', { hotel_code: 'SOLDOUT', checkin: stay.checkin, raw: true }),
    use('POST', '/v1/ota/lodgista/shop', { hotel_code: 'SOLDOUT', checkin: stay.checkin, raw: true }),
  ])
}
await town.control('/reset', {})
await use('POST', '/v1/parity', { ...stay, checkin: inDays(30) })
for (const path of [
  '/usage',
  '/usage/lines',
  '/watches',
  `/watches/${watchId}`,
  '/events',
  '/jobs',
  '/chains',
])
  await use('GET', `/v1${path}`)
await use('GET', '/v1/openapi.json')
await wait(8000)

const places = [
  { where: 'the log', text: town.log() },
  { where: 'the answers', text: answers.join('\n') },
  ...(await dump(town.pool)),
]
const hits = planted.flatMap(({ what, text, kept }) =>
  places
    .filter(({ where }) => where !== kept)
    .filter((place) => shapesOf(text).some((shape) => place.text.includes(shape)))
    .map(({ where }) => `${what} is in ${where}`),
)
sink.close()
await town.stop()
const looked = places.reduce((sum, { text }) => sum + text.length, 0)
say(`${planted.length} secrets looked for in ${places.length} places, ${looked} characters`)
for (const hit of hits) say(`  ${hit}`)
// Secrets that must be stored are found in their table; otherwise the search itself is broken.
const isFound = planted.some(({ text, kept }) =>
  places.some((place) => place.where === kept && place.text.includes(text)),
)
if (!isFound || planted.length < 10 || town.log().length < 10_000) hits.push('too little was tried')
say(hits.length === 0 ? 'none found' : `${hits.length} found`)
process.exitCode = hits.length === 0 ? 0 : 1

/** As text, and as the database prints bytes. */
function shapesOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
}

async function dump(pool: Pool): Promise<{ where: string; text: string }[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n') as text from ${name} t`,
      )
      return { where: `the table ${name}`, text: rows[0]?.text ?? '' }
    }),
  )
}
