import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { pack } from '../ops/pack.ts'
import { freePort } from '../service/src/db/embedded/free-port.ts'

/**
 * Packs the product and uses it in an empty folder, as an ordinary user, with the npm and the Node that were there before this
 * project: `npx ./vacancy-1.0.0.tgz serve`, then a page, a sale, a place, a command. `npm run audit:pack`.
 */

const GIVE_UP_MS = 240_000
/** `nobody`, if this runs as root. */
const ORDINARY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const say = (line: string) => process.stdout.write(`${line}\n`)
let problems = 0
const expect = (isGood: boolean, what: string) => {
  say(`${isGood ? 'good   ' : 'PROBLEM'} ${what}`)
  if (!isGood) problems += 1
}

const folder = await mkdtemp(join(tmpdir(), 'vacancy-packed-'))
const own = ORDINARY.uid ?? 0
try {
  const made = await mkdtemp(join(tmpdir(), 'vacancy-tarball-'))
  const tarball = await pack(made)
  await copyFile(tarball, join(folder, basename(tarball)))
  await rm(made, { recursive: true, force: true })
  if (own !== 0) execFileSync('chown', ['-R', `${own}:${own}`, folder])
  await use(`./${basename(tarball)}`)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
process.exitCode = problems > 0 ? 1 : 0

async function use(tarball: string): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const service = npx([tarball, 'serve'], {
    PORT: String(port),
    OPS_PORT: '0',
    FX_URL: 'none',
    LOG_LEVEL: 'warn',
  })
  const key = await keyIn(service)
  expect(
    true,
    `serve: a key after ${((performance.now() - startedMs) / 1000).toFixed(1)} s, installation included`,
  )
  const page = await fetch(url)
  const html = await page.text()
  expect(page.status === 200 && html.includes('/assets/'), `the dashboard answers ${page.status}`)
  const script = await fetch(url + (/\/assets\/[^"]+\.js/.exec(html)?.[0] ?? '/none'))
  expect(script.status === 200, `its script answers ${script.status}`)
  expect((await fetch(`${url}/docs`)).status === 200, 'the API reference answers 200')
  const shop = await ask(url, key, '/v1/shop', { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) })
  expect(shop.status === 200, `a shop at the sandbox answers ${shop.status}`)
  const area = await ask(url, key, '/v1/area', { q: 'Lisbon', chains: ['castellan'], checkin: inDays(30) })
  expect(area.status < 300, `a place is found: ${area.status}`)
  const usage = npx([tarball, 'usage', '--json'], { VACANCY_URL: url, VACANCY_API_KEY: key })
  const [code] = (await once(usage, 'exit')) as [number | null]
  expect(code === 0, `the command \`vacancy usage\` ends with ${code}`)
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
}

async function ask(url: string, key: string, path: string, body: object): Promise<Response> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The first start prints a key when everything is up. */
async function keyIn(service: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let out = ''
  const timer = setTimeout(() => reject(new Error(`no key was printed: ${out}`)), GIVE_UP_MS)
  for (const stream of [service.stdout, service.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const key = /vk_[0-9A-Za-z]{36}/.exec(out)?.[0]
      if (key && out.includes('Stop with Ctrl-C')) resolve(key)
    })
  }
  service.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${out}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** Without the Node of this checkout in the path. */
function npx(args: string[], env: Record<string, string>): ChildProcess {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return spawn('npx', ['--yes', ...args], {
    cwd: folder,
    ...ORDINARY,
    env: { PATH: path.join(delimiter), HOME: folder, ...npmSettings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Where npm finds packages is the machine's own business. */
function npmSettings(): Record<string, string> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  return { npm_config_registry: registry }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
