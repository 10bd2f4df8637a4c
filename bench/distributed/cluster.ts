import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { distribute, migrate } from '../../service/src/db/migrate.ts'
import type { Pool } from '../../service/src/db/pool.ts'
import { createWithCitus } from '../../service/test/support/citus.ts'
import { processorMs, serverProcess } from '../../service/test/support/processor-time.ts'
import { poolOn } from '../postgres.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'ops', 'citus', 'cluster.sh')
const FIRST_PORT = 9800
const run = promisify(execFile)

/** A coordinator with its workers on this machine, or a plain server where there are none. */
export interface Cluster {
  workers: number
  url: string
  pool: Pool
  /** Milliseconds of processor time so far, the coordinator's first. */
  usedMs(): Promise<number[]>
  stop(): Promise<void>
}

export async function startCluster(inside: string, workers: number): Promise<Cluster> {
  const folder = join(inside, `citus-${workers}`)
  const env = { ...process.env, FIRST_PORT: String(FIRST_PORT) }
  const started = run(
    SCRIPT,
    ['start', folder, String(workers), 'shared_buffers=512MB', 'max_wal_size=4GB'],
    {
      env,
    },
  )
  const server = (await started).stdout.trim()
  const url = await createWithCitus(server, 'bench')
  await migrate(url)
  if (workers > 0) await distribute(url)
  const pool = poolOn(url, 8)
  const nodes = Array.from({ length: workers + 1 }, (_, number) => `node-${number}`)
  const processes = Object.fromEntries(
    await Promise.all(nodes.map(async (name) => [name, await serverProcess(join(folder, name))])),
  )
  return {
    workers,
    url,
    pool,
    usedMs: async () => {
      const times = await processorMs<string>(processes)
      return nodes.map((name) => times[name] ?? 0)
    },
    stop: async () => {
      await pool.end()
      await run(SCRIPT, ['stop', folder], { env })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
