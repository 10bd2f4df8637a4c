import type { Poster } from '../../../webhooks/post.ts'
import type { Letter, Sent } from '../../../webhooks/receiver.ts'
import { signatureOf, standardHeaders } from './sign.ts'

/** One attempt, signed with the current time. Null if it was canceled because this process is stopping. */
export function sendWebhook(
  { post, now }: { post: Poster; now(): number },
  letter: Pick<
    Letter,
    'address' | 'endpoint' | 'eventId' | 'type' | 'watchId' | 'jobId' | 'body' | 'secrets'
  >,
  stop: AbortSignal,
): Promise<Sent | null> {
  const { address, endpoint, eventId, type, watchId, jobId, body, secrets } = letter
  const atSec = Math.floor(now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vacancy-Webhooks/1.0',
    'x-event-id': eventId,
    'x-event-type': type,
    ...(watchId !== null && { [watchId.startsWith('bkg_') ? 'x-booking-id' : 'x-watch-id']: watchId }),
    ...(jobId !== null && { 'x-job-id': jobId }),
    ...(endpoint !== null && { 'x-endpoint-id': endpoint }),
    'x-service-signature': signatureOf(body, secrets, atSec),
    ...standardHeaders(eventId, body, secrets, atSec),
  }
  return post({ url: address, headers, body }, stop)
}
