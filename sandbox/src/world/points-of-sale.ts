import { scaleHalfUp } from './currencies.ts'
import { between, chance, mix } from './hash.ts'

/** Who asks, as far as it differs from the source's home market. */
export interface Sale {
  /** ISO 3166 alpha-2, upper case. */
  country?: string
  mobile?: boolean
}

/** What a point of sale looks like to a source whose home market is this country. */
export function saleOf(home: string, country: string | undefined, mobile: boolean): { sale?: Sale } {
  const isAbroad = country !== undefined && country !== home
  if (!isAbroad && !mobile) return {}
  return { sale: { ...(isAbroad && { country }), ...(mobile && { mobile }) } }
}

/** Off the price of the test hotels. */
const TEST_MOBILE = 500
const TEST_ABROAD = 300

/**
 * A price for a point of sale: some properties sell cheaper on phones, and some have other prices abroad. `markup` and the result
 * are in basis points.
 */
export function markupFor(sale: Sale | undefined, seller: { key: number; isTest: boolean }, markup: number) {
  if (!sale) return markup
  const { key, isTest } = seller
  let factor = 10_000
  if (sale.mobile)
    factor -= isTest ? TEST_MOBILE : chance(mix(key, 191), 6_000) ? between(mix(key, 192), 300, 1_000) : 0
  if (sale.country !== undefined) factor += isTest ? -TEST_ABROAD : abroad(key, sale.country)
  return scaleHalfUp(markup, factor, 10_000)
}

function abroad(key: number, country: string): number {
  const h = mix(key, country.charCodeAt(0) * 256 + country.charCodeAt(1), 193)
  return chance(h, 5_000) ? between(mix(h, 194), -600, 600) : 0
}
