import { setTimeout as wait } from 'node:timers/promises'
import { validate } from '@scalar/openapi-parser'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/store.ts'
import { emptyDeletedAccounts } from '../../src/compose/deleted-accounts.ts'
import { ERROR_EXAMPLES } from '../../src/http/examples/error-requests.ts'
import { type Recorded, readRecorded } from '../../src/http/examples/recorded.ts'
import { ANSWER_EXAMPLES, SANDBOX_TIME } from '../../src/http/examples/requests.ts'
import { forgetOldJobs } from '../../src/jobs/forget.ts'
import { ERROR_CODES } from '../../src/kernel/errors.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { sweep } from '../../src/watches/refreshing/upkeep.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { type Market, openMarket } from '../support/market.ts'
import { vacancy } from '../support/processes.ts'
import { tablesWith } from '../support/tables-with.ts'
import { until } from '../support/until.ts'
import { laterBy, shapeProblems, withoutMoments } from './example-shapes.ts'

interface Media {
  schema: object
  examples?: Record<string, { summary: string; value: unknown }>
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { headers: Record<string, Header>; content?: Record<string, Media> }>
}

/** A header that many answers have stands among the components. */
interface Header {
  $ref?: string
  description?: string
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; headers: Record<string, Header> }
}

const recorded = readRecorded()
let market: Market
let account: TestAccount
let key: string
let document: Document
let operations: Operation[]

/** From then on the nights of the recording have passed, or soon will. */
const LATE_FROM = '2028-01-01'

/** By how many days the same calls are made later, once it is too late for the recorded ones. */
const lateDays = Math.max(0, Math.ceil((Date.now() - Date.parse(LATE_FROM)) / 86_400_000))

beforeAll(async () => {
  market = await openMarket({
    workers: 1,
    pastRates: true,
    env: { DIRECTORY_SYNC: 'daily' },
  })
  account = await newAccount(market.database.pool, 'pro')
  key = account.key
  // The answers name hotels as the directory does.
  await until(async () => (await readingSources()).length === 0, 240_000)
  if (lateDays === 0) await market.sandbox.control('/time', { now: SANDBOX_TIME })
  document = (await get(market.url, '/openapi.json')).body as Document
  operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    // The counter is a verb of the tests; the document itself needs no example.
    .filter(({ operationId }) => !operationId.startsWith('counter') && operationId !== 'getOpenApi')
}, 300_000)

async function readingSources(): Promise<string[]> {
  const { body } = await get(market.url, '/status.json')
  const { sources } = (body as { directory: { sources: { id: string; state: string }[] } }).directory
  return sources.filter(({ state }) => state !== 'current' && state !== 'unlisted').map(({ id }) => id)
}

afterAll(() => market.stop())

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await validate(document as unknown as Record<string, unknown>)
    expect(errors).toEqual([])
    expect(valid).toBe(true)
  })

  test('describes every parameter, header and field', () => {
    const silent: string[] = []
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      for (const { name, description } of parameters) if (!description) silent.push(`${operationId} ${name}`)
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        silent.push(...fieldsWithoutWords(schema, `${operationId} request`))
      }
      for (const [status, { headers, content = {} }] of Object.entries(responses)) {
        for (const [name, header] of Object.entries(headers)) {
          const { description } = header.$ref ? (document.components.headers[name] ?? {}) : header
          if (!description) silent.push(`${operationId} ${status} ${name}`)
        }
        for (const { schema } of Object.values(content)) {
          silent.push(...fieldsWithoutWords(schema, `${operationId} ${status}`))
        }
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!name.startsWith('Counter')) silent.push(...fieldsWithoutWords(schema, name))
    }
    expect(silent).toEqual([])
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Lowest', 'Quote', 'ShopRequest', 'ShopResponse', 'StayResponse']),
    )
  })

  test('takes an Idempotency-Key on every POST', () => {
    const posts = Object.values(document.paths).flatMap(({ post }) => (post ? [post] : []))
    expect(posts.length).toBeGreaterThan(6)
    for (const { parameters = [], responses } of posts) {
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      expect(answers.length).toBeGreaterThan(0)
      for (const [, { headers }] of answers) expect(headers).toHaveProperty('Idempotent-Replay')
    }
  })

  test('writes "or null" as a union of types, and never as an anonymous alternative', () => {
    const text = JSON.stringify(document.components)
    expect(text).toContain('"type":["number","null"]')
    expect(text).not.toMatch(/"anyOf":\[\{"(type|enum)":[^}]*\},\{"type":"null"/)
    expect(text).not.toContain('"nullable"')
    expect(text).not.toContain('"$id"')
  })
})

describe('the examples in the document', () => {
  test('are there for every operation: what was asked, and what was answered', () => {
    const names = (media: Media | undefined) => Object.keys(media?.examples ?? {})
    for (const { operationId, requestBody, responses } of operations) {
      const answers = [responses['200'], responses['201'], responses['202']].flatMap((response) =>
        Object.values(response?.content ?? {}).flatMap(names),
      )
      const asked = requestBody ? names(requestBody.content['application/json']) : answers
      expect(answers.length, `${operationId} has none`).toBeGreaterThan(0)
      expect(asked.toSorted()).toEqual(answers.toSorted())
    }
  })

  test('have one for each error code', () => {
    const shown = operations
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => Object.values(content?.['application/json']?.examples ?? {}))
      .map(({ value }) => (value as { error: { code: string } }).error.code)
    expect(new Set(shown)).toEqual(new Set(ERROR_CODES))
  })

  test('are valid by the schema beside them', () => {
    const compile = schemaCompiler()
    let judged = 0
    for (const { operationId, requestBody, responses } of operations) {
      const media = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      )
      for (const { schema, examples = {} } of media) {
        const check = compile(schema)
        for (const [name, { value }] of Object.entries(examples)) {
          check(value)
          expect(check.errors, `${operationId} ${name}`).toBeNull()
          judged += 1
        }
      }
    }
    expect(judged).toBeGreaterThan(operations.length * 2)
  })

  test('are those that were recorded, and all of those', () => {
    const names = [...ANSWER_EXAMPLES, ...ERROR_EXAMPLES].map(({ name }) => name)
    expect(recorded.map(({ name }) => name)).toEqual(names.toSorted())
    const shown = JSON.stringify(document.paths)
    for (const { answer } of recorded) expect(shown).toContain(JSON.stringify(answer.body))
  })
})

/** What was made, by the first letters of its id. */
function kindOf({ body }: Repeated): string {
  const { id } = body as { id: string }
  const kinds: Readonly<Record<string, string>> = {
    wat: 'watch',
    bkg: 'booking',
    end: 'endpoint',
    set: 'set',
    sch: 'schedule',
    fed: 'feed',
  }
  return kinds[id.slice(0, 3)] ?? ''
}

describe('the examples, asked again', () => {
  test('are answered as they were recorded', { timeout: 120_000 }, async () => {
    // In the order of the recording: what one call has fetched, a later one finds in the store.
    const latest = new Map<string, string>()
    for (const { name, call: asked } of ANSWER_EXAMPLES) {
      const example = find(name)
      const { path, body } = withIds(asked, latest)
      const request = {
        ...example.request,
        ...(body && { body: body as Recorded['request']['body'] & object }),
      }
      const answer = await repeat({ request }, key, `/v1${path}`)
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(example.answer.status)
      if (name === 'events')
        latest.set('event', (answer.body as { events: { id: string }[] }).events[0]?.id ?? '')
      if (answer.status === 201) latest.set(kindOf(answer), (answer.body as { id: string }).id)
      const { receipt } = answer.body as { receipt?: { id: string } | null }
      if (receipt) latest.set('receipt', receipt.id)
      const { board } = answer.body as { board?: { id: string } }
      if (board) latest.set('board', board.id)
      if (name === 'feed' || name === 'board_link')
        latest.set('token', /(\w+)(\.\w+)?$/.exec((answer.body as { url: string }).url)?.[1] ?? '')
      if (name === 'watch') await lookedAt(answer)
      if (answer.status === 202) latest.set('job', await endOf(answer))
      if (name === 'schedule_run') await ranOnce(latest.get('schedule') ?? '')
      expect(shapeProblems(example.answer.body, answer.body, name)).toEqual([])
      expect(
        figuresOf(example, answer.charged, answer.body),
        `${name} has changed: npm run examples`,
      ).toEqual(figuresOf(example, Number(example.answer.headers['x-credits-charged']), example.answer.body))
    }
  })

  test('are refused as they were recorded', async () => {
    const customers = ERROR_EXAMPLES.filter(
      ({ as, name }) => as !== 'hasty' && as !== 'short' && name !== 'timed_out',
    )
    for (const { name, as } of customers) {
      const example = find(name)
      const answer = await repeat(example, as === 'nobody' ? null : key)
      const code = (body: unknown) => (body as { error: { code: string } }).error.code
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(example.answer.status)
      expect(code(answer.body)).toBe(code(example.answer.body))
      expect(shapeProblems(example.answer.body, answer.body, name)).toEqual([])
    }
  })
})

/** What stays of a deleted account until it is too old: its charges, and who did what. */
const BOOKS = ['acts', 'keys', 'meters', 'usage_lines']

describe('the account of these examples, deleted', () => {
  test('leaves its charges and acts, and with the last of them nothing', { timeout: 120_000 }, async () => {
    const { pool, url } = market.database
    const { rows } = await pool.query<{ email: string }>('select email from accounts where id = $1', [
      account.no,
    ])
    const email = rows[0]?.email ?? ''
    // The examples have deleted theirs.
    await pool.query(
      `with board as (
         insert into boards (public_id, account, set, kind, nights, created_at) values ('brd_', $1, 'set_', 'market', '{}', now())
       )
       insert into feeds (public_id, account, name, job, format, token_hash, created_at) values ('fed_', $1, '', 'job_', 'csv', '', now())`,
      [account.no],
    )
    const events = ['deliveries', 'events', 'hooks', 'jobs', 'schedule_runs', 'schedules', 'watches']
    const others = [
      'boards',
      'feeds',
      'free_writes',
      'logged_requests',
      'receipts',
      'request_rings',
      'sets',
      'wallets',
    ]
    expect(await tablesOf(account)).toEqual([...BOOKS, ...events, ...others].toSorted())
    expect(await tablesWith(pool, 'hooks.example.com')).toContain('hooks')

    const remove = (...more: string[]) =>
      vacancy(['accounts', 'delete', email, ...more], { DATABASE_URL: url })
    expect(await remove()).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes to confirm') })
    expect(await remove('--yes')).toMatchObject({ code: 0, stdout: `${account.id} is deleted\n` })
    expect((await get(market.url, '/v1/jobs', key)).status).toBe(401)
    expect(await remove('--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no account'),
    })
    await createAccount(pool, email, 'free')

    const catalog = loadCatalog({
      env: market.sandbox.environment,
      sourcesFile: undefined,
      families: FAMILIES,
    })
    // The chores of workers, sooner.
    const empty = async () => {
      await emptyDeletedAccounts({ pool, catalog })
      await forgetOldJobs(pool, 30)
      await sweep(pool)
    }
    await until(async () => {
      await empty()
      return (await tablesOf(account)).every((table) => BOOKS.includes(table))
    })
    expect(await tablesWith(pool, 'hooks.example.com')).toEqual(['acts'])
    const { used, lines, keys, held } = await readBooks(pool, account.no)
    expect([lines, keys, held]).toEqual([used, used, 0])

    await pool.query("update accounts set deleted_at = deleted_at - interval '2 days'")
    await empty()
    expect(await tablesOf(account)).toEqual(BOOKS)
    for (const table of ['usage_lines', 'acts', 'keys'])
      await pool.query(`delete from ${table} where account = $1`, [account.no])
    await empty()
    expect((await pool.query('select 1 from accounts where id = $1', [account.no])).rowCount).toBe(0)
  })
})

/** The tables that have rows of the account. */
async function tablesOf({ no }: TestAccount): Promise<string[]> {
  const { pool } = market.database
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'account' and a.atttypid = 'bigint'::regtype order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} where account = $1 limit 1`, [no])
    if (rowCount !== 0) found.push(name)
  }
  return found
}

/**
 * What must be the same to the last digit while the sandbox's clock stands where it stood: the answers about rates, and what
 * they cost. Later, and for answers about the account or the moment, it is nothing.
 */
function figuresOf({ request }: Recorded, charged: number, body: unknown): unknown {
  const isAboutRates =
    request.method === 'POST' &&
    !/^\/v1\/(bookings|events\/|feeds|receipts)|\/(test|link)$/.test(request.path)
  return lateDays === 0 && isAboutRates ? { charged, body: withoutMoments(body) } : null
}

function find(name: string): Recorded {
  const found = recorded.find((example) => example.name === name)
  if (!found) throw new Error(`${name} has not been recorded: npm run examples`)
  return found
}

/** Waits for the jobs of an answer, and tells the last. */
async function endOf(answer: Repeated): Promise<string> {
  const { job, jobs = job ? [job] : [] } = answer.body as { job?: { id: string }; jobs?: { id: string }[] }
  for (const { id } of jobs) {
    await until(async () => {
      const { body } = await get(market.url, `/v1/jobs/${id}`, key)
      return (body as { finished_at: string | null }).finished_at !== null
    })
  }
  return jobs.at(-1)?.id ?? ''
}

async function ranOnce(schedule: string): Promise<void> {
  await until(async () => {
    const { body } = await get(market.url, `/v1/schedules/${schedule}/runs`, key)
    return (body as { runs: { ended_at: string | null }[] }).runs.every(({ ended_at: at }) => at !== null)
  })
}

/** Waits for the first look of a watch. */
async function lookedAt(answer: Repeated): Promise<string> {
  const { id } = answer.body as { id: string }
  await until(async () => {
    const { body } = await get(market.url, `/v1/watches/${id}`, key)
    return (body as { last_refresh_at: string | null }).last_refresh_at !== null
  })
  return id
}

interface Repeated {
  status: number
  charged: number
  body: unknown
}

/** The call with the ids of today in place of their names. */
function withIds<T>(asked: T, latest: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(asked).replaceAll(
    /\{(\w+)\}/g,
    (name, kind: string) => latest.get(kind) ?? name,
  )
  return JSON.parse(text) as T
}

async function repeat(
  { request }: Pick<Recorded, 'request'>,
  asking: string | null,
  path = request.path,
): Promise<Repeated> {
  const { method, body } = request
  // Slower than the account's requests per second.
  await wait(60)
  const answer = await fetch(market.url + path, {
    method,
    headers: {
      ...(asking !== null && { 'x-api-key': asking }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(laterBy(lateDays, body)) }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: answer.status,
    charged: Number(answer.headers.get('x-credits-charged')),
    body: isJson ? await answer.json() : await answer.text(),
  }
}

function schemaCompiler(): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'https://api.example/', components: document.components })
  // References of the document are meant from its root.
  const rooted = (schema: object) =>
    JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"https://api.example/#/components'),
    ) as object
  return (schema) => ajv.compile(rooted(schema))
}

/** The fields of a schema that say nothing of what they mean. */
function fieldsWithoutWords(schema: object, path: string): string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(schema) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue
    if (name === 'properties') {
      for (const [field, of] of Object.entries(value) as [string, Record<string, unknown>][]) {
        if (!of['description'] && !of['$ref']) found.push(`${path}.${field}`)
      }
    }
    found.push(...fieldsWithoutWords(value, name === 'properties' ? path : `${path}.${name}`))
  }
  return found
}
