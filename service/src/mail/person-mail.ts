import { setTimeout as wait } from 'node:timers/promises'
import type { Mailer, Message } from './mailer.ts'
import { htmlOf, textOf } from './parts.ts'

/** Servers that greylist take the second or third try. */
const WAITS_MS = [30_000, 300_000]

export interface PersonMail {
  mailer: Mailer
  log: { error(detail: object, message: string): void }
}

/** Sends a mail about an account. Tried a few times in this process: a person whose mail does not come asks again. */
export async function deliver({ mailer, log }: PersonMail, message: Message): Promise<void> {
  for (const waitMs of [...WAITS_MS, null]) {
    const { verdict, error } = await mailer.send(message)
    if (verdict === 'delivered' || verdict === 'gone') return
    if (waitMs === null) log.error({ error }, 'a mail about an account was not sent')
    else await wait(waitMs, undefined, { ref: false })
  }
}

export function messageOf(
  to: string,
  title: string,
  parts: { paragraphs: readonly string[]; link?: { label: string; url: string } },
): Message {
  const whole = { title, ...parts }
  return { to, subject: title, text: textOf(whole), html: htmlOf(whole) }
}
