import type { Delivery, EventRow } from '@vacancy/client'

export interface AnyDelivery extends Omit<Delivery, 'attempts'> {
  /** Null for the webhook of the watch or job itself. */
  endpoint: string | null
}

/** The deliveries of an event: to the webhook of its watch or job, or to endpoints. */
export function deliveriesOf({ delivery, deliveries = [] }: EventRow): AnyDelivery[] {
  if (delivery) return [{ ...delivery, endpoint: null }]
  return deliveries
}
