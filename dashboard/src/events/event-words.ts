import type { WebhookEvent } from '@vacancy/client'

/** What each type of event says has happened. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent['type'], string>> = {
  'watch.available': 'Available',
  'watch.points_lte': 'Points at or below limit',
  'watch.price_lte': 'Price at or below limit',
  'watch.changed': 'Changed',
  'watch.rebook': 'Cheaper than you paid',
  'watch.undercut': 'Undercut',
  'booking.better': 'Better offer for a booking',
  'booking.deadline': 'Cancel by',
  'watch.attention': 'Needs attention',
  'watch.test': 'Test',
  'job.done': 'Job done',
  'endpoint.verify': 'Asked to confirm',
  'endpoint.paused': 'Receiver paused',
  'endpoint.test': 'Test',
  'schedule.done': 'Schedule ran',
}

/** A newer server may have types that this page does not know. */
export function eventWords(type: string): string {
  return Object.hasOwn(EVENT_WORDS, type) ? EVENT_WORDS[type as WebhookEvent['type']] : type
}
