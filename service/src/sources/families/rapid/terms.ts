import { type Static, Type } from 'typebox'

/** What a rate says of cancelling. */
export const TermsShape = {
  refundable: Type.Optional(Type.Boolean()),
  current_refundability: Type.Optional(Type.String()),
  cancel_penalties: Type.Optional(
    Type.Array(Type.Object({ start: Type.Optional(Type.String()), end: Type.Optional(Type.String()) })),
  ),
  nonrefundable_date_ranges: Type.Optional(
    Type.Array(Type.Object({ start: Type.String(), end: Type.String() })),
  ),
}

const Terms = Type.Object(TermsShape)

export interface Cancelling {
  refundable: boolean | null
  cancelBy: string | null
}

export function cancellingOf(terms: Static<typeof Terms>, nowMs: number): Cancelling {
  const refundable = isRefundable(terms)
  return { refundable, cancelBy: refundable === true ? freeUntil(terms, nowMs) : null }
}

/** Only where every night is: the vendor's flag stays true when some nights of the stay are not. */
function isRefundable(terms: Static<typeof Terms>): boolean | null {
  const { refundable, current_refundability: detail, nonrefundable_date_ranges: ranges = [] } = terms
  if (refundable === false || ranges.length > 0) return false
  if (detail !== undefined) return detail === 'refundable'
  return refundable ?? null
}

/** When the first penalty begins. One that is in force already leaves no time to cancel for free. */
function freeUntil({ cancel_penalties: penalties = [] }: Static<typeof Terms>, nowMs: number): string | null {
  const starts = penalties
    .filter(({ end = '' }) => !(Date.parse(end) <= nowMs))
    .map(({ start = '' }) => Date.parse(start))
    .filter((ms) => !Number.isNaN(ms))
  const first = Math.min(...starts)
  return Number.isFinite(first) && first > nowMs ? new Date(first).toISOString() : null
}
