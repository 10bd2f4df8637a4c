import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as listenOn } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanName } from '../../service/src/accounts/plans.ts'
import { setPlan } from '../../service/src/accounts/store.ts'
import { readConfig } from '../../service/src/config.ts'
import { openDatabase } from '../../service/src/db/database.ts'
import { createPool, type Pool } from '../../service/src/db/pool.ts'
import { openVisitor, type Visitor } from '../test/support/visitor.ts'

/** The product as `npm start` runs it, in a home of its own, with somebody signed up. */
export interface Showroom {
  url: string
  visitor: Visitor
  /** An address that takes webhooks, and one that does not. */
  hooks: { good: string; broken: string }
  /** A setting of the sandbox. */
  control(path: string, body: object): Promise<void>
  /** Puts the ledger's clock so many days back, so that a month of use can be made in a minute. */
  daysBack(days: number): Promise<void>
  setPlan(plan: PlanName): Promise<void>
  stop(): Promise<void>
}

const MAIN = join(import.meta.dirname, '..', '..', 'service', 'src', 'main.ts')
export const OWNER = { email: 'ada@example.com', password: 'correct horse battery' }

export async function openShowroom(): Promise<Showroom> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-pictures-'))
  const controlPort = await freePort()
  const env = {
    ...process.env,
    VACANCY_HOME: home,
    DATABASE_URL: '',
    SANDBOX_URL: '',
    SANDBOX_SEED: '1',
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_CONTROL_PORT: String(controlPort),
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const url = await addressOf(child)
  const database = await openDatabase(readConfig(env), { share: true })
  const pool = createPool({ url: database.url, max: 1, name: 'pictures', onIdleError: () => {} })
  const hooks = await openHooks()
  const visitor = openVisitor(url)
  const turnBack = (days: number) => putClockBack(pool, days)
  await turnBack(14)
  const { body } = await visitor.call('POST', '/sign-up', { body: OWNER })
  const { id } = body['account'] as { id: string }
  await setPlan(pool, id, 'pro')
  return {
    url,
    visitor,
    hooks,
    control: async (path, settings) => {
      await fetch(`http://127.0.0.1:${controlPort}${path}`, {
        method: 'POST',
        body: JSON.stringify(settings),
      })
    },
    daysBack: turnBack,
    setPlan: async (plan) => void (await setPlan(pool, id, plan)),
    stop: async () => {
      await pool.end()
      hooks.stop()
      child.kill('SIGTERM')
      await gone
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const found = /up at (\S+)/.exec(said)
    if (found?.[1]) return found[1]
  }
  throw new Error(`the service did not start: ${said}`)
}

async function putClockBack(pool: Pool, days: number): Promise<void> {
  await pool.query(`create or replace function ledger_now() returns timestamptz language sql volatile
    as $$ select clock_timestamp() - interval '${Math.trunc(days)} days' $$`)
}

async function openHooks() {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/broken' ? 503 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  return { good: at('rates'), broken: at('broken'), stop: () => server.close() }
}

async function freePort(): Promise<number> {
  const server = listenOn().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
