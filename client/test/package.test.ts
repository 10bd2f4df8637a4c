import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../service/test/support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { packTypescript } from '../scripts/package.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '..', '..')
const MODULES = join(REPOSITORY, 'node_modules')

let folder: string
let database: TestDatabase
let api: ApiProcess
let key: string

/** The Node of the machine, if there is one besides ours: what other users have. */
function strangersNode(): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((path) => existsSync(path))
  return found ?? process.execPath
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-package-'))
  database = await createTestDatabase()
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'starter')).key
  const tarball = join(folder, await packTypescript(folder))
  const installed = join(folder, 'stranger', 'node_modules', '@vacancy', 'client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const PROGRAM = `
import { createClient, VacancyError } from '@vacancy/client'
const client = createClient({ baseUrl: process.env.API, apiKey: process.env.KEY, retries: 0 })
const { data, credits } = await client.getUsage()
const error = await client.shop({ chain: 'aurelia', hotel_code: 'X', checkin: '1999-01-01' }).catch((thrown) => thrown)
process.stdout.write(JSON.stringify({ plan: data.plan, credits, isOurs: error instanceof VacancyError, code: error.code }))
`

const TYPED = `
import { createClient, type MatrixCell, type ShopResponse, VacancyError } from '@vacancy/client'
const client = createClient({ baseUrl: 'https://rates.example.com', apiKey: 'vk_' })
const shop = await client.shop({ chain: 'a-source-of-my-own', hotel_code: 'X', checkin: '2027-03-01' })
const data: ShopResponse = shop.data
const left: number | null = shop.credits.remaining
const answer = await client.matrix({ hotels: [], nights: { from: '2027-03-01', to: '2027-03-02' } })
export const cells: MatrixCell[] | string = answer.status === 202 ? answer.data.job.id : answer.data.cells
export const seen = [data.lowest.bar, left, new VacancyError({ code: 'auth_failed', message: '', status: 401 }).code]
`

/** What a program may use of the client in every runtime. */
const ANYWHERE = `
import { verifyWebhook } from '@vacancy/client/webhooks'
const file = await client.exportJob({ id: 'job_1' })
for await (const chunk of file.data) { const bytes: Uint8Array = chunk; void bytes }
export const id: string | null = file.headers.get('x-request-id')
for await (const watch of client.each.listWatches({ limit: 5 })) { const name: string = watch.id; void name }
const finished = await client.waitFor.trip({ q: 'Lisbon', checkin: '2027-03-01', los: 2 })
export const options: number = finished.data.options.length
export const event = await verifyWebhook('{}', 't=1', 'whsec_')
createClient({ baseUrl: '', apiKey: '', timeoutMs: null, hooks: { after: ({ durationMs }) => void durationMs } })
`

test('the packed client works for a stranger, with plain Node and nothing else', async () => {
  const stranger = join(folder, 'stranger')
  await writeFile(join(stranger, 'program.mjs'), PROGRAM)
  const env = { API: api.url, KEY: key }
  const { stdout } = await run(strangersNode(), ['program.mjs'], { cwd: stranger, env })
  expect(JSON.parse(stdout)).toEqual({
    plan: 'starter',
    credits: { charged: 0, remaining: 5000 },
    isOurs: true,
    code: 'invalid_request',
  })
})

test('its command works the same', async () => {
  const command = join(folder, 'stranger', 'node_modules', '@vacancy', 'client', 'dist', 'cli', 'main.js')
  const env = { VACANCY_URL: api.url, VACANCY_API_KEY: key, HOME: folder }
  const { stdout } = await run(strangersNode(), [command, 'usage'], { env })
  expect(stdout).toContain('starter, 5 requests per second')
})

test('it comes with its licence', async () => {
  const packed = join(folder, 'stranger', 'node_modules', '@vacancy', 'client')
  expect(await readFile(join(packed, 'LICENSE'), 'utf8')).toContain('Apache License')
  expect(JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))).toMatchObject({
    license: 'Apache-2.0',
  })
})

test('its shell completion knows every command', async () => {
  const command = join(folder, 'stranger', 'node_modules', '@vacancy', 'client', 'dist', 'cli', 'main.js')
  const { stdout } = await run(strangersNode(), [command, 'completion', 'bash'])
  for (const word of ['calendar', 'watch', '--max-credits']) expect(stdout).toContain(word)
})

test('it asks for no older Node than the packages it needs', async () => {
  const enginesOf = async (path: string) => {
    const { engines } = JSON.parse(await readFile(path, 'utf8')) as { engines: { node: string } }
    return engines.node
      .replaceAll(/[^\d.]/g, '')
      .split('.')
      .map(Number)
  }
  const ours = await enginesOf(join(REPOSITORY, 'client', 'package.json'))
  const theirs = await enginesOf(join(MODULES, 'commander', 'package.json'))
  const asNumber = ([major = 0, minor = 0]: number[]) => major * 1000 + minor
  expect(asNumber(ours)).toBeGreaterThanOrEqual(asNumber(theirs))
})

test('its types hold under the strictest settings, a source of an operator included', async () => {
  const stranger = join(folder, 'stranger')
  await writeFile(join(stranger, 'typed.mts'), TYPED)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022']
  const tsc = join(MODULES, '.bin', 'tsc')
  const checked = run(tsc, ['--noEmit', ...strict, '--lib', 'es2022,dom', '--types', '', 'typed.mts'], {
    cwd: stranger,
  })
  await expect(checked.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({
    stdout: '',
  })
  const wrong = TYPED.replace("checkin: '2027-03-01' })", "chekin: '2027-03-01' })")
  await writeFile(join(stranger, 'typed.mts'), wrong)
  const refused = run(tsc, ['--noEmit', ...strict, '--lib', 'es2022,dom', '--types', '', 'typed.mts'], {
    cwd: stranger,
  })
  await expect(refused).rejects.toMatchObject({ stdout: expect.stringContaining('chekin') })
})

test.each([
  ['nodenext', 'es2023', ''],
  ['nodenext', 'es2023', 'node'],
  ['preserve', 'es2023,dom,dom.iterable,dom.asynciterable', ''],
])('its types hold for %s with the library %s and the types %j', async (module, lib, types) => {
  const stranger = join(folder, 'stranger')
  await mkdir(join(stranger, 'node_modules', '@types'), { recursive: true })
  for (const name of ['@types/node', 'undici-types']) {
    const from = join(MODULES, name)
    if (existsSync(from)) await symlink(from, join(stranger, 'node_modules', name)).catch(() => {})
  }
  await writeFile(join(stranger, 'anywhere.mts'), `${TYPED}${ANYWHERE}`)
  const resolution = module === 'preserve' ? ['--moduleResolution', 'bundler'] : []
  const settings = ['--strict', '--noEmit', '--target', 'es2023', '--module', module, ...resolution]
  const given = ['--lib', lib, '--types', types, '--skipLibCheck', 'false']
  const checked = run(join(MODULES, '.bin', 'tsc'), [...settings, ...given, 'anywhere.mts'], {
    cwd: stranger,
  })
  await expect(checked.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({
    stdout: '',
  })
})

test('the client itself knows no runtime: it compiles without the types of Node', async () => {
  const { stdout } = await run(join(MODULES, '.bin', 'tsc'), [
    '-p',
    join(REPOSITORY, 'client', 'tsconfig.neutral.json'),
  ])
  expect(stdout).toBe('')
})
