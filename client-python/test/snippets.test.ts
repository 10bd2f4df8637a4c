import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { methodNameOf } from '../../client/scripts/openapi.ts'
import { callOf } from '../../client/src/snippets.ts'
import { codeOf } from '../../dashboard/src/code/snippets.ts'
import { type Recorded, readRecorded } from '../../service/src/http/examples/recorded.ts'
import { codeSamples } from '../../service/src/http/examples/samples.ts'
import { FOLDER, PYTHON, runPython, WITHOUT } from './python.ts'

/**
 * Every snippet of the API reference and of the dashboard is run. It must send the request that was recorded, and nothing else.
 */

interface Asked {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

const CLIENT = pathToFileURL(join(FOLDER, '..', 'client', 'src', 'client.ts')).href
const EXAMPLES = readRecorded().filter(({ operationId }) => operationId !== undefined)

let server: Server
let folder: string
let url: string
let seen: Asked[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-snippets-'))
  server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await textOf(request)
  seen.push(
    asked(request.method ?? '', request.url ?? '', sent === '' ? undefined : (JSON.parse(sent) as unknown)),
  )
  response.writeHead(200, { 'content-type': 'application/json', 'x-credits-charged': '0' }).end('{}')
}

beforeEach(() => {
  seen = []
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

function asked(method: string, address: string, body: unknown): Asked {
  const { pathname, searchParams } = new URL(address, 'http://service')
  return { method, path: decodeURIComponent(pathname), query: Object.fromEntries(searchParams), body }
}

const recordedOf = ({ request }: Recorded) => asked(request.method, request.path, request.body)

/** Each example by itself, so that all of them are shown, not only the first of an operation. */
function samplesOf(lang: string): { source: string; expected: Asked }[] {
  return EXAMPLES.flatMap((example) => {
    const samples = codeSamples({}, [example])['x-codeSamples'] as
      | { lang: string; source: string }[]
      | undefined
    return (samples ?? [])
      .filter((sample) => sample.lang === lang)
      .map(({ source }) => ({ source, expected: recordedOf(example) }))
  })
}

/** The dashboard shows calls with a body. */
function dashboardCodes(language: 'python' | 'typescript'): { source: string; expected: Asked }[] {
  return EXAMPLES.filter(({ request }) => request.method === 'POST' && request.body !== undefined).map(
    (example) => {
      const { path, body = {} } = example.request
      const source = codeOf(language, { origin: url, path: path.replace(/^\/v1/, ''), body })
      return { source: source ?? '', expected: recordedOf(example) }
    },
  )
}

const environment = () => ({ VACANCY_URL: url, VACANCY_API_KEY: 'vk_test' })

async function runTypescript(sources: readonly string[]): Promise<void> {
  const imports = sources.map((_, at) => `await import('./snippet-${at}.ts')\n`)
  await Promise.all(
    sources.map((source, at) =>
      writeFile(
        join(folder, `snippet-${at}.ts`),
        source.replace("'@vacancy/client'", JSON.stringify(CLIENT)),
      ),
    ),
  )
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'main.ts'), imports.join(''))
  await promisify(execFile)(process.execPath, [join(folder, 'main.ts')], {
    env: { ...process.env, ...environment() },
  })
}

async function runAllPython(sources: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'sources.json'), JSON.stringify(sources))
  const program = `
import functools, httpx, json
# Each snippet makes a client, and each client would read all certificates.
httpx.Client = functools.partial(httpx.Client, verify=False)
for source in json.load(open("sources.json", encoding="utf-8")):
    exec(compile(source, source, "exec"), {"__name__": "snippet"})
`
  await writeFile(join(folder, 'all.py'), program)
  await runPython(['all.py'], environment(), folder)
}

test('every recorded call is one of an operation, and a path that is none has no code', () => {
  const found = EXAMPLES.map(({ request }) => callOf(request.method, request.path.replace(/^\/v1/, ''))?.name)
  expect(found).toEqual(EXAMPLES.map(({ operationId = '' }) => methodNameOf(operationId)))
  expect(callOf('GET', '/feeds/a%20b.csv')).toEqual({
    name: 'readFeed',
    input: { token: 'a b', format: 'csv' },
  })
  expect(callOf('POST', '/not/there')).toBeNull()
  expect(codeOf('python', { origin: url, path: '/not/there', body: {} })).toBeNull()
})

test('the TypeScript of the reference and of the dashboard sends what was recorded', async () => {
  const snippets = [...samplesOf('typescript'), ...dashboardCodes('typescript')]
  expect(snippets.length).toBeGreaterThan(80)
  await runTypescript(snippets.map(({ source }) => source))
  expect(seen).toEqual(snippets.map(({ expected }) => expected))
})

test.skipIf(PYTHON === null)(
  `the Python of the reference and of the dashboard sends what was recorded (${WITHOUT})`,
  async () => {
    const hostile = { q: 'a "b": true, \'c\' \\ \n東京', flag: true, none: null, from: 'x' }
    const expected = asked('POST', '/v1/area', hostile)
    const source = codeOf('python', { origin: url, path: '/area', body: hostile, key: 'vk_new' }) ?? ''
    const snippets = [...samplesOf('python'), ...dashboardCodes('python'), { source, expected }]
    await runAllPython(snippets.map((snippet) => snippet.source))
    expect(seen).toEqual(snippets.map((snippet) => snippet.expected))
  },
)
