import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { packPython } from '../../client-python/scripts/wheel.ts'
import { packTypescript } from './package.ts'

/** The packages that the service gives away at `/downloads/`. */
export const DOWNLOADS = join(import.meta.dirname, '..', 'dist')

export async function buildDownloads(): Promise<void> {
  await rm(DOWNLOADS, { recursive: true, force: true })
  await Promise.all([packTypescript(DOWNLOADS), packPython(DOWNLOADS)])
}

if (import.meta.main) await buildDownloads()
