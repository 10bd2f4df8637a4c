import type { PauseReason } from '../webhooks/deliveries.ts'
import type { Kind } from '../webhooks/receiver.ts'

export const ENDPOINT_STATES = ['active', 'unverified', 'paused'] as const
export type EndpointStatus = (typeof ENDPOINT_STATES)[number]

/** A receiver of the account's events. */
export interface Endpoint {
  no: number
  id: string
  account: number
  kind: Kind
  /** A URL, or an e-mail address. */
  address: string
  /** The types of events that it gets. Null: all. */
  events: string[] | null
  description: string | null
  unverified: boolean
  pausedAt: Date | null
  pauseReason: PauseReason | null
  failingSince: Date | null
  createdAt: Date
}

export function statusOf({
  pausedAt,
  unverified,
}: Pick<Endpoint, 'pausedAt' | 'unverified'>): EndpointStatus {
  if (pausedAt !== null) return 'paused'
  return unverified ? 'unverified' : 'active'
}

/** What tells people and programs which endpoint is meant. */
export function endpointName(endpoint: Pick<Endpoint, 'id' | 'kind' | 'address' | 'description'>) {
  const { id, kind, address, description } = endpoint
  return { id, kind, ...(kind === 'email' ? { address } : { url: address }), description }
}

/** For the audit log. The path of a webhook often contains a secret, so only its host is shown. */
export function shownAddress({ kind, address }: Pick<Endpoint, 'kind' | 'address'>): string {
  return kind === 'email' ? address : new URL(address).host
}

export type EndpointLabel = ReturnType<typeof endpointLabel>

/** What names an endpoint in a sentence, without a secret. */
export function endpointLabel(endpoint: Endpoint) {
  const { id, kind, description } = endpoint
  return { id, kind, description, shown: shownAddress(endpoint), status: statusOf(endpoint) }
}

export function endpointView(endpoint: Endpoint, secret?: string) {
  return {
    ...endpointName(endpoint),
    events: endpoint.events,
    status: statusOf(endpoint),
    paused_reason: endpoint.pauseReason,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    created_at: endpoint.createdAt.toISOString(),
    ...(secret !== undefined && { secret }),
  }
}
