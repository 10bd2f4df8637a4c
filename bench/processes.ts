import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entryOf, PROGRAMS } from '../service/src/joined.ts'
import { MEMORY_ENV, nodeOptionsOf } from '../service/src/node-options.ts'
import { createVault } from '../service/src/ops/vault.ts'

export interface BenchProcess {
  pid: number
  port: number
  stop(): Promise<void>
}

const SERVERS = join(import.meta.dirname, 'servers')
const MODULES = {
  bare: join(SERVERS, 'bare.ts'),
  sink: join(SERVERS, 'sink.ts'),
  neighbour: join(SERVERS, 'neighbour.ts'),
  busy: join(SERVERS, 'busy.ts'),
  service: entryOf('vacancy'),
  sandbox: entryOf('sandbox'),
}
/** A profile names the modules, which the joined files do not have any more. */
const PROFILED = { ...MODULES, service: PROGRAMS.vacancy, sandbox: PROGRAMS.sandbox }

/** Whether processes start from joined files, as in production. Without `npm run build` they take more memory. */
export function isBuilt(): boolean {
  return MODULES.service !== PROGRAMS.vacancy
}

/** All processes encrypt with this key. */
const SECRET_KEY = '0'.repeat(64)
/** For secrets that a measure stores itself. */
export const VAULT = createVault(Buffer.from(SECRET_KEY, 'hex'))
/** Reading directories would add to what is measured. */
const ENV = { PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'error', DIRECTORY_SYNC: 'off', SECRET_KEY }

export interface Role<Message> {
  pid: number
  /** Its message when it was ready. */
  said: Message
  stop(): Promise<void>
}

/** Starts a program as a separate process, as in production, and waits until it reports that it is ready. */
export async function startRole<Message>(
  module: keyof typeof MODULES,
  args: string[],
  { env = {}, nodeOptions = [] }: { env?: Record<string, string>; nodeOptions?: string[] } = {},
): Promise<Role<Message>> {
  const modules = nodeOptions.includes('--cpu-prof') ? PROFILED : MODULES
  const child: ChildProcess = fork(modules[module], args, {
    env: { ...MEMORY_ENV, ...process.env, ...ENV, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...(module === 'service' ? nodeOptionsOf(args[0]) : []), ...nodeOptions],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${module} ${args.join(' ')} ended before it was ready`)
  })
  ended.catch(() => {})
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [Message]
  return {
    pid: child.pid ?? 0,
    said,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** A figure of `/proc/PID/status`: `VmRSS` is the memory now, `VmHWM` its peak. */
export async function memoryKib(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text) ?? []
  return Number(kib)
}
