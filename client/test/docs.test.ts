import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTree } from '../../tidy/tree.ts'
import { withMethods } from '../scripts/method-table.ts'
import { OPERATIONS } from '../src/generated/operations.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '..', '..')
const PAGES = ['docs/first-hour.md', 'docs/sdk.md', 'docs/market.md', 'docs/webhooks.md', 'client/README.md']

/** Names that a page uses without declaring them: the reader's own data and functions. */
const READERS_OWN = `
declare const hotels: { chain: string; hotel_code: string }[]
declare const nights: { from: string; to: string }
declare const stay: Parameters<typeof client.shop>[0]
declare const id: string
declare let lastSeen: string | undefined
declare const signal: AbortSignal
declare const queue: { add(job: unknown): Promise<void> }
declare function show(share: number): void
declare function use(row: object): void
declare function currentTrace(): string
declare function log(line: object): void
declare function handle(event: import('@vacancy/client').EventRow): Promise<void>
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-docs-'))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'nodenext',
    moduleDetection: 'force',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    typeRoots: [join(REPOSITORY, 'node_modules', '@types')],
    types: ['node'],
    allowImportingTsExtensions: true,
    paths: {
      '@vacancy/client': [join(REPOSITORY, 'client', 'src', 'client.ts')],
      '@vacancy/client/webhooks': [join(REPOSITORY, 'client', 'src', 'webhooks.ts')],
    },
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every block is a module of its own, with a client if it does not create one. */
function moduleOf(block: string): string {
  const creates = block.includes('createClient(')
  const client = `import { createClient } from '@vacancy/client'
const client = createClient({ baseUrl: 'https://rates.example.com', apiKey: 'vk_' })\n`
  return `${creates ? '' : client}${READERS_OWN}${block}`
}

async function compile(blocks: readonly string[]): Promise<string> {
  await Promise.all(blocks.map((block, at) => writeFile(join(folder, `block-${at}.ts`), moduleOf(block))))
  const compiled = run(join(REPOSITORY, 'node_modules', '.bin', 'tsc'), ['-p', folder])
  const { stdout } = await compiled.catch((failed: { stdout: string }) => failed)
  return stdout
}

async function readBlocks(page: string): Promise<string[]> {
  const text = await readFile(join(REPOSITORY, page), 'utf8')
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

test('the key has one name in pages and snippets', () => {
  const tree = openTree(REPOSITORY)
  const shown = tree.paths.filter((path) => path.endsWith('.md') || path.startsWith('dashboard/src/code/'))
  const others = shown.flatMap((path) =>
    (tree.read(path).match(/\$KEY\b|\bVACANCY_KEY\b|env\.KEY\b|environ\["KEY"\]|\b(?<!_)KEY=vk_/g) ?? []).map(
      (name) => `${path}: ${name}`,
    ),
  )
  expect(others).toEqual([])
})

test('the table of methods is that of the client: if not, run `npm run client:types`', async () => {
  const page = await readFile(join(REPOSITORY, 'docs', 'sdk.md'), 'utf8')
  expect(withMethods(page, OPERATIONS)).toBe(page)
})

test('the receiver of the webhooks page runs as it is written: it verifies and answers', async () => {
  const page = await readFile(join(REPOSITORY, 'docs', 'webhooks.md'), 'utf8')
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? []
  await writeFile(join(folder, 'receiver.mjs'), code)
  const secret = 'whsec_of_the_page'
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
  })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  const [url = ''] = /http\S+/.exec(await nextLine()) ?? []
  const body = JSON.stringify({ id: 'evt_1', type: 'watch.test', note: 'Zürich' })
  const send = (at: number, key = secret, sent = body) => {
    const hex = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    const headers = { 'x-service-signature': `t=${at},v1=${'0'.repeat(64)},v1=${hex}` }
    return fetch(url, { method: 'POST', headers, body: sent }).then(({ status }) => status)
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await send(now)).toBe(204)
  expect(await nextLine()).toBe('watch.test evt_1')
  expect([
    await send(now, 'whsec_other'),
    await send(now, secret, `${body} `),
    await send(now - 301),
  ]).toEqual([400, 400, 400])
  expect((await fetch(url, { method: 'POST', body })).status).toBe(400)
  expect(await send(now)).toBe(204)
})

test('the TypeScript in the documentation compiles under strict', async () => {
  const blocks = (await Promise.all(PAGES.map(readBlocks))).flat()
  expect(blocks.length).toBeGreaterThan(7)
  expect(await compile(blocks)).toBe('')
  expect(await compile([...blocks, 'client.shop({ chain: 1 })'])).toContain(`block-${blocks.length}.ts`)
})
