import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'

/** Null if no mail server is set. */
export function mailerOf(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: Logger,
): Mailer | null {
  return smtpUrl === '' ? null : createMailer({ url: smtpUrl, from: mailFrom, log })
}
