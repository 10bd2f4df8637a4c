import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { ApiError, ERROR_CODES, type ErrorCode } from '../kernel/errors.ts'

/** The channel that announces the end of a claimed request. */
const CHANNEL = 'claim_ended'
/** PostgreSQL accepts 8,000 bytes. */
const LARGEST_NOTICE = 7000

/** How a claimed request ended: with an answer, or with an error that those waiting for it get too. */
export type Ending = { error: ApiError | null }

/**
 * Tells other processes that a claimed request has ended. Notices may be lost, so a waiting request also looks at the table now
 * and then.
 */
export interface ClaimNotices {
  tell(claim: string, ending: Ending): Promise<void>
  /** Null if there was no notice within that time. */
  wait(claim: string, forMs: number): Promise<Ending | null>
  close(): Promise<void>
}

export function createClaimNotices(pool: Pool, listenUrl: string): ClaimNotices {
  const waiting = new Map<string, Set<(ending: Ending) => void>>()
  const listener = listen(listenUrl, CHANNEL, (payload) => {
    const notice = JSON.parse(payload) as Notice
    const ending = { error: notice.error ? errorOf(notice.error) : null }
    for (const resolve of waiting.get(notice.claim) ?? []) resolve(ending)
  })
  return {
    tell: async (claim, { error }) => {
      const whole = JSON.stringify({ claim, ...(error && { error: noticeOf(error) }) } satisfies Notice)
      const text = Buffer.byteLength(whole) > LARGEST_NOTICE ? JSON.stringify({ claim }) : whole
      await pool.query({ name: 'claim_notice', text: 'select pg_notify($1, $2)', values: [CHANNEL, text] })
    },
    wait: (claim, forMs) => {
      const { promise, resolve } = Promise.withResolvers<Ending | null>()
      const all = waiting.get(claim) ?? new Set()
      waiting.set(claim, all.add(resolve))
      const timer = setTimeout(() => resolve(null), forMs)
      return promise.finally(() => {
        clearTimeout(timer)
        all.delete(resolve)
        if (all.size === 0) waiting.delete(claim)
      })
    },
    close: () => listener.close(),
  }
}

interface Notice {
  claim: string
  error?: { code: ErrorCode; message: string; chain?: string; retryAfterSec?: number }
}

function noticeOf({ code, message, chain, retryAfterSec }: ApiError): NonNullable<Notice['error']> {
  return {
    code,
    message,
    ...(chain !== undefined && { chain }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  }
}

function errorOf({ code, message, ...detail }: NonNullable<Notice['error']>): ApiError | null {
  return ERROR_CODES.includes(code) ? new ApiError(code, message, detail) : null
}
