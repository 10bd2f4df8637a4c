import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { serviceCommands } from '../../src/program.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

let database: TestDatabase
let sandbox: RunningSandbox
let folder: string
let hotel: string

beforeAll(async () => {
  ;[database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  folder = await mkdtemp(join(tmpdir(), 'vacancy-next-'))
  await writeFile(join(folder, 'ids.csv'), 'chain,hotel_code,source,id\naurelia,LONAU,lodgista,LD9\n')
  const settings = { DATABASE_URL: database.url, VACANCY_HOME: folder, SECRET_KEY: 'a1'.repeat(32) }
  for (const [name, value] of Object.entries({ ...sandbox.environment, ...settings })) vi.stubEnv(name, value)
}, 60_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const SERVICES = ['serve', 'api', 'worker', 'migrate', 'sandbox']
/** Their own tests have what they need: a receipt, a person with a second factor, a first start, a worker. */
const ELSEWHERE = ['receipts verify', 'accounts second-factor reset', 'accounts claim', 'directory sync']
const EXAMPLE = join(import.meta.dirname, '../../../examples/families/hotelbeds')

const ACCOUNT = 'ann@example.com'
const glasshouse = () => [
  'liteapi',
  '--id',
  'mine',
  '--base-url',
  `${sandbox.url}/glasshouse`,
  '--yes',
  '--set',
  `apiKey=${sandbox.environment['GLASSHOUSE_API_KEY']}`,
  '--set',
  `hotel=${hotel}`,
]

/** In an order in which each finds what it needs. `KEY` is the last key that was made. */
const COMMANDS: readonly (readonly [command: string, args: () => string[]])[] = [
  ['accounts list', () => []],
  ['accounts create', () => ['--email', ACCOUNT, '--plan', 'free']],
  ['accounts list', () => []],
  ['accounts set-plan', () => [ACCOUNT, 'pro']],
  ['accounts password', () => [ACCOUNT]],
  ['accounts operator', () => [ACCOUNT]],
  ['accounts operator', () => [ACCOUNT, '--off']],
  ['keys create', () => ['--account', ACCOUNT]],
  ['keys list', () => ['--account', ACCOUNT]],
  ['keys change', () => ['KEY', '--scopes', 'read']],
  ['keys set-cap', () => ['KEY', '5']],
  ['keys revoke', () => ['KEY']],
  ['accounts delete', () => [ACCOUNT, '--yes']],
  ['ids set', () => ['aurelia', 'LONAU', 'lodgista', 'LD1']],
  ['ids unset', () => ['aurelia', 'LONAU', 'lodgista']],
  ['ids import', () => [join(folder, 'ids.csv')]],
  ['sources add', () => []],
  ['sources add', glasshouse],
  ['sources edit', () => ['mine', '--name', 'Mine', '--yes']],
  ['sources list', () => []],
  ['sources show', () => ['mine']],
  ['sources test', () => ['mine']],
  ['sources disable', () => ['mine']],
  ['sources enable', () => ['mine']],
  ['sources remove', () => ['mine', '--yes']],
  ['sources sandbox', () => ['off']],
  ['sources sandbox', () => ['on']],
  ['sources check', () => ['castellan']],
  ['sources drift', () => []],
  ['sources learn', () => ['castellan']],
  ['sources record', () => ['castellan', '--for', '1s', '--into', join(folder, 'recordings')]],
  ['sources conform', () => [join(EXAMPLE, 'family.ts')]],
  ['sources replay', () => [join(EXAMPLE, 'recordings'), '--family', join(EXAMPLE, 'family.ts')]],
  ['receipts rotate-key', () => []],
  ['secrets rotate', () => []],
  ['secrets reset', () => ['--yes']],
  ['doctor', () => []],
  ['backup', () => [join(folder, 'data.backup')]],
  ['restore', () => [join(folder, 'data.backup'), '--force']],
]

function leavesOf(command: Command, words: readonly string[] = []): string[] {
  return command.commands.flatMap((each) => {
    const name = [...words, each.name()]
    return each.commands.length > 0 ? leavesOf(each, name) : [name.join(' ')]
  })
}

const commands = () => serviceCommands(new Command('vacancy').enablePositionalOptions())

/** In this process: forty of their own would take minutes. */
async function said(words: readonly string[]): Promise<{ out: string; error: string }> {
  const printed = { out: '', error: '' }
  const into = (name: 'out' | 'error') => (text: string | Uint8Array) => {
    printed[name] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('error')),
  ]
  const { exitCode } = process
  try {
    await commands().parseAsync([...words], { from: 'user' })
  } catch (error) {
    printed.error += String(error)
  } finally {
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
  return printed
}

test('every command of administrators is tried here', () => {
  const tried = new Set([...COMMANDS.map(([name]) => name), ...SERVICES, ...ELSEWHERE, 'sandbox history'])
  expect(leavesOf(commands()).filter((name) => !tried.has(name))).toEqual([])
})

test('every command of administrators ends with the next step', { timeout: 240_000 }, async () => {
  let key = ''
  const checked = await said(['sources', 'check', 'glasshouse', '--json'])
  hotel = (JSON.parse(checked.out) as { sources: { hotel_code: string }[] }).sources[0]?.hotel_code ?? ''
  const without: string[] = []
  for (const [name, args] of COMMANDS) {
    const words = [...name.split(' '), ...args().map((word) => (word === 'KEY' ? key : word))]
    const { out, error } = await said(words)
    if (!/(?:^|\n)Next: [^\n]+\n$/.test(error) || /\bNext: /.test(out)) without.push(`${name}: ${error}`)
    if (name === 'keys create') {
      const { rows } = await database.pool.query<{ id: string }>(
        'select public_id as id from keys order by id desc',
      )
      key = rows[0]?.id ?? ''
    }
  }
  expect(without).toEqual([])
  const listed = await said(['accounts', 'list', '--json'])
  expect([listed.error, Array.isArray(JSON.parse(listed.out))]).toEqual(['', true])
})

test('so does the past of the sandbox', { timeout: 120_000 }, async () => {
  const made = await vacancy(['sandbox', 'history', '--days', '1', '--hotels', '1'])
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Made \d+ observations of 1 hotel\.\n$/) as string,
  })
  expect(made.stderr).toMatch(/Next: vacancy history .+\n$/)
})
