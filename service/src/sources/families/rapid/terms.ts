import { type Static, Type } from 'typebox'

/** A rate's cancellation terms. */
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

/** Only if every night is refundable: the vendor's flag stays true if some are not. */
function isRefundable(terms: Static<typeof Terms>): boolean | null {
  const { refundable, current_refundability: detail, nonrefundable_date_ranges: ranges = [] } = terms
  if (refundable === false || ranges.length > 0) return false
  if (detail !== undefined) return detail === 'refundable'
  return refundable ?? null
}

/** When the first penalty begins. A penalty already in force leaves no free cancellation. */
function freeUntil({ cancel_penalties: penalties = [] }: Static<typeof Terms>, nowMs: number): string | null {
  const starts = penalties
    .filter(({ end = '' }) => !(Date.parse(end) <= nowMs))
    .map(({ start = '' }) => Date.parse(start))
    .filter((ms) => !Number.isNaN(ms))
  const first = Math.min(...starts)
  return Number.isFinite(first) && first > nowMs ? new Date(first).toISOString() : null
}
