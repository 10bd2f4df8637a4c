import { AGENCIES } from './agencies.ts'
import { CHAINS } from './chains.ts'
import { ENGINES } from './engines.ts'
import { PROPERTY_SYSTEMS } from './property-systems.ts'
import type { Vendor } from './vendor.ts'

const ALL = [...ENGINES, ...AGENCIES, ...PROPERTY_SYSTEMS, ...CHAINS]

/** Everything that can be connected, in the order in which it is offered: first what anyone can get. */
export const VENDORS: readonly Vendor[] = [
  ...ALL.filter(({ access }) => access === 'open'),
  ...ALL.filter(({ access }) => access === 'contract'),
]

export function findVendor(id: string): Vendor | undefined {
  return VENDORS.find((vendor) => vendor.id === id)
}
