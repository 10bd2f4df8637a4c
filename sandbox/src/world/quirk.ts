/**
 * What makes a property untidy, as real ones are. Each is a switch: the seed sets it for ordinary hotels, and the
 * control port for any. The test hotels have none of them until somebody sets one.
 */
export const QUIRKS = [
  'memberPrepaid',
  'mixedTax',
  'mixedCurrency',
  'restrictedPlan',
  'deadlineNow',
  'packages',
  'partlyRefundable',
  'sparse',
  'governmentRate',
  'unevenFees',
  'missingRate',
] as const

export type Quirk = (typeof QUIRKS)[number]
export type Quirks = ReadonlySet<Quirk>
