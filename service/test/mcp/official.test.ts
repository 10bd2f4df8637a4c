import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/http/openapi-shape.ts'
import { entryOf } from '../../src/joined.ts'
import { TOOLS } from '../../src/mcp/tools/tools.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import type { Finished } from '../support/processes.ts'
import { currentAgent, send } from './agents.ts'
import { runConformance } from './conformance.ts'
import { createProxy, type KeyProxy } from './key-proxy.ts'
import { malformedCalls } from './malformed.ts'
import { argumentsOf, type OpenApi, type Operation, operationsOf } from './views.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** What every tool may take besides the fields of its route. */
const COMMON = ['limit', 'cursor', 'dry_run', 'max_credits']
/** `MCP_MALFORMED=2000` is the long form. */
const MALFORMED = Number(process.env['MCP_MALFORMED'] ?? 100)
const MODULES = join(ROOT, 'node_modules', '@modelcontextprotocol')

let market: Market
let account: TestAccount
let proxy: KeyProxy
let home: string

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  proxy = await createProxy(market.url, account.key)
  home = await mkdtemp(join(tmpdir(), 'vacancy-mcp-'))
})

afterAll(async () => {
  await proxy.close()
  await market.stop()
  await rm(home, { recursive: true })
})

async function run(file: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, HOME: home } })
  child.stdin.end()
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

test('the official conformance suite passes, save for the scenarios that do not apply', async () => {
  const { code, stdout } = await runConformance('server', {
    url: `${proxy.url}/mcp`,
    suite: 'all',
    'expected-failures': join(import.meta.dirname, 'conformance.yml'),
  })
  expect(stdout).toMatch(/✓ server-initialize: \d+ passed, 0 failed/)
  expect(code, stdout).toBe(0)
})

describe('the Inspector’s command line', () => {
  const inspector = join(MODULES, 'inspector', 'clients', 'launcher', 'build', 'index.js')
  const ask = (...args: string[]) =>
    run(inspector, [
      '--cli',
      `${market.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `x-api-key: ${account.key}`,
      '--method',
      ...args,
    ])

  test('lists the tools and calls one', async () => {
    const [listed, called] = await Promise.all([
      ask('tools/list'),
      ask(
        'tools/call',
        '--tool-name',
        'stay_price',
        '--tool-arg',
        'chain=aurelia',
        'hotel_code=UNDERCUT',
        `checkin=${inDays(10)}`,
        'dry_run=true',
      ),
    ])
    const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { quote: { credits_max: 1 } } })
  })
})

test.each(['2026-07-28', null])('vacancy mcp serves the tools over stdio (revision %s)', async (revision) => {
  const client = new Client(
    { name: 'vacancy-test', version: '1.0.0' },
    revision === null ? {} : { versionNegotiation: { mode: { pin: revision } } },
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [entryOf('vacancy'), 'mcp'],
      env: { VACANCY_URL: market.url, VACANCY_API_KEY: account.key, XDG_CONFIG_HOME: home },
    }),
  )
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  const result = await client.callTool({ name: 'account_usage', arguments: {} })
  expect(result.structuredContent).toMatchObject({ rows: [{ plan_name: 'scale' }] })
  await client.close()
})

describe('each tool is a view of a route', () => {
  let operations: Map<string, Operation>

  beforeAll(async () => {
    operations = operationsOf((await (await fetch(`${market.url}/openapi.json`)).json()) as OpenApi)
  })

  test('its arguments are those of the route, with the same types and defaults', async () => {
    const agent = await currentAgent(`${market.url}/mcp`, { 'x-api-key': account.key })
    const listed = new Map(
      (await agent.tools()).map((tool) => [tool.name, argumentsOf(tool.inputSchema as JsonObject)]),
    )
    await agent.close()
    for (const { name, operationId, fields, renamed = {}, defaults = {}, own = {}, lists = [] } of TOOLS) {
      const args = listed.get(name) ?? {}
      const { fields: known = {} } = operations.get(operationId) ?? {}
      expect(fields.map((field) => [field, gistOf(args[field])])).toEqual(
        fields.map((field) => {
          const schema = known[renamed[field] ?? field] as JsonObject
          // A text with commas is a list here; mcp.test.ts looks at those.
          if (lists.includes(field)) return [field, gistOf(args[field])]
          return [field, gistOf(field in defaults ? { ...schema, default: defaults[field] as Json } : schema)]
        }),
      )
      const others = Object.keys(args).filter((field) => !fields.includes(field) && !(field in own))
      expect(COMMON).toEqual(expect.arrayContaining(others))
    }
  })

  /** What the list of tools keeps of a field, plain defaults left out. Calls are checked by all of it. */
  function gistOf(schema: Json | undefined): Json {
    if (!isObject(schema)) return null
    const { type = null, properties = {}, default: usual = null } = schema
    const isPlain =
      [1, false].includes(usual as number) || (isObject(usual) && Object.keys(usual).length === 0)
    const fields = isObject(properties) ? Object.keys(properties) : []
    return { type, usual: isPlain ? null : usual, fields }
  }

  test('docs/mcp.md names its route', async () => {
    const page = await readFile(join(ROOT, 'docs', 'mcp.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` +\|[^|]+\| `([A-Z]+ [^`]+)` +\|/gm)]
    expect(Object.fromEntries(rows.map(([, name, route]) => [name, route]))).toEqual(
      Object.fromEntries(TOOLS.map(({ name, operationId }) => [name, operations.get(operationId)?.route])),
    )
  })

  test('it knows the shapes of the answers, and calls nothing but routes', async () => {
    const folder = join(ROOT, 'service', 'src', 'mcp')
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(10)
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    const rooms = texts.flatMap((code) =>
      [...code.matchAll(/^import (?!type )[^']*from '(?:\.\.\/)+(\w+)\/[^']+'/gm)].map(([, room]) => room),
    )
    expect(new Set(rooms)).toEqual(new Set(['db', 'edge', 'kernel']))
  })
})

test(`none of ${MALFORMED} malformed calls is a fault of the server`, { timeout: 300_000 }, async () => {
  const calls = malformedCalls(MALFORMED)
  const faults: unknown[] = []
  const tryNext = async (): Promise<void> => {
    const [body, headers] = calls.pop() ?? []
    if (!headers) return
    const answer = await send(`${market.url}/mcp`, body, { 'x-api-key': account.key, ...headers })
    const said = await answer.text()
    if (answer.status >= 500 || said.includes('-32603'))
      faults.push({ status: answer.status, body, headers, said })
    return tryNext()
  }
  await Promise.all(Array.from({ length: 10 }, tryNext))
  expect(faults).toEqual([])
  expect(market.apis[0]?.log()).toBe('')
})

test('nobody looks for the result of a task once its client has left', async () => {
  const headers = { 'x-api-key': account.key, 'mcp-protocol-version': '2025-11-25' }
  const ask = (method: string, params: object, signal?: AbortSignal) =>
    fetch(`${market.url}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...(signal && { signal }),
    })
  const grid = { chain: 'aurelia', hotel_codes: ['LONAU'], nights: { from: inDays(40), to: inDays(41) } }
  const begun = await (
    await ask('tools/call', { name: 'start_grid', arguments: grid, task: { ttl: 60_000 } })
  ).text()
  const [taskId] = /job_[0-9A-Za-z]+/.exec(begun) ?? []
  // Nothing works here, so the task never ends, and each look waits for a table that is locked.
  const looks = async () => {
    const client = await market.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('lock table jobs in access exclusive mode')
      await sleep(2500)
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_locks where not granted and relation = 'jobs'::regclass",
      )
      return rows[0]?.count
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const leaving = new AbortController()
  const left = ask('tasks/result', { taskId }, leaving.signal).catch((error: Error) => error.name)
  await sleep(500)
  expect(await looks()).toBe(1)
  leaving.abort()
  expect(await left).toBe('AbortError')
  await sleep(500)
  expect(await looks()).toBe(0)
})

test('every page of the documentation is plain text on the server, and llms.txt lists them', async () => {
  const list = await fetch(`${market.url}/llms.txt`)
  expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const links = [...(await list.text()).matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, link]) => String(link))
  const pages = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  expect(links.toSorted()).toEqual(pages.map((name) => `/docs/${name}`).toSorted())
  for (const link of links) {
    const page = await fetch(market.url + link)
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await page.text()).toMatch(/^# /)
  }
})
