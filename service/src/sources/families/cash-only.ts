import type { Rate } from '../source.ts'

/** What a rate has at vendors without members, packages and points. */
export const CASH_ONLY = {
  memberOnly: false,
  restricted: false,
  package: false,
  pointsPerNight: null,
  pointsTotal: null,
  cashCopayPerNight: null,
  standardAward: null,
} as const satisfies Partial<Rate>
