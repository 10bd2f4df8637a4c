import { divideMinor, type Minor, minorDigits, parseMinor } from '../../../kernel/money.ts'
import type { Figure, Terms } from './answer.ts'
import { type Signs, statesOtherCurrency } from './currency-signs.ts'

export interface Price {
  /** Null if the page does not say. */
  taxIncluded: boolean | null
  pricePerNight: Minor | null
  pricePerNightAfterTax: Minor | null
  total: Minor | null
  totalAfterTax: Minor | null
}

const NO_PRICE: Price = {
  taxIncluded: null,
  pricePerNight: null,
  pricePerNightAfterTax: null,
  total: null,
  totalAfterTax: null,
}

/** In what the figures are, and for how many nights. */
export interface Measure {
  currency: string
  signs: Signs
  los: number
}

/**
 * The figures of one offer. `lowest` is the price with taxes and fees if the page also has the one before them; alone it may be
 * either, so it is a price without a basis. Figures that contradict each other or their text are no price.
 */
export function priceOf({ rate_per_night: nightly, total_rate: whole }: Terms, measure: Measure): Price {
  const night = sumsOf(nightly ?? {}, measure)
  const stay = sumsOf(whole ?? {}, measure)
  if (!night || !stay) return NO_PRICE
  const { los, currency } = measure
  if (!addUp(night.all, stay.all, los, currency) || !addUp(night.before, stay.before, los, currency)) {
    return NO_PRICE
  }
  const all = bothOf(night.all, stay.all, los)
  const before = bothOf(night.before, stay.before, los)
  if (before.night === null) {
    return { ...NO_PRICE, pricePerNight: all.night, total: all.stay }
  }
  if (all.night !== null && all.night < before.night) return NO_PRICE
  return {
    taxIncluded: false,
    pricePerNight: before.night,
    pricePerNightAfterTax: all.night,
    total: before.stay,
    totalAfterTax: all.stay,
  }
}

interface Sums {
  all: Minor | null
  before: Minor | null
}

/** Null if a figure contradicts its own text. */
function sumsOf(figure: Figure, measure: Measure): Sums | null {
  const all = amountOf(figure.extracted_lowest, figure.lowest, measure)
  const before = amountOf(figure.extracted_before_taxes_fees, figure.before_taxes_fees, measure)
  return all === 'odd' || before === 'odd' ? null : { all, before }
}

/** The number counts; the text must show the same number, and its currency. */
function amountOf(
  value: number | string | null | undefined,
  text: number | string | null | undefined,
  { currency, signs }: Measure,
): Minor | null | 'odd' {
  const isSaid = value !== undefined && value !== null
  if (!isSaid && (text === undefined || text === null)) return null
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return 'odd'
  if (typeof text !== 'string' || statesOtherCurrency(text, signs) || !shows(text, value)) return 'odd'
  return parseMinor(value, currency)
}

/** Separators differ by language, so only the digits are compared: `R$ 1.234,50` shows 1234.5. */
function shows(text: string, value: number): boolean {
  const digits = digitsOf(text)
  return [value.toFixed(0), value.toFixed(1), value.toFixed(2)].some(
    (form) => Number(form) === value && digitsOf(form) === digits,
  )
}

function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
}

/** The engine rounds both to whole units: the nights may be half a unit off each, and so may the stay. */
function addUp(night: Minor | null, stay: Minor | null, los: number, currency: string): boolean {
  if (night === null || stay === null) return true
  const unit = 10 ** minorDigits(currency)
  return Math.abs(night * los - stay) <= ((los + 1) * unit) / 2
}

/** One from the other, as far as that is exact. Both are rounded to whole units, so the stay tells a night more exactly. */
function bothOf(night: Minor | null, stay: Minor | null, los: number) {
  return {
    night: stay === null ? night : divideMinor(stay, los),
    stay: stay ?? (los === 1 ? night : null),
  }
}
