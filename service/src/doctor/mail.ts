import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Installation } from './installation.ts'

interface MailRow {
  waiting: number
  sent_at: Date | null
  failed_at: Date | null
  error: string | null
}

const CHECK = 'mail'
const ADVICE =
  'Check SMTP_URL and MAIL_FROM, and the log of the mail server. Waiting mails are sent again automatically.'

/** When mails last went out and last failed, in any process, and how many wait. */
export async function checkMail({ smtpUrl }: Installation, pool: Pool): Promise<Finding> {
  const { waiting, sent_at: sentAt, failed_at: failedAt, error } = await readMail(pool)
  if (smtpUrl === '') {
    return waiting === 0
      ? good(CHECK, 'not set up, so no mail is sent (SMTP_URL)')
      : warning(CHECK, `not set up, ${waiting} waiting`, 'Set SMTP_URL and MAIL_FROM.')
  }
  const found = [
    sentAt === null ? 'none sent yet' : `last sent ${timeOf(sentAt)}`,
    failedAt === null ? 'no failure' : `last failure ${timeOf(failedAt)} (${error ?? 'unknown'})`,
    `${waiting} waiting`,
  ].join(', ')
  const isFailing = failedAt !== null && (sentAt === null || failedAt > sentAt)
  return isFailing ? problem(CHECK, found, ADVICE) : good(CHECK, found)
}

async function readMail(pool: Pool): Promise<MailRow> {
  const { rows } = await pool.query<MailRow>(
    `select (select count(*) from deliveries d join hooks h on h.id = d.hook
         where h.kind = 'email' and d.state in ('q', 'w') and d.due_at <= now())::int as waiting,
       max(mailed_at) as sent_at, max(mail_failed_at) as failed_at,
       (array_agg(mail_error order by mail_failed_at desc nulls last))[1] as error
     from processes`,
  )
  return one(rows)
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
