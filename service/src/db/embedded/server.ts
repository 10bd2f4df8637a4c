import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { announce, giveTo, type Home, makeFolderFor, openHome, readPassword, withdraw } from './home.ts'
import { chooseRunner, type Runner } from './runner.ts'

export interface EmbeddedServer {
  url: string
  /** Resolves when the database has ended without being asked to. */
  died: Promise<void>
  stop(): Promise<void>
}

export function embeddedUrl(port: number, password: string): string {
  return `postgres://vacancy:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

/** Starts PostgreSQL on a home whose lock this process holds, initialising it the first time. */
export async function startServer(homePath: string, port: number | null = null): Promise<EmbeddedServer> {
  const runner = await chooseRunner()
  const home = await openHome(homePath, runner)
  const binaries = await locateBinaries(runner, home.shelf)
  const password = await readPassword(home)
  if (!(await stat(home.data).catch(() => null))) await initialise(home, binaries, runner, password)
  await stopLeftover(home)
  // Another program may take the port between our asking for a free one and PostgreSQL's listening on it.
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort())
    const child = await launch(home, binaries, runner, chosen)
    const url = embeddedUrl(chosen, password)
    if (await isReady(child, url)) {
      await announce(home, { port: chosen, password, ownerPid: process.pid })
      return supervise(home, child, url)
    }
    if (attempt === 5) throw new Error(`the embedded PostgreSQL did not start; its log is ${home.log}`)
    await wait(200 * attempt)
  }
}

async function initialise(home: Home, binaries: Binaries, runner: Runner, password: string): Promise<void> {
  // Into a draft and renamed at the end: a start that was killed half-way leaves nothing that looks whole.
  const draft = `${home.data}.new`
  const secret = `${home.data}.secret`
  await rm(draft, { recursive: true, force: true })
  await makeFolderFor(runner, draft)
  await writeFile(secret, password, { mode: 0o600 })
  await giveTo(runner, secret)
  const options = [
    '--username=vacancy',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    '--no-sync',
    // The next piece of the log is zeroed by whoever commits first beyond the last. Of 16 MB, as usual, that takes 30 ms.
    '--wal-segsize=1',
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const child = spawn(binaries.initdb, [...options, ...locale, `--pwfile=${secret}`, `--pgdata=${draft}`], {
    ...runner.ids,
    cwd: home.shelf,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  await rm(secret, { force: true })
  if (code !== 0) throw new Error(`the embedded PostgreSQL could not be initialised: ${complaint.trim()}`)
  await rename(draft, home.data)
}

/**
 * The shell becomes PostgreSQL, and leaves a reader behind that waits on our end of a pipe. When this process ends,
 * even by SIGKILL, the pipe closes and the reader asks the database for a fast shutdown.
 */
const KEEPER = 'exec 3<&0; (read _ <&3 || kill -INT $$ 2>/dev/null) & exec "$0" "$@" </dev/null 3<&-'

async function launch(home: Home, binaries: Binaries, runner: Runner, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 120,
    // Taken only as far as it is used. With 128 MB, rankings across ten million cells read the same pages again and again.
    shared_buffers: '512MB',
    jit: 'off',
    // The usual figures, which small pieces of the log would lower to a sixteenth.
    min_wal_size: '80MB',
    max_wal_size: '1GB',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(home.log, 'a', 0o600)
  // Its own process group: a Ctrl-C in the terminal is for us; the database stops last, when nobody needs it any more.
  const spawnOptions = { ...runner.ids, cwd: home.shelf, detached: true }
  const child =
    process.platform === 'win32'
      ? spawn(binaries.postgres, ['-D', home.data, ...options], {
          ...spawnOptions,
          stdio: ['ignore', log.fd, log.fd],
        })
      : spawn('/bin/sh', ['-c', KEEPER, binaries.postgres, '-D', home.data, ...options], {
          ...spawnOptions,
          stdio: ['pipe', log.fd, log.fd],
        })
  child.stdin?.on('error', () => {})
  await log.close()
  return child
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  const until = Date.now() + 60_000
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await wait(40)
    }
  }
  return false
}

function supervise(home: Home, child: ChildProcess, url: string): EmbeddedServer {
  let stopping = false
  const ended = once(child, 'exit').then(() => {})
  const died = ended.then(() => (stopping ? new Promise<void>(() => {}) : undefined))
  return {
    url,
    died,
    stop: async () => {
      stopping = true
      await withdraw(home)
      child.stdin?.end('done\n')
      child.kill('SIGINT')
      await ended
    },
  }
}

/** A database whose owner was killed may still be on its way down, or be deaf to it. It holds our data: it must go first. */
async function stopLeftover(home: Home): Promise<void> {
  const pidFile = join(home.data, 'postmaster.pid')
  for (let tries = 0; tries < 300; tries += 1) {
    const text = await readFile(pidFile, 'utf8').catch(() => null)
    const pid = Number(text?.split('\n')[0])
    if (!text || !Number.isInteger(pid) || !(await isPostgres(pid))) return
    if (tries % 50 === 0) process.kill(pid, 'SIGINT')
    await wait(100)
  }
  throw new Error(`a PostgreSQL of an earlier start still holds ${home.data} and does not stop`)
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  // The number may belong to another program by now.
  return readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.startsWith('postgres'),
    () => false,
  )
}
