import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from 'pino'

/** A child role as `serve` runs it. */
export interface RoleSpec {
  role: string
  /** The module to run, and its arguments. */
  module: string
  args: string[]
  env: Record<string, string>
  /** What its Node is told beside what ours was. */
  nodeOptions?: readonly string[]
  /** What later starts are to keep of the first: ports that were free then and that others know by now. */
  keep?: (ready: Record<string, unknown>) => Record<string, string>
}

export interface Supervised {
  /** What the child said when it came up. */
  ready: Record<string, unknown>
  stop(): Promise<void>
}

/**
 * For a role that answers people. Nearly everything that a request makes is garbage once it is answered. In a larger nursery it is
 * swept less often, and since only what lives is copied, a sweep takes no longer: fewer callers meet one. And V8 collects everything
 * once in 100 seconds to give memory back, while callers wait for 40 ms; what must be collected is collected without that.
 */
export const API_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=64', '--no-memory-reducer']

export class RoleDown extends Error {
  override name = 'RoleDown'
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000
/** A child that ran this long was well; its next death starts counting anew. */
const WELL_MS = 30_000
const STOP_MS = 35_000

/**
 * Starts a role as a child process and starts it again whenever it dies. Between parent and child runs a channel: the child's
 * first message says that it is up, and its closing, however the parent ended, tells the child to stop.
 */
export async function supervise(spec: RoleSpec, log: Logger): Promise<Supervised> {
  let child: ChildProcess
  let stopping = false
  let wasUp = false
  let pauseMs = FIRST_PAUSE_MS
  let kept: Record<string, string> = {}

  function start(): { child: ChildProcess; ready: Promise<Record<string, unknown>> } {
    const started = fork(spec.module, spec.args, {
      env: { ...process.env, ...spec.env, ...kept },
      execArgv: [...process.execArgv, ...(spec.nodeOptions ?? [])],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const startedAt = performance.now()
    started.on('exit', (code, signal) => {
      // It ends with 0 only when it was told to: by us, or by the Ctrl-C that reaches the whole group. One that never came up
      // would not do so at a second try: whoever waits for it hears of it.
      if (stopping || code === 0 || !wasUp) return
      if (performance.now() - startedAt > WELL_MS) pauseMs = FIRST_PAUSE_MS
      log.warn({ child: spec.role, code, signal, pause_ms: pauseMs }, 'a role died and is started again')
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
      // Why is on the same terminal already: a role says it in a line of its own.
      throw new RoleDown(`the ${spec.role} did not start`)
    })
    const ready = Promise.race([up, gone])
    // Of a later start nobody waits for the end: it is tried again.
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

/** Runs a program of its own in the foreground, as a shell would: signals go to it, its exit code comes back. */
export async function runProgram(module: string): Promise<number> {
  const child = fork(module, [], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** The exit code of a process whose settings cannot work: starting it again would not help. */
export const FATAL_EXIT = 78
