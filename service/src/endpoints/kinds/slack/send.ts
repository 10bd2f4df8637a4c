import type { Poster } from '../../../webhooks/post.ts'
import type { Letter, Sent } from '../../../webhooks/receiver.ts'
import { slackMessage } from './message.ts'

/** One message to a channel. Null if it was canceled because this process is stopping. */
export function sendSlack(
  post: Poster,
  publicUrl: string,
  { address, body }: Pick<Letter, 'address' | 'body'>,
  stop: AbortSignal,
): Promise<Sent | null> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Vacancy-Webhooks/1.0' }
  const message = Buffer.from(JSON.stringify(slackMessage(body, publicUrl)))
  return post({ url: address, headers, body: message }, stop)
}
