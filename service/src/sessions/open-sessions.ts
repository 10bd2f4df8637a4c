import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import type { Vault } from '../ops/vault.ts'
import { createRecovery, type Recovery } from './recovery.ts'
import { createSessions, type Sessions } from './sessions.ts'

export interface SessionsRuntime {
  pool: Pool
  vault: Vault
  /** Null if no mail server is set. */
  mailer: Mailer | null
  unasked: UnaskedMail
  log: Logger
  now(): number
}

/** Sign-in, and what people do by links in mails. */
export function openSessions(
  { pool, vault, mailer, unasked, log, now }: SessionsRuntime,
  { publicUrl, isSignUpOpen }: { publicUrl: string; isSignUpOpen: boolean },
): { sessions: Sessions; recovery: Recovery | null } {
  const sessions = createSessions({
    pool,
    secret: () => vault.derive('dashboard sessions').toString('hex'),
    secure: publicUrl.startsWith('https:'),
    isSignUpOpen,
    log,
  })
  const key = () => vault.derive('dashboard mail links')
  return { sessions, recovery: mailer && createRecovery({ pool, mailer, unasked, publicUrl, key, now, log }) }
}
