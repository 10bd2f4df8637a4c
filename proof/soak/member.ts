import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClockMessage } from './clock.ts'

/** A process under test: it can be killed, paused or stopped, and started again at the same address. */
export interface Member {
  name: string
  url(): string
  /** False from the moment it is killed or asked to stop until it is up again. */
  isUp(): boolean
  /** How long it has been up; 0 if it is not. */
  upForMs(): number
  kill(): Promise<void>
  pause(): void
  resume(): void
  /** Moves its wall clock so far ahead of or behind the real time. A restart sets it right. */
  stepClock(offsetMs: number): void
  /** Asks it to stop, as a deployment does. */
  leave(): Promise<void>
  start(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const MODULES = {
  service: join(ROOT, 'service', 'src', 'main.ts'),
  sandbox: join(ROOT, 'sandbox', 'src', 'main.ts'),
}

const CLOCK = new URL('./clock.ts', import.meta.url).href

const MOST_STARTS = 100
const START_AGAIN_MS = 300

export interface MemberOptions {
  name: string
  module: keyof typeof MODULES
  args: string[]
  env: Record<string, string>
  /** Everything it logs. */
  onLog: (line: string) => void
}

/** `said` is its message when it came up. */
export async function newMember(options: MemberOptions): Promise<{ member: Member; said: unknown }> {
  const { name, module, args, env, onLog } = options
  let child: ChildProcess
  let up = false
  let upSince = 0
  let address = ''
  let port = '0'

  async function start(): Promise<unknown> {
    child = fork(MODULES[module], args, {
      env: { ...process.env, PORT: port, OPS_PORT: '0', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: module === 'service' ? ['--import', CLOCK] : [],
    })
    let logged = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!up) logged += chunk.toString()
      onLog(chunk.toString())
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${name} ended before it was up: ${logged}`)
    })
    ended.catch(() => {})
    const [said] = (await Promise.race([once(child, 'message'), ended])) as [{ url?: string | null }]
    if (said.url) {
      address = said.url
      port = new URL(said.url).port
    }
    up = true
    upSince = performance.now()
    return said
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    up = false
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  const said = await start()
  const member: Member = {
    name,
    url: () => address,
    isUp: () => up,
    upForMs: () => (up ? performance.now() - upSince : 0),
    kill: () => end('SIGKILL'),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stepClock: (clockOffsetMs) => child.send({ clockOffsetMs } satisfies ClockMessage),
    leave: () => end('SIGTERM'),
    start: async () => {
      for (let tries = 1; !up; tries += 1) {
        try {
          await start()
        } catch (error) {
          // It cannot start without a database; the caller retries.
          if (tries === MOST_STARTS) throw error
          await wait(START_AGAIN_MS)
        }
      }
    },
  }
  return { member, said }
}
