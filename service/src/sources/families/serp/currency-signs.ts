import { LRUCache } from 'lru-cache'
import { atMost } from '../../../kernel/at-most.ts'

/** What the texts of prices may show beside the digits. */
export type Signs = ReadonlySet<string>

/** Finding them compares the symbols of all currencies, so they are kept. */
const known = new LRUCache<string, Signs>(atMost(500))

export function signsOf(currency: string, place: { hl: string; gl: string }): Signs {
  const key = `${currency} ${place.hl} ${place.gl}`
  const signs = known.get(key) ?? findSigns(currency, place)
  known.set(key, signs)
  return signs
}

/**
 * The signs of a currency in the engine's language and country: its code, and its symbol there. A short symbol such as `$` is
 * taken for the currency only where no other currency has it too, because an engine that does not know the currency answers in
 * dollars.
 */
function findSigns(currency: string, { hl, gl }: { hl: string; gl: string }): Signs {
  const [language = 'en'] = hl.split('-')
  const locale = `${language}-${gl.toUpperCase()}`
  const own = symbolOf(currency, locale, 'symbol')
  const short = symbolOf(currency, locale, 'narrowSymbol')
  const isShared = Intl.supportedValuesOf('currency').some(
    (other) => other !== currency && symbolOf(other, locale, 'narrowSymbol') === short,
  )
  return new Set([currency, own, ...(isShared ? [] : [short])].map(bare))
}

/** Whether a price has no currency, or another one. */
export function statesOtherCurrency(text: string, signs: Signs): boolean {
  return !signs.has(bare(text))
}

function symbolOf(currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(
    0,
  )
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Without digits, separators, spaces and the marks that set the direction of writing. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{N}\p{Z}\p{Cf}\s.,'’٫٬]/gu, '')
    .toUpperCase()
}
