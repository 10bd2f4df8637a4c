import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ERROR_EXAMPLES, type ErrorExample } from '../src/http/examples/error-requests.ts'
import { type AnswerExample, type ExampleCall } from '../src/http/examples/example.ts'
import { RECORDED_FOLDER, type Recorded } from '../src/http/examples/recorded.ts'
import { ANSWER_EXAMPLES, SANDBOX_TIME } from '../src/http/examples/requests.ts'
import { isObject, type Json, type JsonObject } from '../src/http/openapi-shape.ts'
import { MAIN, startThrowawayService, type ThrowawayService } from './throwaway-service.ts'

/**
 * Makes the calls of the API's examples and writes down what came back: `npm run examples`. The service is the one that
 * `npm start` runs, with a database and a sandbox of its own; only the sandbox's clock is set.
 */

/** Those that a client acts on; the others say nothing about the API. */
const SHOWN_HEADERS = [
  'x-request-id',
  'x-credits-charged',
  'x-credits-remaining',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'location',
  'retry-after',
  'content-disposition',
  'x-job-id',
  'x-job-status',
]

/** A key of another account, made as an operator makes it. */
async function newKey(email: string, plan: string, env: NodeJS.ProcessEnv): Promise<string> {
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env })
    return JSON.parse(stdout) as { id: string; key: string }
  }
  const { id } = await run('accounts', 'create', '--email', email, '--plan', plan)
  return (await run('keys', 'create', '--account', id)).key
}

async function make(
  url: string,
  call: ExampleCall,
  key?: string,
): Promise<Pick<Recorded, 'request' | 'answer'>> {
  const path = `/v1${call.path}`
  // Slower than the account's requests per second.
  await wait(60)
  const answer = await fetch(url + path, {
    method: call.method,
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(call.body && { 'content-type': 'application/json' }),
    },
    ...(call.body && { body: JSON.stringify(call.body) }),
  })
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  const text = await answer.text()
  const { method, body: asked } = call
  return {
    request: { method, path, ...(asked && { body: asked as JsonObject }) },
    answer: {
      status: answer.status,
      type,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: type === 'application/json' ? (JSON.parse(text) as Json) : text,
    },
  }
}

/** The latest id of each kind, by the name that stands for it in a path or a body. */
type LatestIds = Map<string, string>

function filled(call: ExampleCall, latest: LatestIds): ExampleCall {
  const text = JSON.stringify(call).replaceAll(
    /\{(\w+)\}/g,
    (named, kind: string) => latest.get(kind) ?? named,
  )
  return JSON.parse(text) as ExampleCall
}

async function recordAnswer(
  example: AnswerExample,
  { url, key }: ThrowawayService,
  latest: LatestIds,
): Promise<Recorded> {
  const { name, operationId, summary, shown } = example
  const call = filled(example.call, latest)
  const made = await make(url, call, ['getStatus', 'getReceiptKeys'].includes(operationId) ? undefined : key)
  const { status, body } = made.answer
  if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`)
  if (!shown) return { name, operationId, summary, ...made }
  const list = isObject(body) ? body[shown.list] : undefined
  if (!isObject(body) || !Array.isArray(list)) throw new Error(`${name}: there is no list ${shown.list}`)
  body[shown.list] = list.slice(0, shown.entries)
  const description = `Shortened: \`${shown.list}\` has ${list.length} entries, of which the first ${shown.entries} are shown.`
  return { name, operationId, summary, description, ...made }
}

async function recordError(
  { name, summary, on, as, call }: ErrorExample,
  service: ThrowawayService,
): Promise<Recorded> {
  const ask = async (key?: string) => ({ name, summary, on, ...(await make(service.url, call, key)) })
  if (as === 'nobody') return ask()
  if (as === 'customer') return ask(service.key)
  const key = await newKey(`${as}@example.com`, 'free', service.env)
  // Asked until it is refused: for its pace, or because the calls before have used up what there was.
  for (let tries = 0; tries < 5; tries += 1) {
    const made = await ask(key)
    if (made.answer.status === 429) return made
  }
  throw new Error(`${name}: it is not refused`)
}

async function ended({ url, key }: ThrowawayService, job: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { answer } = await make(url, { method: 'GET', path: `/jobs/${job}` }, key)
    if (isObject(answer.body) && typeof answer.body['finished_at'] === 'string') return
    await wait(200)
  }
  throw new Error(`${job} does not end`)
}

async function lookedOnce({ url, key }: ThrowawayService, path: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { answer } = await make(url, { method: 'GET', path }, key)
    if (isObject(answer.body) && typeof answer.body['last_refresh_at'] === 'string') return
    await wait(200)
  }
  throw new Error(`${path} does not look`)
}

async function ranOnce({ url, key }: ThrowawayService, schedule: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { answer } = await make(url, { method: 'GET', path: `/schedules/${schedule}/runs` }, key)
    const { runs } = answer.body as { runs: { ended_at: string | null }[] }
    if (runs.every(({ ended_at: at }) => at !== null)) return
    await wait(200)
  }
  throw new Error(`${schedule} does not run`)
}

/** The answers name hotels as the directory does. */
async function directoryRead({ url }: ThrowawayService): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { answer } = await make(url, { method: 'GET', path: '/status.json' })
    const { directory } = answer.body as { directory: { sources: { state: string }[] } }
    if (directory.sources.every(({ state }) => state === 'current' || state === 'unlisted')) return
    await wait(500)
  }
  throw new Error('the directory is not read to its end')
}

function firstEvent(body: unknown): string {
  return (body as { events: { id: string }[] }).events[0]?.id ?? ''
}

/** The secret part of a link. */
function tokenIn(body: unknown): string {
  return /(\w+)(\.\w+)?$/.exec((body as { url: string }).url)?.[1] ?? ''
}

const KIND_OF: Readonly<Record<string, string>> = {
  wat: 'watch',
  end: 'endpoint',
  set: 'set',
  sch: 'schedule',
  fed: 'feed',
  bkg: 'booking',
}

interface JobsAnswer {
  job: { id: string }
  jobs: { id: string }[]
}

async function record(service: ThrowawayService): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const latest: LatestIds = new Map()
  for (const example of ANSWER_EXAMPLES) {
    const made = await recordAnswer(example, service, latest)
    recorded.push(made)
    if (example.operationId === 'listEvents') latest.set('event', firstEvent(made.answer.body))
    const { receipt } = made.answer.body as { receipt?: { id: string } | null }
    if (receipt) latest.set('receipt', receipt.id)
    const { board } = made.answer.body as { board?: { id: string } }
    if (board) latest.set('board', board.id)
    if (example.operationId === 'shareBoard') latest.set('token', tokenIn(made.answer.body))
    if (made.answer.status === 201) {
      const { id } = made.answer.body as { id: string }
      latest.set(KIND_OF[id.slice(0, 3)] ?? '', id)
      if (id.startsWith('wat_')) await lookedOnce(service, `/watches/${id}`)
      if (id.startsWith('bkg_')) await lookedOnce(service, `/bookings/${id}`)
      if (id.startsWith('fed_')) latest.set('token', tokenIn(made.answer.body))
    }
    if (example.operationId === 'runSchedule') await ranOnce(service, latest.get('schedule') ?? '')
    if (made.answer.status === 202) {
      const { job: one, jobs = one ? [one] : [] } = made.answer.body as Partial<JobsAnswer>
      for (const { id } of jobs) await ended(service, id)
      const last = jobs.at(-1)
      if (last) latest.set('job', last.id)
    }
  }
  for (const example of ERROR_EXAMPLES) {
    const made = await recordError(example, service)
    if (made.answer.status < 400) throw new Error(`${example.name}: it is answered`)
    recorded.push(made)
  }
  return recorded
}

async function write(recorded: readonly Recorded[]): Promise<void> {
  await rm(RECORDED_FOLDER, { recursive: true, force: true })
  await mkdir(RECORDED_FOLDER)
  for (const example of recorded) {
    await writeFile(
      join(RECORDED_FOLDER, `${example.name}.json`),
      `${JSON.stringify(example, undefined, 2)}\n`,
    )
  }
}

const service = await startThrowawayService('examples')
try {
  // First, because some vendors check the time of a listing's request.
  await directoryRead(service)
  await service.control('/time', { now: SANDBOX_TIME })
  const recorded = await record(service)
  await write(recorded)
  process.stdout.write(`${recorded.length} examples recorded\n`)
} finally {
  await service.stop()
}
