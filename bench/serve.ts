import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../service/src/db/embedded/free-port.ts'

const VACANCY = join(import.meta.dirname, '..', 'service', 'bin', 'vacancy.mjs')
const GIVE_UP_MS = 180_000

/** `vacancy serve` as somebody starts it: database, sandbox, API and worker. */
export interface Serve {
  /** From the command to the first good answer. */
  upAfterSec: number
  secondsSinceStart(): number
  stop(): Promise<void>
}

export async function startServe(home: string): Promise<Serve> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [VACANCY, 'serve'], {
    env: {
      ...process.env,
      VACANCY_HOME: home,
      PORT: String(port),
      DATABASE_URL: '',
      OPS_PORT: '0',
      SANDBOX_PORT: '0',
      SANDBOX_CONTROL_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const secondsSinceStart = () => (performance.now() - startedMs) / 1000
  while (performance.now() - startedMs < GIVE_UP_MS && child.exitCode === null) {
    if (await answersWell(port)) return { upAfterSec: secondsSinceStart(), secondsSinceStart, stop }
    await wait(20)
  }
  await stop()
  throw new Error('vacancy serve did not come up')
}

/** A good answer also reports that the database answers. */
function answersWell(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/status.json`).then(
    async (response) => response.status === 200 && /"status":"(up|degraded)"/.test(await response.text()),
    () => false,
  )
}

/** Gives a folder to something and removes it afterwards. */
export async function inFreshHome<T>(use: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-bench-start-'))
  try {
    return await use(home)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
