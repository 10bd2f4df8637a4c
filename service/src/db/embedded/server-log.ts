import { copyFile, stat, truncate } from 'node:fs/promises'

const MOST_BYTES = 10 * 1024 * 1024
const LOOK_MS = 60_000

/** Keeps the server's log and one older file, about 10 MB each. PostgreSQL appends, so the file can be truncated while in use. */
export async function rotateLog(log: string): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size < MOST_BYTES) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

export function keepLogSmall(log: string): { stop(): void } {
  const timer = setInterval(() => void rotateLog(log).catch(() => {}), LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
