import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { Agent, request as ask } from 'undici'
import { openMarket } from '../bench/market.ts'
import { type BenchAccount, createAccounts, startPostgres } from '../bench/postgres.ts'
import type { Pool } from '../service/src/db/pool.ts'
import { crossReads } from './cross-reads.ts'
import { type ApiDocument, requestsOf } from './openapi-requests.ts'
import { spoiled, type WireRequest } from './spoil.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const CODES = new Set([
  'invalid_request',
  'auth_failed',
  'hotel_not_found',
  'quota_exceeded',
  'rate_limited',
  'source_unavailable',
  'upstream_timeout',
])
const AT_ONCE = 16

interface Odd {
  problem: string
  request: WireRequest
  status: number
  body: string
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await startPostgres()
const database = await server.newDatabase('fuzz')
const [account, stranger] = await createAccounts(database.pool, 2)
if (!account || !stranger) throw new Error('there are no accounts')
const market = await openMarket({ databaseUrl: database.url })
const url = `http://127.0.0.1:${market.api.port}`
const agent = new Agent({ connections: AT_ONCE })

const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as ApiDocument
const count = Number(values.requests)
const seed = Number(values.seed)
say(`${count} requests to ${Object.keys(document.paths).length} paths, seed ${seed}`)
const wires = fc.sample(spoiled(requestsOf(document, '/v1')), { numRuns: count, seed })
const odd: Odd[] = []
const statuses = new Map<number, number>()
let charged = 0
for (let from = 0; from < wires.length; from += AT_ONCE) {
  await Promise.all(wires.slice(from, from + AT_ONCE).map((wire) => send(wire, account)))
  if (odd.length > 20) break
}
const table = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
say(`answers by status: ${table.join(', ')}`)
const wrongBooks = await readBooks(database.pool, account, charged)
const seen = await crossReads(url, document, account.key, stranger.key)
say(`${seen.routes} routes with an id, asked by a stranger`)
await agent.close()
await market.stop()
await database.close()
await server.close()

for (const { problem, request, status, body } of odd.slice(0, 10)) {
  say(`\n${problem}: ${status} to ${request.method} ${request.target.slice(0, 200)}`)
  say(`  sent ${String(request.body).slice(0, 400)}\n  got  ${body.slice(0, 400)}`)
}
const found = [...odd.map(({ problem }) => problem), ...wrongBooks, ...seen.problems]
for (const problem of [...wrongBooks, ...seen.problems]) say(problem)
say(`${count} requests, ${found.length} problems`)
process.exitCode = found.length === 0 ? 0 : 1

async function send(wire: WireRequest, { key }: BenchAccount): Promise<void> {
  const answer = await ask(url + encodeTarget(wire.target), {
    dispatcher: agent,
    method: wire.method as 'GET',
    headers: { 'x-api-key': key, ...latin(wire.headers) },
    body: wire.body ?? null,
  })
  const body = await answer.body.text()
  const { statusCode: status } = answer
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const cost = Number(answer.headers['x-credits-charged'])
  if (status < 400) charged += Math.round(cost * 1000)
  const problem = problemOf(status, answer.headers, body)
  if (problem !== null) odd.push({ problem, request: wire, status, body })
}

function problemOf(status: number, headers: Record<string, unknown>, body: string): string | null {
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id'
  if (headers['x-credits-charged'] === undefined) return 'no X-Credits-Charged'
  if (status < 400) return null
  if (status >= 500) return 'an answer of 5xx'
  if (headers['x-credits-charged'] !== '0') return 'a charge on an error'
  try {
    const { error } = JSON.parse(body) as { error: { code: string; message: string; request_id: string } }
    if (!CODES.has(error.code)) return `an unknown code ${error.code}`
    if (error.request_id !== headers['x-request-id']) return 'another request id in the body'
    return /\bat .+:\d+:\d+|select .+ from|\/node_modules\//.test(error.message)
      ? 'an answer with insides'
      : null
  } catch {
    return 'not the envelope'
  }
}

/** Replaces only characters that no client can put into a request line. */
function encodeTarget(target: string): string {
  return target.replaceAll(/[^\u0021-\u007e]/g, (text) => encodeURIComponent(text.toWellFormed()))
}

function latin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\u0020-\u00ff]*$/.test(value)))
}

async function readBooks(pool: Pool, { no }: BenchAccount, expected: number): Promise<string[]> {
  const { rows } = await pool.query<{ used: number; lines: number; direct: number }>(
    `select m.used, coalesce(sum(l.credits), 0)::bigint as lines,
       coalesce(sum(l.credits) filter (where l.job is null), 0)::bigint as direct
     from meters m left join usage_lines l on l.account = m.account where m.account = $1 group by m.used`,
    [no],
  )
  const [books] = rows
  const problems: string[] = []
  if (books?.used !== books?.lines)
    problems.push(`the account has used ${books?.used}, its lines say ${books?.lines}`)
  if (books?.direct !== expected) problems.push(`the headers say ${expected}, the lines ${books?.direct}`)
  return problems
}
