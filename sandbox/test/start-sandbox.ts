import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface RunningSandbox {
  /** Root of the data port; a source's base address is `${url}/<source>`. */
  url: string
  /** The variables with which a client reaches it: `SANDBOX_URL`, `AURELIA_CLIENT_ID` and the like. */
  environment: Record<string, string>
  /** Asks the control port: GET without a body, POST with one. */
  control(path: string, body?: unknown): Promise<unknown>
  /** Leaves it to the file that starts the next one. */
  stop(): Promise<void>
  /** Ends its process. */
  end(): Promise<void>
}

/** During a run of the suite the sandbox has been joined into one file, which starts sooner. */
const BUNDLES = process.env['VACANCY_JOINED']
const MAIN = BUNDLES ? join(BUNDLES, 'sandbox.mjs') : join(import.meta.dirname, '..', 'src', 'main.ts')

/** Those that nobody uses, by their seed. To build its world takes a sandbox half a second of a core, and to forget what happened, nothing. */
const idle = new Map<number, Set<RunningSandbox>>()

/** The real sandbox in a process of its own, on free ports, with nothing asked or changed so far. It dies with the test's process. */
export async function startSandbox({ seed = 1 }: { seed?: number } = {}): Promise<RunningSandbox> {
  const [free] = idle.get(seed) ?? []
  if (!free) return startProcess(seed)
  idle.get(seed)?.delete(free)
  // Only now: a process that was killed may have sent its last requests after its test.
  await free.control('/reset', {})
  return free
}

async function startProcess(seed: number): Promise<RunningSandbox> {
  const child = fork(MAIN, [], {
    env: {
      ...process.env,
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_PORT: '0',
      SANDBOX_CONTROL_PORT: '0',
      SANDBOX_CONTROL_TOKEN: '',
      SANDBOX_SEED: String(seed),
    },
    // Test runners start their workers with flags that mean nothing here.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { controlPort, controlToken, environment } = await listeningOf(child)
  child.unref()
  child.channel?.unref()
  const sandbox: RunningSandbox = {
    url: environment['SANDBOX_URL'] ?? '',
    environment,
    async control(path, body) {
      const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
        headers: { 'x-control-token': controlToken },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      const said: unknown = await answer.json()
      if (!answer.ok) throw new Error(`control ${path}: ${JSON.stringify(said)}`)
      return said
    },
    async stop() {
      idle.set(seed, new Set(idle.get(seed)).add(sandbox))
    },
    async end() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
  return sandbox
}

interface Listening {
  controlPort: number
  controlToken: string
  environment: Record<string, string>
}

async function listeningOf(child: ChildProcess): Promise<Listening> {
  return await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code} before it listened`)))
    child.once('message', (message) => {
      resolve((message as { listening: Listening }).listening)
    })
  })
}
