import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Gate, openGate } from './gate.ts'
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
  /** Kills the first API process and starts another at its address, once `during` has ended. */
  restartApi(during: () => Promise<void>): Promise<void>
  /** How many all sources together have had. */
  allRequests(): Promise<number>
  stop(): Promise<void>
}

/** A market whose processes ask the sources through a gate. */
export interface GatedMarket extends Market {
  gate: Gate
}

export interface MarketSettings {
  processes?: number
  workers?: number
  /** Reference rates of the last 400 days. Otherwise a worker loads those of the day, which takes it a second less. */
  pastRates?: boolean
  /** Further settings of every process. */
  env?: Record<string, string>
}

export async function openMarket(settings: MarketSettings = {}): Promise<Market> {
  const [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  return startMarket(settings, { database, sandbox, sourcesUrl: sandbox.url })
}

export async function openGatedMarket(settings: MarketSettings = {}): Promise<GatedMarket> {
  const [database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  const gate = await openGate(sandbox.url)
  const market = await startMarket(settings, { database, sandbox, sourcesUrl: gate.url })
  return {
    ...market,
    gate,
    stop: async () => {
      await market.stop()
      await gate.stop()
    },
  }
}

interface Parts {
  database: TestDatabase
  sandbox: RunningSandbox
  sourcesUrl: string
}

async function startMarket(
  { processes = 1, workers = 0, pastRates = false, env: settings = {} }: MarketSettings,
  { database, sandbox, sourcesUrl }: Parts,
): Promise<Market> {
  const env = {
    ...sandbox.environment,
    ...(!pastRates && ratesOfTheDay(sandbox.url)),
    SANDBOX_URL: sourcesUrl,
    ...settings,
  }
  const apis = await Promise.all(Array.from({ length: processes }, () => startApi(database.url, env)))
  const hands = await Promise.all(Array.from({ length: workers }, () => startWorker(database.url, env)))
  const counters = async () => {
    const { sources } = (await sandbox.control('/counters')) as {
      sources: Record<string, { requests: number }>
    }
    return sources
  }
  return {
    database,
    sandbox,
    apis,
    workers: hands,
    url: (apis[0] as ApiProcess).url,
    startWorker: async () => {
      const worker = await startWorker(database.url, env)
      hands.push(worker)
      return worker
    },
    restartApi: async (during) => {
      const [first] = apis as [ApiProcess]
      await first.stop('SIGKILL')
      await during()
      apis[0] = await startApi(database.url, { ...env, PORT: new URL(first.url).port })
    },
    requests: async (source) => (await counters())[source]?.requests ?? 0,
    allRequests: async () =>
      Object.entries(await counters())
        .filter(([source]) => !source.startsWith('fx'))
        .reduce((sum, [, { requests }]) => sum + requests, 0),
    stop: async () => {
      // They are done. A graceful end would wait a second for clients that are gone.
      await Promise.all([...apis, ...hands].map((role) => role.stop('SIGKILL')))
      await Promise.all([sandbox.stop(), database.drop()])
    },
  }
}

function ratesOfTheDay(sandboxUrl: string): Record<string, string> {
  return {
    FX_URL: `${sandboxUrl}/fx/eurofxref-daily.xml`,
    FX_EXTRA_URL: `${sandboxUrl}/fx_extra/today.json`,
  }
}

/** A night so many days from today. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
