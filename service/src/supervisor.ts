import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { MEMORY_ENV, nodeOptionsOf } from './node-options.ts'

/** A role that `serve` runs as a child process. */
export interface RoleSpec {
  role: string
  /** The module to run, and its arguments. */
  module: string
  args: string[]
  env: Record<string, string>
  /** Further environment, sent when it is known. Until then the role loads its modules. */
  settings?: Promise<Record<string, string>>
  /** Environment for restarts: ports chosen on the first start, which others know by now. */
  keep?: (ready: Record<string, unknown>) => Record<string, string>
}

export interface Supervised {
  /** The child's ready message. */
  ready: Record<string, unknown>
  stop(): Promise<void>
}

export class RoleDown extends Error {
  override name = 'RoleDown'
}

/** Set for a role whose supervisor sends it further environment as its first message. */
export const SETTINGS_FOLLOW = 'VACANCY_SETTINGS_FOLLOW'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000
/** After running this long a child counts as healthy, and its restart pause resets. */
const WELL_MS = 30_000
const STOP_MS = 35_000

/**
 * Starts a role as a child process and restarts it whenever it dies. The child's first message on their channel says that it is
 * up; when the channel closes, however the parent ended, the child stops.
 */
export async function supervise(spec: RoleSpec, log: Logger): Promise<Supervised> {
  let child: ChildProcess
  let stopping = false
  let wasUp = false
  let pauseMs = FIRST_PAUSE_MS
  let kept: Record<string, string> = {}

  function start(): { child: ChildProcess; ready: Promise<Record<string, unknown>> } {
    const started = fork(spec.module, spec.args, {
      env: {
        ...MEMORY_ENV,
        ...process.env,
        ...spec.env,
        ...kept,
        ...(spec.settings && { [SETTINGS_FOLLOW]: '1' }),
      },
      execArgv: [...process.execArgv, ...nodeOptionsOf(spec.role)],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    void spec.settings?.then(
      (settings) => started.connected && started.send(settings),
      () => started.kill(),
    )
    const startedAt = performance.now()
    started.on('exit', (code, signal) => {
      // Exit code 0 means that we or Ctrl-C stopped it. A role that never came up would fail again: its waiter gets the error.
      if (stopping || code === 0 || !wasUp) return
      if (performance.now() - startedAt > WELL_MS) pauseMs = FIRST_PAUSE_MS
      log.warn({ child: spec.role, code, signal, pause_ms: pauseMs }, 'a role died; restarting it')
      setTimeout(() => {
        if (!stopping) child = start().child
      }, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
    const up = once(started, 'message').then(([message]) => {
      wasUp = true
      return message as Record<string, unknown>
    })
    const gone = once(started, 'exit').then(() => {
      // The role itself has printed the reason.
      throw new RoleDown(`the ${spec.role} did not start`)
    })
    const ready = Promise.race([up, gone])
    // Nobody waits for a restart: it is tried again.
    for (const ending of [gone, ready]) ending.catch(() => {})
    return { child: started, ready }
  }

  const first = start()
  child = first.child
  const ready = await first.ready
  kept = spec.keep?.(ready) ?? {}
  return {
    ready,
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(patience)
    },
  }
}

/** Runs a program in the foreground, as a shell would: forwards signals, returns its exit code. */
export async function runProgram(module: string): Promise<number> {
  const child = fork(module, [], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** The exit code for invalid settings: a restart would not help. */
export const FATAL_EXIT = 78
