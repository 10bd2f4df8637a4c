import type { Poster } from '../../../webhooks/post.ts'
import type { Letter, Sent } from '../../../webhooks/receiver.ts'
import { addressOf } from './address.ts'
import { slackMessage } from './message.ts'

const LOST: Sent = {
  status: null,
  error: 'the address was sealed with a SECRET_KEY that is lost: set `url` again',
  retryAfter: null,
  durationMs: 0,
  verdict: 'gone',
  answer: null,
}

/** One message to a channel. Null if it was canceled because this process is stopping. */
export async function sendSlack(
  post: Poster,
  publicUrl: string,
  letter: Pick<Letter, 'address' | 'secrets' | 'body'>,
  stop: AbortSignal,
): Promise<Sent | null> {
  const url = addressOf(letter)
  if (url === null) return LOST
  const headers = { 'content-type': 'application/json', 'user-agent': 'Vacancy-Webhooks/1.0' }
  const message = Buffer.from(JSON.stringify(slackMessage(letter.body, publicUrl)))
  return post({ url, headers, body: message }, stop)
}
