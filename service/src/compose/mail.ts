import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Pool } from '../db/pool.ts'
import { createMailer, type Mailed, type Mailer } from '../mail/mailer.ts'
import { createUnasked, type UnaskedMail } from '../mail/unasked.ts'
import type { Vault } from '../ops/vault.ts'

/** Null if no mail server is set. */
export function mailerOf(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: Logger,
  onSent?: (mailed: Mailed) => void,
): Mailer | null {
  return smtpUrl === '' ? null : createMailer({ url: smtpUrl, from: mailFrom, log, onSent })
}

/** The links that stop mails are the same from every process. */
export function unaskedOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { pool, vault, now }: { pool: Pool; vault: Vault; now(): number },
): UnaskedMail {
  return createUnasked({ pool, publicUrl, key: () => vault.derive('links that stop mails'), now })
}
