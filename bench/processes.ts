import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface BenchProcess {
  port: number
  stop(): Promise<void>
}

const SERVERS = join(import.meta.dirname, 'servers')

/** Starts one of the servers as a process of its own and waits until it listens. */
export async function startProcess(
  module: 'api.ts' | 'bare.ts',
  { env = {}, nodeOptions = [] }: { env?: Record<string, string>; nodeOptions?: string[] } = {},
): Promise<BenchProcess> {
  const child = fork(join(SERVERS, module), [], {
    env: { ...process.env, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: nodeOptions,
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${module} ended before it listened`)
  })
  ended.catch(() => {})
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  return {
    port: Number(new URL(url).port),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
