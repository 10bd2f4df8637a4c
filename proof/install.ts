import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../service/src/db/embedded/free-port.ts'
import { fingerprint } from '../service/src/joined.ts'

/**
 * Installs the last commit in an empty folder without anything for tests, with the npm and the Node that were there before this
 * project, and uses it: size, warnings, first answer, dashboard, first sale.
 */

const ROOT = join(import.meta.dirname, '..')
const MOST_MIB = 450
const GIVE_UP_MS = 120_000
/** Needed for tests only. */
const DEV_PACKAGES = [
  'typescript',
  'playwright-core',
  '@sparticuz/chromium',
  '@duckdb/node-api',
  '@biomejs/biome',
]

const problems: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
const expect = (isGood: boolean, problem: string) => {
  if (!isGood) problems.push(problem)
}

const folder = await mkdtemp(join(tmpdir(), 'vacancy-install-'))
try {
  await copyCommit()
  await install()
  await use()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
for (const problem of problems) say(`PROBLEM ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

async function copyCommit(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

async function install(): Promise<void> {
  const { code, out } = await npm('ci', '--omit=dev')
  expect(code === 0, `npm ci ended with ${code}: ${out}`)
  const warnings = out.split('\n').filter((line) => /\bwarn\b/i.test(line))
  for (const warning of warnings) say(warning)
  expect(warnings.length < 3, `npm ci printed ${warnings.length} warnings`)
  for (const name of DEV_PACKAGES)
    expect(!existsSync(join(folder, 'node_modules', name)), `${name} is installed`)
  const joined = join(folder, 'service', 'node_modules', '.joined', fingerprint(folder), 'vacancy.mjs')
  expect(existsSync(joined), 'the modules are not joined')
  const mib = Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }), 10)
  say(`installed: ${mib} MiB`)
  expect(mib <= MOST_MIB, `the folder takes ${mib} MiB, more than ${MOST_MIB}`)
}

async function use(): Promise<void> {
  const port = await freePort()
  const env = {
    VACANCY_HOME: join(folder, 'home'),
    PORT: String(port),
    OPS_PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_CONTROL_PORT: '0',
    DATABASE_URL: '',
    FX_URL: 'none',
    LOG_LEVEL: 'warn',
  }
  const startedMs = performance.now()
  const service = npmProcess(['start'], env)
  const key = await keyIn(service)
  say(`npm start: ready after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  const url = `http://127.0.0.1:${port}`
  const page = await fetch(url)
  expect(
    page.status === 200 && (await page.text()).includes('/assets/'),
    `the dashboard answered ${page.status}`,
  )
  const shop = await fetch(`${url}/v1/shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) }),
  })
  expect(shop.status === 200, `the first shop answered ${shop.status}: ${await shop.text()}`)
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
}

/** The first start prints a key when everything is up. */
async function keyIn(service: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Error(`npm start printed no key: ${out}`)), GIVE_UP_MS)
  let out = ''
  for (const stream of [service.stdout, service.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const key = /vk_[0-9A-Za-z]{36}/.exec(out)?.[0]
      if (key && out.includes('Stop with Ctrl-C')) resolve(key)
    })
  }
  service.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${out}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

async function npm(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = npmProcess(args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, out: `${stdout}${stderr}` }
}

/** As in a shell outside of this project: no scripts' variables, and the Node of the machine. */
function npmProcess(args: string[], env: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VACANCY_)/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return spawn('npm', args, {
    cwd: folder,
    env: { ...Object.fromEntries(own), PATH: path.join(delimiter), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
