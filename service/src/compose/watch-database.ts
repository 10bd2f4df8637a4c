import { DatabaseReplaced } from '../db/identity.ts'
import { SecretKeyError } from '../secrets/open-vault.ts'

export interface DatabaseWatch {
  /** Resolves with the reason why this process must restart. */
  outdated: Promise<Error>
  stop(): void
}

const LOOK_MS = 2000

/** Checks again and again that the process fits its database. While the database is away, nothing is known. */
export function watchDatabase(checks: readonly (() => Promise<void>)[]): DatabaseWatch {
  const { promise: outdated, resolve } = Promise.withResolvers<Error>()
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    try {
      for (const check of checks) await check()
    } catch (error) {
      if (error instanceof DatabaseReplaced || error instanceof SecretKeyError) resolve(error)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return { outdated, stop: () => clearInterval(timer) }
}
