import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf } from '../../src/joined.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

let database: TestDatabase
const run = (...args: string[]) => vacancy(args, { DATABASE_URL: database.url })

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

test('accounts and keys are made, listed, moved and revoked, for people and for programs', async () => {
  const created = await run('accounts', 'create', '--email', 'ann@example.com', '--plan', 'starter', '--json')
  const account = JSON.parse(created.stdout) as { id: string }
  expect(account).toEqual({
    id: expect.stringMatching(/^acc_[0-9A-Za-z]{22}$/),
    email: 'ann@example.com',
    plan: 'starter',
  })

  const made = JSON.parse(
    (await run('keys', 'create', '--account', account.id, '--name', 'ci', '--json')).stdout,
  ) as { id: string; key: string }
  expect(made).toMatchObject({
    id: expect.stringMatching(/^key_/),
    account: account.id,
    name: 'ci',
    scopes: ['read', 'spend', 'manage'],
    key: expect.stringMatching(/^vk_[0-9A-Za-z]{36}$/),
  })
  const plain = await run('keys', 'create', '--account', 'ann@example.com')
  expect(plain.stdout).toMatch(/^vk_[0-9A-Za-z]{36}\n$/)
  expect(plain.stderr).toContain('Next: vacancy login')

  const moved = await run('accounts', 'set-plan', account.id, 'scale', '--json')
  expect(JSON.parse(moved.stdout)).toMatchObject({ id: account.id, plan: 'scale' })

  const capped = await run('keys', 'set-cap', made.id, '12.5')
  expect(capped.stdout).toBe(`${made.id} may spend 12.5 credits per day\n`)
  const refused = await run('keys', 'set-cap', made.id, '1.0001')
  expect(refused.stderr).toContain('with at most three decimals')

  const changed = await run('keys', 'change', made.id, '--scopes', 'spend,read', '--expires', '2030-01-31')
  expect(changed.stdout).toBe(`${made.id} is changed\n`)
  const [wrongScope, wrongEnd] = [
    await run('keys', 'change', made.id, '--scopes', 'write'),
    await run('keys', 'change', made.id, '--expires', 'tomorrow'),
  ]
  expect(wrongScope.stderr).toContain('`scopes` must list at least one of read, spend, manage')
  expect(wrongEnd.stderr).toContain('`expires_at` must be a moment in the next 3660 days')

  const revoked = await run('keys', 'revoke', made.id)
  expect(revoked).toMatchObject({ code: 0, stdout: `${made.id} is revoked\n` })
  const listed = JSON.parse((await run('keys', 'list', '--account', account.id, '--json')).stdout) as object[]
  expect(listed).toHaveLength(2)
  expect(listed.at(-1)).toEqual({
    id: made.id,
    kind: 'key',
    name: 'ci',
    agent: null,
    prefix: made.key.slice(0, 9),
    created_at: expect.stringMatching(/Z$/),
    last_used_at: null,
    revoked_at: expect.stringMatching(/Z$/),
    scopes: ['read', 'spend'],
    expires_at: '2030-01-31T00:00:00.000Z',
    daily_cap: 12.5,
    spent_today: 0,
  })
  expect((await run('keys', 'list', '--account', account.id)).stdout).not.toContain(made.key)
})

test('a command that made something says the next step, apart from what scripts read', async () => {
  const made = await run('accounts', 'create', '--email', 'eve@example.com', '--plan', 'free')
  expect(made.stdout).toMatch(/^acc_\w+\n$/)
  const [, next = ''] = /^Next: vacancy (.+)\n$/.exec(made.stderr) ?? []
  // It works as it is printed.
  const key = await run(...next.split(' '))
  expect(key).toMatchObject({ code: 0, stdout: expect.stringMatching(/^vk_/) as string })
})

test.for([
  [
    ['accounts', 'create', '--email', 'bob@example.com', '--plan', 'gold'],
    'There is no plan gold. Choose one of free, starter, pro, scale.',
  ],
  [['accounts', 'create', '--email', 'nobody', '--plan', 'free'], 'nobody is not an e-mail address.'],
  [['accounts', 'set-plan', 'acc_unknown', 'free'], 'There is no account acc_unknown.'],
  [['keys', 'create', '--account', 'acc_unknown'], 'There is no account acc_unknown.'],
  [['keys', 'revoke', 'key_unknown'], 'There is no key key_unknown.'],
] as const)('%j says: %s', async ([args, message]) => {
  const ended = await run(...args)
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: `vacancy: ${message}\n` })
})

test.for([
  ['PORT', 'eighty', 'PORT must be a port number from 0 to 65535, not "eighty".'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of'],
  ['DATABASE_URL', 'mysql://root:hunter2@x', 'DATABASE_URL must be an address that begins with postgres://'],
] as const)('a bad %s stops the start with one line', async ([name, value, message]) => {
  const ended = await vacancy(['api'], { DATABASE_URL: database.url, [name]: value })
  expect(ended.code).toBe(78)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).not.toContain('hunter2')
})

test('a past that `serve` asked for ends its process when it is made', async () => {
  const child = fork(entryOf('vacancy'), ['sandbox', 'history', '--days', '1', '--hotels', '1'], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
