import { fork } from 'node:child_process'
import { once } from 'node:events'
import { entryOf } from '../joined.ts'

/** A sandbox of our own, whose clock may be moved while others use theirs. The same seed gives the same market. */
export interface PrivateSandbox {
  /** The variables that a client needs. */
  environment: Record<string, string>
  moveTo(ms: number): Promise<void>
  stop(): Promise<void>
}

interface Announced {
  listening: { controlPort: number; controlToken: string; environment: Record<string, string> }
}

export async function openPrivateSandbox(): Promise<PrivateSandbox> {
  const child = fork(entryOf('sandbox'), {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0', SANDBOX_CONTROL_TOKEN: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const failed = gone.then(() => Promise.reject(new Error('the sandbox did not start')))
  const [{ listening }] = (await Promise.race([once(child, 'message'), failed])) as [Announced]
  return {
    environment: listening.environment,
    moveTo: async (ms) => {
      const answer = await fetch(`http://127.0.0.1:${listening.controlPort}/time`, {
        method: 'POST',
        headers: { 'x-control-token': listening.controlToken },
        body: JSON.stringify({ offsetMs: ms - Date.now() }),
      })
      if (!answer.ok) throw new Error(`the sandbox did not move its clock: ${await answer.text()}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
