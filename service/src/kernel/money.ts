/**
 * Money is a whole number of the currency's minor units: cents, yen, fils. JSON numbers and decimal text are converted at the
 * boundary; nothing inside holds a fraction.
 */
export type Minor = number

const DIGITS_OTHER_THAN_TWO: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

/** The currency's number of decimals in ISO 4217. */
export function minorDigits(currency: string): number {
  return DIGITS_OTHER_THAN_TWO[currency] ?? 2
}

/** Whether the text is a currency code in the runtime's ISO 4217 list. */
export function isCurrency(code: string): boolean {
  return CODES.has(code)
}

const CODES = new Set(Intl.supportedValuesOf('currency'))

/**
 * A vendor's amount in minor units, rounded half away from zero if it has more decimals than the currency. Works on the
 * decimal text, because 1.005 as a binary float is already below the half.
 */
export function parseMinor(amount: string | number, currency: string): Minor {
  const exact = typeof amount === 'number' ? exactMinor(amount, currency) : null
  if (exact !== null) return exact
  const match = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(String(amount).trim())
  if (!match) throw new RangeError(`not an amount of money: ${String(amount).slice(0, 40)}`)
  const [, sign, whole = '0', fraction = ''] = match
  const digits = minorDigits(currency)
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const roundUp = (fraction[digits] ?? '0') >= '5' ? 1 : 0
  const value = Number(whole + kept) + roundUp
  if (!Number.isSafeInteger(value))
    throw new RangeError('an amount of money beyond what can be counted exactly')
  return sign === '-' ? 0 - value : value
}

/**
 * A number that is a whole count of minor units, divided: the division gives the double nearest to those decimals, so equal
 * doubles are equal decimals. Null for any other number. An agency's answer has thousands, and reading each as text took a tenth
 * of the time.
 */
function exactMinor(amount: number, currency: string): Minor | null {
  const unit = 10 ** minorDigits(currency)
  const minor = Math.round(amount * unit)
  return Math.abs(minor) < 1e15 && minor / unit === amount ? minor + 0 : null
}

/** Minor units as a JSON number: 12345 → 123.45. */
export function toDecimal(amount: Minor, currency: string): number {
  return amount / 10 ** minorDigits(currency)
}

/** An amount divided by nights or rooms, rounded half up to a whole minor unit. */
export function divideMinor(amount: Minor, by: number): Minor {
  return Math.floor((2 * amount + by) / (2 * by))
}

/** A currency code as a number below 2^15, for narrow columns: three letters in base 26. */
export function currencyNo(code: string): number {
  return [0, 1, 2].reduce((no, place) => no * 26 + code.charCodeAt(place) - 65, 0)
}

export function currencyOf(no: number): string {
  return String.fromCharCode(Math.floor(no / 676) + 65, (Math.floor(no / 26) % 26) + 65, (no % 26) + 65)
}
