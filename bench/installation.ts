import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../service/src/db/embedded/free-port.ts'
import { fingerprint } from '../service/src/joined.ts'

const ROOT = join(import.meta.dirname, '..')
const GIVE_UP_MS = 120_000
/** Needed for tests only. */
const DEV_PACKAGES = [
  'typescript',
  'playwright-core',
  '@sparticuz/chromium',
  '@duckdb/node-api',
  '@biomejs/biome',
]

export interface Installation {
  /** The version of the machine's own Node. */
  node: string
  /** On the disk, with the repository and the built files. */
  megabytes: number
  /** Lines of warning that npm printed, without and with what the tests need. */
  warnings: string[]
  /** From `npm start` to the key that it prints. */
  startedSec: number
  problems: string[]
}

/**
 * Installs the last commit in an empty folder without anything for tests, with the npm and the Node that were there before this
 * project, and uses it: size, first answer, dashboard, first sale. Then installs the rest, to see what npm says.
 */
export async function tryInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-install-'))
  try {
    copyCommit(folder)
    const served = await npm(folder, 'ci', '--omit=dev')
    const problems = problemsOf(folder)
    const megabytes = diskMegabytes(folder)
    const used = await use(folder)
    const whole = await npm(folder, 'ci')
    const warnings = [...served.split('\n'), ...whole.split('\n')].filter((line) => /\bwarn\b/i.test(line))
    return {
      node: execFileSync('node', ['--version'], { env: outsideEnv(), encoding: 'utf8' }).trim(),
      megabytes,
      warnings,
      startedSec: used.startedSec,
      problems: [...problems, ...used.problems],
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function copyCommit(folder: string): void {
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

function problemsOf(folder: string): string[] {
  const joined = join(folder, 'service', 'node_modules', '.joined', fingerprint(folder), 'vacancy.mjs')
  return [
    ...DEV_PACKAGES.filter((name) => existsSync(join(folder, 'node_modules', name))).map(
      (name) => `${name} is installed`,
    ),
    ...(existsSync(joined) ? [] : ['the modules are not joined']),
  ]
}

function diskMegabytes(folder: string): number {
  const kib = Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }), 10)
  return (kib * 1024) / 1e6
}

async function use(folder: string): Promise<{ startedSec: number; problems: string[] }> {
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
  const service = npmProcess(folder, ['start'], env)
  const key = await keyIn(service)
  const startedSec = (performance.now() - startedMs) / 1000
  const problems: string[] = []
  const url = `http://127.0.0.1:${port}`
  const page = await fetch(url)
  if (page.status !== 200 || !(await page.text()).includes('/assets/'))
    problems.push(`the dashboard answered ${page.status}`)
  const shop = await fetch(`${url}/v1/shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) }),
  })
  if (shop.status !== 200) problems.push(`the first shop answered ${shop.status}: ${await shop.text()}`)
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  return { startedSec, problems }
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

/** Returns what it printed. */
async function npm(folder: string, ...args: string[]): Promise<string> {
  const child = npmProcess(folder, args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  const out = `${stdout}${stderr}`
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${out}`)
  return out
}

function npmProcess(folder: string, args: string[], env: Record<string, string> = {}) {
  return spawn('npm', args, {
    cwd: folder,
    env: { ...outsideEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** As in a shell outside of this project: no scripts' variables, and the Node of the machine. */
function outsideEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VACANCY_)/i.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: path.join(delimiter) }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
