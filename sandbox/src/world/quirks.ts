import { SOURCES } from '../sources.ts'
import { chance, mix } from './hash.ts'
import type { Listing } from './listing.ts'
import { SYSTEMS } from './property-systems.ts'
import { QUIRKS, type Quirk, type Quirks } from './quirk.ts'

/** How many of ten thousand properties have it. */
const SHARES: Readonly<Record<Quirk, number>> = {
  memberPrepaid: 8_500,
  mixedTax: 600,
  mixedCurrency: 500,
  restrictedPlan: 1_200,
  deadlineNow: 5_000,
  packages: 1_200,
  partlyRefundable: 1_000,
  sparse: 2_500,
  governmentRate: 2_000,
  unevenFees: 2_000,
  missingRate: 1_500,
}

/** Quirks that every format can show, because they only affect figures. */
const ANYWHERE: readonly Quirk[] = ['memberPrepaid', 'sparse', 'unevenFees', 'missingRate']

/** Further quirks that a vendor's format can express. */
const BY_WIRE: Readonly<Record<string, readonly Quirk[]>> = {
  ohip: ['mixedTax', 'mixedCurrency', 'restrictedPlan', 'deadlineNow', 'partlyRefundable', 'governmentRate'],
  opentravel: QUIRKS,
  liteapi: ['deadlineNow', 'packages', 'partlyRefundable'],
  booking: ['mixedTax', 'partlyRefundable'],
  xap: ['packages', 'partlyRefundable'],
  rapid: ['deadlineNow', 'packages', 'partlyRefundable', 'governmentRate'],
  duffel: ['partlyRefundable', 'governmentRate'],
  apaleo: ['restrictedPlan', 'deadlineNow', 'partlyRefundable', 'governmentRate'],
  mews: ['restrictedPlan'],
  cloudbeds: ['restrictedPlan'],
}

/** A system that has rules for fees, and no amounts by date that we would compute. */
const WITHOUT_UNEVEN_FEES = new Set(['cloudbeds'])

/** Without a programme there are no rates for its members. */
const WITHOUT_MEMBERS = new Set(['kestrel', ...SYSTEMS.map(({ id }) => id)])

const SAYABLE: ReadonlyMap<string, ReadonlySet<Quirk>> = new Map(
  SOURCES.map(({ id, wire }) => {
    const quirks = new Set([...ANYWHERE, ...(BY_WIRE[wire] ?? [])])
    if (WITHOUT_MEMBERS.has(id)) quirks.delete('memberPrepaid')
    if (WITHOUT_UNEVEN_FEES.has(wire)) quirks.delete('unevenFees')
    return [id, quirks]
  }),
)

const WITHOUT_TAX = new Set(
  SOURCES.filter(({ profile }) => profile['taxIncluded'] === false).map(({ id }) => id),
)

/** Whether a source usually quotes with tax. */
export function quotesWithTax(source: string): boolean {
  return !WITHOUT_TAX.has(source)
}

/** Whether the format of a source can show the quirk at all. */
export function canShow(source: string, quirk: Quirk): boolean {
  return SAYABLE.get(source)?.has(quirk) ?? false
}

/** The quirks of every property, and the changes that the control port ordered. */
export interface QuirkBook {
  of(property: Property): Quirks
  /** Switches some quirks of a property on or off. */
  set(property: Property, changes: Readonly<Partial<Record<Quirk, boolean>>>): void
  forget(): void
}

/** A hotel or an agency's listing of one, as far as its quirks go. */
export interface Property {
  listing: Listing
  key: number
  /** Test hotels are tidy. */
  isTest: boolean
  /** Whether it has rates for members at all. */
  members: boolean
}

export function createQuirkBook(): QuirkBook {
  const known = new Map<Listing, Quirks>()
  const of = (property: Property): Quirks => {
    const quirks = known.get(property.listing) ?? drawn(property)
    known.set(property.listing, quirks)
    return quirks
  }
  return {
    of,
    set(property, changes) {
      const before = of(property)
      const has = (quirk: Quirk): boolean => changes[quirk] ?? before.has(quirk)
      known.set(property.listing, new Set(QUIRKS.filter(has)))
    },
    forget: () => known.clear(),
  }
}

function drawn({ listing, key, isTest, members }: Property): Quirks {
  if (isTest) return new Set()
  return new Set(
    QUIRKS.filter((quirk, index) => {
      if (!canShow(listing.source, quirk) || (quirk === 'memberPrepaid' && !members)) return false
      return chance(mix(key, 181, index), SHARES[quirk])
    }),
  )
}
