import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { announce, type Home, openHome, withdraw } from './home.ts'
import { ensureInitialised } from './initialise.ts'
import { stopLeftover } from './leftover.ts'
import { chooseRunner, environmentFrom, type Runner } from './runner.ts'
import { keepLogSmall, rotateLog } from './server-log.ts'

export interface EmbeddedServer {
  url: string
  /** Resolves when the database stops without being asked to. */
  died: Promise<void>
  stop(): Promise<void>
}

export function embeddedUrl(port: number, password: string): string {
  return `postgres://vacancy:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

/** Starts PostgreSQL on a home that this process has locked. Initialises it on first start. */
export async function startServer(homePath: string, port: number | null = null): Promise<EmbeddedServer> {
  const runner = await chooseRunner()
  const home = await openHome(homePath, runner)
  const binaries = await locateBinaries(runner, home)
  const password = await ensureInitialised(home, binaries, runner)
  await stopLeftover(home.data)
  await rotateLog(home.log)
  const patientUntilMs = performance.now() + PASSING_MS
  for (let attempt = 1; ; attempt += 1) {
    // Another program may take the free port before PostgreSQL listens on it.
    const chosen = port ?? (await freePort())
    const { size: logged } = await stat(home.log).catch(() => ({ size: 0 }))
    const child = await launch(home, binaries, runner, chosen)
    // Listened for from here: it may die between its first answer and the end of the announcement.
    const ended = once(child, 'exit').then(() => {})
    const url = embeddedUrl(chosen, password)
    if (await isReady(child, url, home.log)) {
      await announce(home, { port: chosen, password, ownerPid: process.pid })
      return supervise(home, child, ended, url)
    }
    const isPassing = performance.now() < patientUntilMs && (await saysPassing(home.log, logged))
    if (attempt >= 5 && !isPassing)
      throw new Error(`The embedded PostgreSQL did not start. Its log is ${home.log}.`)
    await wait(200 * Math.min(attempt, 5))
  }
}

/**
 * What keeps a server from starting and passes by itself: processes of one that was killed, which end when they next get processor
 * time, and another program on its port.
 */
const PASSING = /pre-existing shared memory block|Address already in use/
const PASSING_MS = 60_000

async function saysPassing(log: string, from: number): Promise<boolean> {
  return PASSING.test((await readFile(log)).subarray(from).toString())
}

/**
 * The shell becomes PostgreSQL and leaves a reader behind that waits on our end of a pipe. When this process ends, even by
 * SIGKILL, the pipe closes and the reader asks the database for a fast shutdown.
 */
const KEEPER = 'exec 3<&0; (read _ <&3 || kill -INT $$ 2>/dev/null) & exec "$0" "$@" </dev/null 3<&-'

async function launch(home: Home, binaries: Binaries, runner: Runner, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    // Allocated only as used. With 128 MB, rankings across ten million cells read the same pages again and again.
    shared_buffers: '512MB',
    jit: 'off',
    // The defaults; small WAL segments would lower them to a sixteenth.
    min_wal_size: '80MB',
    max_wal_size: '1GB',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(home.log, 'a', 0o600)
  // Its own process group: Ctrl-C in the terminal is for us, and the database must stop last.
  const spawnOptions = { ...runner.ids, env: environmentFrom(process.env), cwd: '/', detached: true }
  const door = home.door.folder === null ? null : await open(home.door.folder, 'r')
  const child =
    process.platform === 'win32'
      ? spawn(binaries.postgres, ['-D', home.door.data, ...options], {
          ...spawnOptions,
          stdio: ['ignore', log.fd, log.fd],
        })
      : spawn('/bin/sh', ['-c', KEEPER, binaries.postgres, '-D', home.door.data, ...options], {
          ...spawnOptions,
          stdio: ['pipe', log.fd, log.fd, 'ignore', door?.fd ?? 'ignore'],
        })
  child.stdin?.on('error', () => {})
  await log.close()
  await door?.close()
  return child
}

/** A recovering server logs its progress every ten seconds. After this long without a log line it is stuck. */
const SILENT_MS = 120_000

/** Waits while the server makes progress: after a crash, WAL replay may take minutes. */
async function isReady(child: ChildProcess, url: string, log: string): Promise<boolean> {
  let written = -1
  let giveUpMs = 0
  let toldAtMs = performance.now() + 10_000
  while (child.exitCode === null && child.signalCode === null) {
    const { size } = await stat(log)
    if (size !== written) giveUpMs = performance.now() + SILENT_MS
    written = size
    if (performance.now() > giveUpMs) return false
    if (performance.now() > toldAtMs) {
      process.stderr.write(`vacancy: The database is recovering. Its log is ${log}.\n`)
      toldAtMs = performance.now() + 60_000
    }
    if (await accepts(url)) return true
    await wait(40)
  }
  return false
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

function supervise(home: Home, child: ChildProcess, ended: Promise<void>, url: string): EmbeddedServer {
  let stopping = false
  const rotation = keepLogSmall(home.log)
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
      rotation.stop()
    },
  }
}
