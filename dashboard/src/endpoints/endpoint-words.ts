import type { Endpoint } from '@vacancy/client'

/** What people call an endpoint: their own words, or its address. */
export function endpointName({ description, address, url, id }: Endpoint): string {
  return description ?? address ?? url ?? id
}

export type EventType = NonNullable<Endpoint['events']>[number]

/** The events that a filter can leave out. Tests, and the mail that asks for consent, are always sent. */
export const CHOSEN_EVENTS: readonly EventType[] = [
  'watch.available',
  'watch.points_lte',
  'watch.price_lte',
  'watch.rebook',
  'watch.undercut',
  'watch.changed',
  'watch.attention',
  'booking.better',
  'booking.deadline',
  'schedule.done',
  'job.done',
  'endpoint.paused',
]

export const KINDS: Readonly<Record<Endpoint['kind'], string>> = {
  email: 'E-mail',
  slack: 'Slack',
  webhook: 'Webhook',
}

const PAUSED: Readonly<Record<string, string>> = {
  gone: 'Its receiver is gone: it answered 410, or the mailbox does not exist.',
  failing: 'Every attempt failed for a day.',
  unsubscribed: 'The recipient has unsubscribed, and must agree again before mails are sent.',
}

/** Why an endpoint is paused. */
export function pausedWords(reason: Endpoint['paused_reason']): string {
  return PAUSED[reason ?? 'requested'] ?? 'You paused it.'
}
