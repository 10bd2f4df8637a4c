import { open, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { median, quantile } from './measure.ts'

export interface Machine {
  cores: number
  processor: string
  memoryGib: number
  node: string
  loadAverage: number
}

export function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    loadAverage: loadavg()[0] ?? 0,
  }
}

export interface DiskSync {
  medianMs: number
  p90Ms: number
}

/** What one durable write costs on this disk: no commit that waits for it can be faster. */
export async function measureDiskSync(folder: string, writes = 200): Promise<DiskSync> {
  const path = join(folder, 'fdatasync-probe')
  const file = await open(path, 'w')
  const page = Buffer.alloc(8192, 1)
  const tookMs: number[] = []
  try {
    // Overwrites existing bytes, as PostgreSQL does in its WAL: a growing file would also pay for its new size.
    for (let at = 0; at < writes; at += 1) await file.write(page, 0, page.length, at * page.length)
    await file.sync()
    for (let at = 0; at < writes; at += 1) {
      await file.write(page, 0, page.length, at * page.length)
      const started = performance.now()
      await file.datasync()
      tookMs.push(performance.now() - started)
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
  return { medianMs: median(tookMs), p90Ms: quantile(tookMs, 0.9) }
}
