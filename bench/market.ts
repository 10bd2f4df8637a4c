import { type BenchProcess, startRole } from './processes.ts'

/** The sandbox and an API process that uses it, as in production. */
export interface BenchMarket {
  api: BenchProcess
  sandbox: { port: number; controlPort: number }
  control(path: string, body?: unknown): Promise<unknown>
  /** What another process needs to use the same sources. */
  environment: Record<string, string>
  stop(): Promise<void>
}

interface Announced {
  listening: {
    port: number
    controlPort: number
    controlToken: string
    environment: Record<string, string>
  }
}

export interface MarketOptions {
  databaseUrl: string
  /** The address of a proxy that measures the traffic to the sandbox. */
  through?: (sandboxPort: number) => string
  /** The list of sources, by the address of the sandbox. */
  sources?: (sandboxUrl: string) => string
  nodeOptions?: string[]
}

export async function openMarket({
  databaseUrl,
  through,
  sources,
  nodeOptions = [],
}: MarketOptions): Promise<BenchMarket> {
  const ports = { SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0', SANDBOX_CONTROL_TOKEN: '' }
  const sandbox = await startRole<Announced>('sandbox', [], { env: ports })
  const { port, controlPort, controlToken, environment } = sandbox.said.listening
  const url = through?.(port) ?? environment['SANDBOX_URL'] ?? ''
  const env = {
    ...environment,
    DATABASE_URL: databaseUrl,
    SANDBOX_URL: url,
    ...(sources && { SOURCES_FILE: sources(url) }),
  }
  const api = await startRole<{ url: string }>('service', ['api'], {
    env,
    nodeOptions,
  })
  return {
    api: { pid: api.pid, port: Number(new URL(api.said.url).port), stop: api.stop },
    sandbox: { port, controlPort },
    environment: env,
    control: async (path, body) => {
      const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
        headers: { 'x-control-token': controlToken },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    stop: async () => {
      await api.stop()
      await sandbox.stop()
    },
  }
}

/** One hotel and one night. The sandbox sells nearly all of its nights. */
export function shopBody(checkin: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ chain: 'aurelia', hotel_code: 'NEWSF', checkin, ...more })
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export async function shop(port: number, key: string, body: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`a shop was refused: ${answer.status} ${text.slice(0, 200)}`)
  return text
}
