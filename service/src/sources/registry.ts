import type { Families } from './catalog/catalog.ts'

/** Every wire family the service speaks. A new one is its folder and one line here. */
export const FAMILIES: Families = {
  rates: [],
  search: [],
}
