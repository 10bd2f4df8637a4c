import type { Senders } from '../webhooks/receiver.ts'
import { createMailSender, type MailSender } from './kinds/email/send.ts'
import { sendSlack } from './kinds/slack/send.ts'
import { type HttpSender, sendWebhook } from './kinds/webhook/send.ts'

/** How each kind of receiver is sent to. */
export function createSenders(http: HttpSender, mail: MailSender): Senders {
  return {
    webhook: (letter, stop) => sendWebhook(http, letter, stop),
    slack: (letter, stop) => sendSlack(http, mail.publicUrl, letter, stop),
    email: createMailSender(mail),
  }
}
