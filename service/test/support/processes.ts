import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { entryOf } from '../../src/joined.ts'
import { counterApi } from './bundles.ts'

export interface ApiProcess {
  url: string
  opsPort: number
  child: ChildProcess
  /** Everything it logged so far. */
  log(): string
  /** An API process that ends gracefully waits a second for its clients. Where that is not tested, it is killed. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Tests count what a source is asked, so directories are read only where a test wants it. */
const ROLE_ENV = { PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'warn', FX_URL: 'none', DIRECTORY_SYNC: 'off' }

/** Starts a real API process on the database and waits until it listens. */
export function startApi(databaseUrl: string, env: Record<string, string> = {}): Promise<ApiProcess> {
  return startRole(counterApi(), [], databaseUrl, env)
}

/** Starts a real worker process and waits until it works. */
export function startWorker(databaseUrl: string, env: Record<string, string> = {}): Promise<ApiProcess> {
  return startRole(entryOf('vacancy'), ['worker'], databaseUrl, env)
}

async function startRole(
  module: string,
  args: string[],
  databaseUrl: string,
  env: Record<string, string>,
): Promise<ApiProcess> {
  const child = fork(module, args, {
    env: { ...process.env, ...ROLE_ENV, DATABASE_URL: databaseUrl, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the role did not start: ${log}`)
  })
  ended.catch(() => {})
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string; opsPort: number }]
  return {
    ...ready,
    child,
    log: () => log,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `vacancy …` to its end. */
export async function vacancy(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const child = spawn(process.execPath, [entryOf('vacancy'), ...args], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}
