import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/db/embedded/free-port.ts'

export const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')

/** What `npm start` runs, with a database and a sandbox of its own, until it is stopped. */
export interface ThrowawayService {
  url: string
  /** That of the account it is born with. */
  key: string
  /** With it, a command of `vacancy` speaks of this service. */
  env: NodeJS.ProcessEnv
  /** A setting of the sandbox. */
  control(path: string, settings: object): Promise<void>
  stop(): Promise<void>
}

export async function startThrowawayService(name: string): Promise<ThrowawayService> {
  const home = await mkdtemp(join(tmpdir(), `vacancy-${name}-`))
  const controlPort = await freePort()
  const env = {
    ...process.env,
    VACANCY_HOME: home,
    DATABASE_URL: '',
    SANDBOX_URL: '',
    SANDBOX_SEED: '1',
    SANDBOX_HISTORY_DAYS: '0',
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_CONTROL_PORT: String(controlPort),
    SANDBOX_CONTROL_TOKEN: '',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const { url, key } = await greetingOf(child.stdout)
  return {
    url,
    key,
    env,
    control: async (path, settings) => {
      const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
        method: 'POST',
        headers: { 'x-control-token': await readFile(join(home, 'sandbox.token'), 'utf8') },
        body: JSON.stringify(settings),
      })
      if (!answer.ok) throw new Error(`the sandbox refuses ${path}: ${await answer.text()}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function greetingOf(output: AsyncIterable<unknown>): Promise<{ url: string; key: string }> {
  let said = ''
  for await (const chunk of output) {
    said += String(chunk)
    const [, url, key] = /up at (\S+)[\s\S]*?(vk_\w+)/.exec(said) ?? []
    if (url !== undefined && key !== undefined) return { url, key }
  }
  throw new Error(`the service did not start: ${said}`)
}
