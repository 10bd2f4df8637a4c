import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type ApiProcess, startApi, startWorker } from './processes.ts'

/** A database, the sandbox and as many API processes as a test needs, all real. */
export interface Market {
  database: TestDatabase
  sandbox: RunningSandbox
  apis: ApiProcess[]
  workers: ApiProcess[]
  url: string
  /** How many requests each source of the sandbox has had. */
  requests(source: string): Promise<number>
  /** One more worker, also listed among the others. */
  startWorker(): Promise<ApiProcess>
  stop(): Promise<void>
}

export async function openMarket({ processes = 1, workers = 0 } = {}): Promise<Market> {
  const [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  const env = sandbox.environment
  const apis = await Promise.all(Array.from({ length: processes }, () => startApi(database.url, env)))
  const hands = await Promise.all(Array.from({ length: workers }, () => startWorker(database.url, env)))
  return {
    database,
    sandbox,
    apis,
    workers: hands,
    url: (apis[0] as ApiProcess).url,
    requests: async (source) => {
      const { sources } = (await sandbox.control('/counters')) as {
        sources: Record<string, { requests: number }>
      }
      return sources[source]?.requests ?? 0
    },
    startWorker: async () => {
      const worker = await startWorker(database.url, env)
      hands.push(worker)
      return worker
    },
    stop: async () => {
      await Promise.all([...apis, ...hands].map((role) => role.stop()))
      await sandbox.stop()
      await database.drop()
    },
  }
}

/** A night so many days from today. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
