import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openVisitor } from '../../../dashboard/test/support/visitor.ts'
import { SEALED_VALUES } from '../../src/compose/sealed.ts'
import { freePort } from '../../src/db/embedded/free-port.ts'
import { entryOf, JOINED, PROGRAMS, ROOT } from '../../src/joined.ts'
import { openVault } from '../../src/secrets/open-vault.ts'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { useTestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

interface Served {
  child: ChildProcess
  out(): string
  url(): string
  key(): string
  /** Waits for the banner. */
  up(): Promise<void>
  ended: Promise<number | null>
}

const settings = (home: string) => ({
  VACANCY_HOME: home,
  PORT: '0',
  DATABASE_URL: '',
  SANDBOX_PORT: '0',
  SANDBOX_CONTROL_PORT: '0',
  SANDBOX_CONTROL_TOKEN: '',
  DIRECTORY_SYNC: 'off',
  SANDBOX_HISTORY_DAYS: '0',
  FX_URL: 'none',
})

function serve(
  home: string,
  options: {
    uid?: number
    gid?: number
    /** Where the joined programs are, if not where the run has them. */
    programs?: string
    cwd?: string
    asNpm?: boolean
    env?: NodeJS.ProcessEnv
  } = {},
): Served {
  const { programs = dirname(entryOf('vacancy')), asNpm = false, env = {}, ...spawning } = options
  const main = join(programs, 'vacancy.mjs')
  // Something to do afterwards keeps the shell from becoming the service.
  const [command, args] = asNpm
    ? ['sh', ['-c', '"$0" "$1" serve; :', process.execPath, main]]
    : [process.execPath, [main, 'serve']]
  const child = spawn(command, args, {
    env: {
      ...process.env,
      ...settings(home),
      ...env,
      ...(asNpm && { npm_lifecycle_event: 'start' }),
      [JOINED]: programs,
    },
    ...spawning,
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
  }
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const url = () => /up at (\S+)/.exec(out)?.[1] ?? ''
  return {
    child,
    out: () => out,
    url,
    key: () => /vk_[0-9A-Za-z]{36}/.exec(out)?.[0] ?? '',
    up: () =>
      until(async () => {
        if (child.exitCode !== null) throw new Error(out)
        return url() !== ''
      }),
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
}

const makeHome = () => mkdtemp(join(tmpdir(), 'vacancy-serve-'))
const removeHome = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

/** For a single test. */
async function newHome(): Promise<string> {
  const path = await makeHome()
  onTestFinished(() => removeHome(path))
  return path
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isRoot = process.getuid?.() === 0

/** A home that the first test starts. Those after it need one that was used before, whatever became of it. */
let home: string
/** What its first start printed. */
let key: string

beforeAll(async () => {
  home = await makeHome()
})

afterAll(() => removeHome(home))

/** The page of the owner says of the home what the command says. */
async function expectSameHealth(path: string, { url, out }: ReturnType<typeof serve>): Promise<void> {
  const [, token = ''] = /\/claim\/([\w-]{43})\n/.exec(out()) ?? []
  const owner = openVisitor(url())
  const credentials = { email: 'owner@example.com', password: 'correct horse battery' }
  await owner.call('POST', '/claim', { body: { token, ...credentials } })
  const ofHome = ({ findings }: { findings: { check: string; state: string; found: string }[] }) =>
    findings
      .filter(({ check }) => ['disk', 'secrets'].includes(check))
      .map(({ check, state, found }) => [check, state, found.replace(/[\d.]+ GB/, '')].join(' '))
      .toSorted()
  const { body } = await owner.call('GET', '/operator/health')
  const { stdout } = await vacancy(['doctor', '--json'], settings(path))
  expect(ofHome(body as Parameters<typeof ofHome>[0])).toEqual(ofHome(JSON.parse(stdout)))
}

test('the first start makes a demo account whose printed call works, and its owner alone controls the sandbox; the next start keeps everything', async () => {
  const controlPort = await freePort()
  const first = serve(home, { env: { SANDBOX_CONTROL_PORT: String(controlPort) } })
  await first.up()
  const tokenFile = join(home, 'sandbox.token')
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600)
  const reset = (token: string) =>
    fetch(`http://127.0.0.1:${controlPort}/reset`, { method: 'POST', headers: { 'x-control-token': token } })
  expect((await reset('guessed')).status).toBe(401)
  expect((await reset(await readFile(tokenFile, 'utf8'))).status).toBe(200)
  const [, link = ''] = /(http:\S+\/claim\/[\w-]{43})\n/.exec(first.out()) ?? []
  expect((await fetch(link)).status).toBe(200)
  const token = link.split('/').at(-1) ?? ''
  const claimed = await openVisitor(first.url()).call('POST', '/claim/check', { body: { token } })
  expect(claimed.body).toEqual({ account: 'demo', plan: 'pro', credits_limit: 50_000 })
  const curl = /curl -s (\S+) -H 'x-api-key: (\S+)'/.exec(first.out())
  const answer = await get(curl?.[1] ?? '', '', curl?.[2] ?? '')
  expect(answer).toMatchObject({ status: 200, body: { plan: 'pro', credits_limit: 50_000 } })
  const listed = await vacancy(['accounts', 'list', '--json'], settings(home))
  expect(JSON.parse(listed.stdout)).toMatchObject([{ email: 'demo', plan: 'pro' }])
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  key = first.key()

  const second = serve(home)
  await second.up()
  expect(second.key()).toBe('')
  expect(second.out()).not.toContain('/claim/')
  expect((await get(second.url(), '/v1/usage', key)).status).toBe(200)
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('where PORT or SANDBOX_PORT is taken the start ends and says so, and the next one still shows the key', async () => {
  const fresh = await newHome()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const refused = async (setting: 'PORT' | 'SANDBOX_PORT') => {
    const { code, stderr } = await vacancy(['serve'], { ...settings(fresh), [setting]: String(port) })
    // Beside what is said to people stands the log.
    return [code, ...stderr.split('\n').filter((line) => /^[a-z]/.test(line))]
  }
  expect(await refused('PORT')).toEqual([
    78,
    expect.stringMatching(/127\.0\.0\.1:\d+ is in use\. Choose another port with PORT or OPS_PORT\./),
    'vacancy: the api did not start',
  ])
  expect(await refused('SANDBOX_PORT')).toEqual([
    78,
    expect.stringMatching(/127\.0\.0\.1:\d+ is in use; choose another with SANDBOX_PORT/),
    'vacancy: the sandbox did not start',
  ])

  const again = serve(fresh)
  await again.up()
  expect((await get(again.url(), '/v1/usage', again.key())).status).toBe(200)
  await expectSameHealth(fresh, again)
})

/** The list of sources that the documentation begins with: none of them is in the sandbox. */
const REAL_SOURCES = {
  SOURCES_FILE: join(ROOT, 'docs', 'first-sources.json'),
  LITEAPI_KEY: 'sand_unused',
  FX_URL: 'none',
  FX_EXTRA_URL: 'none',
}

test('without a source in it there is no sandbox; a second start on one home ends with one clear line and leaves the first alone, until its npm is stopped', async () => {
  const fresh = await newHome()
  const first = serve(fresh, { asNpm: true, env: REAL_SOURCES })
  await first.up()
  expect(first.out()).toContain('What a night costs at LiteAPI:')
  expect(first.out()).toContain(`-d '{"chain":"liteapi","hotel_code":"lp1897","checkin":`)
  await expect(stat(join(fresh, 'sandbox.token'))).rejects.toThrow('ENOENT')
  const second = await vacancy(['serve'], settings(fresh))
  expect(second.code).toBe(78)
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  const pid = Number(/process (\d+)/.exec(second.stderr)?.[1])
  expect(second.stderr).toContain(`Another Vacancy (process ${pid}) is running on ${fresh}`)
  expect((await get(first.url(), '/v1/usage', first.key())).status).toBe(200)
  first.child.kill('SIGTERM')
  await first.ended
  await until(async () => !isRunning(pid))
})

test('a killed parent leaves nothing behind that blocks the next start', async () => {
  const first = serve(home)
  await first.up()
  first.child.kill('SIGKILL')
  await first.ended
  const second = serve(home)
  await second.up()
  expect((await get(second.url(), '/v1/usage', key)).status).toBe(200)
  await until(() =>
    get(first.url(), '/v1/usage', key).then(
      () => false,
      () => true,
    ),
  )
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a role that dies is started again, and so is the database, which gets none of our credentials', async () => {
  const served = serve(home, { env: { STRIPE_KEY: 'a-planted-secret' } })
  await served.up()
  const postmaster = Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const environ = process.platform === 'linux' ? await readFile(`/proc/${postmaster}/environ`, 'utf8') : ''
  expect(environ).not.toContain('a-planted-secret')
  process.kill(postmaster, 'SIGKILL')
  // Run alone, this is the first start.
  const statusNow = async () => (await get(served.url(), '/v1/usage', served.key() || key)).status
  await until(async () => (await statusNow()) === 503)
  await until(async () => (await statusNow()) === 200)
  served.child.kill('SIGTERM')
  expect(await served.ended).toBe(0)
  expect(served.out()).toContain('the embedded database died; restarting it')
})

test.runIf(isRoot)(
  'as root from a folder that only root can enter, the database runs as another user, on data in the home',
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'vacancy-closed-'))
    onTestFinished(() => rm(closed, { recursive: true, force: true }))
    const inside = join(closed, 'home')
    const served = serve(inside)
    await served.up()
    expect((await get(served.url(), '/v1/usage', served.key())).status).toBe(200)
    expect((await stat(join(inside, 'postgres', 'PG_VERSION'))).uid).not.toBe(0)
    served.child.kill('SIGTERM')
    expect(await served.ended).toBe(0)
  },
)

test('a copy of a home, begun while the original runs, has the same accounts and leaves the original alone', async () => {
  const copy = `${await newHome()}/copy`
  execFileSync('cp', ['-a', home, copy])

  const original = serve(home)
  await original.up()
  // A copy of a running home also has the file that names the running server.
  await cp(join(home, 'postgres', 'postmaster.pid'), join(copy, 'postgres', 'postmaster.pid'))
  const second = serve(copy)
  await second.up()
  expect(second.key()).toBe('')
  for (const { url } of [original, second]) {
    expect((await get(url(), '/v1/usage', key)).status).toBe(200)
  }
  for (const { child, ended, out } of [second, original]) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(out()).not.toContain('died')
  }
})

/** Another user can run nothing that lies in a folder which only root can enter. */
function isOpenToOthers(path: string): boolean {
  return path === dirname(path) || (statSync(path).mode % 2 === 1 && isOpenToOthers(dirname(path)))
}

test.runIf(isRoot && isOpenToOthers(dirname(PROGRAMS.vacancy)))(
  'as an ordinary user everything runs as that user',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vacancy-user-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const ids = { uid: 65_534, gid: 65_534 }
    // Only we can enter the folder that the programs of this run are in.
    await cp(dirname(entryOf('vacancy')), folder, { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const own = join(folder, 'home')
    await mkdir(own)
    for (const path of [folder, own]) await chown(path, ids.uid, ids.gid)
    const served = serve(own, { ...ids, programs: folder, cwd: folder })
    await served.up()
    expect((await get(served.url(), '/v1/usage', served.key())).status).toBe(200)
    served.child.kill('SIGTERM')
    expect(await served.ended).toBe(0)
  },
)

test('a backup is restored into a running service, whose roles restart on the new data and key', async () => {
  const source = await useTestDatabase()
  const env = { DATABASE_URL: source.url, VACANCY_HOME: await newHome() }
  const { key: restored } = await newAccount(source.pool, 'starter')
  await openVault({ secretKey: '', secretKeyOld: '', home: env.VACANCY_HOME }, source.pool, SEALED_VALUES)
  const file = join(env.VACANCY_HOME, 'all.backup')
  expect(await vacancy(['backup', file, '--with-secret'], env)).toMatchObject({ code: 0 })

  const target = serve(home)
  await target.up()
  expect(await vacancy(['restore', file], settings(home))).toMatchObject({
    code: 0,
    stderr: 'Next: vacancy doctor\n',
  })
  await until(async () => (await get(target.url(), '/v1/usage', restored)).status === 200, 30_000)
  expect((await get(target.url(), '/v1/usage', key)).status).toBe(401)
  target.child.kill('SIGTERM')
  expect(await target.ended).toBe(0)
})

// Last: nothing can be started on that home any more.
test('a home whose database is gone does not begin an empty one', async () => {
  await rm(join(home, 'postgres'), { recursive: true })
  const refused = await vacancy(['serve'], settings(home))
  expect(refused).toMatchObject({ code: 78, stdout: '' })
  expect(refused.stderr).toContain(`The database folder ${join(home, 'postgres')} is gone.`)
})
