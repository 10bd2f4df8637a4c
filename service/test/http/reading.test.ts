import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDownloads, DOWNLOADS } from '../../../client/scripts/downloads.ts'
import { PYTHON, WITHOUT } from '../../../client-python/test/python.ts'
import { newAccount } from '../support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

/** What people read and take from a server without the dashboard and without a key. */

const run = promisify(execFile)
let database: TestDatabase
let api: ApiProcess
let folder: string
let key: string

beforeAll(async () => {
  if (!existsSync(DOWNLOADS)) await buildDownloads()
  folder = await mkdtemp(join(tmpdir(), 'vacancy-downloads-'))
  database = await createTestDatabase()
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'starter')).key
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const page = async (path: string) => {
  const answer = await fetch(api.url + path, { headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text() }
}

describe('the guides', () => {
  test('are pages whose links lead to pages, and to headings that exist', async () => {
    const { text: list } = await page('/docs/guides/')
    const names = [...list.matchAll(/href="\/docs\/guides\/([\w-]+)"/g)].map(([, name = '']) => name)
    expect(names).toEqual(expect.arrayContaining(['api', 'market', 'python', 'sdk', 'webhooks']))
    const texts = new Map<string, string>()
    for (const name of names) {
      const { status, text } = await page(`/docs/guides/${name}`)
      expect([name, status]).toEqual([name, 200])
      texts.set(name, text)
    }
    const dead: string[] = []
    for (const [name, text] of texts) {
      // What was not understood is still there as it was written.
      const left = text.replaceAll(/<(pre|code)\b.*?<\/\1>/gs, '').match(/\*\*|\]\(|^\s*```|^\|/m)
      expect([name, left]).toEqual([name, null])
      for (const [, to = '', anchor] of text.matchAll(/href="\/docs\/guides\/([\w-]+)(?:#([^"]+))?"/g)) {
        const target = texts.get(to)
        if (!target || (anchor && !target.includes(`id="${anchor}"`))) dead.push(`${name}: ${to}#${anchor}`)
      }
    }
    expect(dead).toEqual([])
    expect(texts.get('market')).toContain('<table>')
    expect((await page('/docs/guides/none')).status).toBe(400)
  })
})

interface Download {
  language: string
  url: string
  install: string
  sha256: string
}

describe('the downloads', () => {
  const list = async () =>
    ((await (await fetch(`${api.url}/downloads/`)).json()) as { packages: Download[] }).packages

  test('are clients of this version, with lines that install them from this server', async () => {
    const packages = await list()
    expect(packages.map(({ language }) => language)).toEqual(['typescript', 'python', 'cli'])
    for (const { url, install, sha256 } of packages) {
      expect(install).toContain(`${api.url}/downloads/vacancy-`)
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const { text } = await page('/downloads/')
    for (const { install } of packages) expect(text).toContain(install)
    expect((await fetch(`${api.url}/downloads/package.json`)).status).toBe(400)
  })

  test('install with npm and nothing else, and call this server', async () => {
    const { install = '' } = (await list()).find(({ language }) => language === 'typescript') ?? {}
    await writeFile(join(folder, 'package.json'), '{}')
    await run(
      'npm',
      [...install.split(' ').slice(1), '--registry', 'http://127.0.0.1:1', '--no-audit', '--no-fund'],
      { cwd: folder },
    )
    await writeFile(
      join(folder, 'call.mjs'),
      `import { createClient } from '@vacancy/client'
const client = createClient({ baseUrl: '${api.url}', apiKey: '${key}' })
process.stdout.write((await client.getUsage()).data.plan)`,
    )
    expect((await run('node', ['call.mjs'], { cwd: folder })).stdout).toBe('starter')
    const env = { ...process.env, VACANCY_URL: api.url, VACANCY_API_KEY: key, HOME: folder }
    const { stdout } = await run(join(folder, 'node_modules', '.bin', 'vacancy'), ['usage'], { env })
    expect(stdout).toContain('starter')
  })

  test.skipIf(PYTHON === null)(`install with pip, and call this server (${WITHOUT})`, async () => {
    const { install = '' } = (await list()).find(({ language }) => language === 'python') ?? {}
    const target = join(folder, 'python')
    const line = ['-m', ...install.split(' '), '--no-deps', '--quiet', '--target', target]
    await run(PYTHON ?? '', line)
    const program = `from vacancy import Client
print(Client("${api.url}", "${key}").get_usage().data["plan"], end="")`
    const env = { ...process.env, PYTHONPATH: target }
    expect((await run(PYTHON ?? '', ['-c', program], { env })).stdout).toBe('starter')
  })
})
