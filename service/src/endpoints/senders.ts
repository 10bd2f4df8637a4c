import { createPoster, type PosterOptions } from '../webhooks/post.ts'
import type { Senders } from '../webhooks/receiver.ts'
import { createMailSender, type MailSender } from './kinds/email/send.ts'
import { sendSlack } from './kinds/slack/send.ts'
import { sendWebhook } from './kinds/webhook/send.ts'

/** How each kind of receiver is sent to. */
export function createSenders(http: PosterOptions & { now(): number }, mail: MailSender): Senders {
  const post = createPoster(http)
  return {
    webhook: (letter, stop) => sendWebhook({ post, now: http.now }, letter, stop),
    slack: (letter, stop) => sendSlack(post, mail.publicUrl, letter, stop),
    email: createMailSender(mail),
  }
}
