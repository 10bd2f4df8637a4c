/**
 * Irregularities of real properties. Each is a switch: the seed sets it for ordinary hotels, the control port for any.
 * Test hotels have none until one is switched on.
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
