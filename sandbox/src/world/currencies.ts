/** Currencies of the world: their minor digits, their fixed rates, and exchange in whole minor units. */

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

/** How many decimals ISO 4217 gives the currency. */
export function minorDigits(currency: string): number {
  return DIGITS_OTHER_THAN_TWO[currency] ?? 2
}

const PER_USD: Readonly<Record<string, number>> = {
  AED: 3.6725,
  ALL: 92.5,
  AMD: 388,
  ANG: 1.79,
  AOA: 912,
  ARS: 1015,
  AUD: 1.52,
  AWG: 1.79,
  AZN: 1.7,
  BAM: 1.8,
  BBD: 2,
  BDT: 119.5,
  BGN: 1.8,
  BHD: 0.376,
  BIF: 2900,
  BMD: 1,
  BND: 1.34,
  BOB: 6.91,
  BRL: 5.6,
  BSD: 1,
  BTN: 84,
  BWP: 13.5,
  BYN: 3.27,
  BZD: 2,
  CAD: 1.37,
  CDF: 2800,
  CHF: 0.88,
  CLP: 950,
  CNY: 7.2,
  COP: 4200,
  CRC: 515,
  CUP: 24,
  CVE: 101.5,
  CZK: 23.2,
  DJF: 178,
  DKK: 6.87,
  DOP: 60,
  DZD: 134,
  EGP: 49,
  ERN: 15,
  ETB: 118,
  EUR: 0.92,
  FJD: 2.25,
  FKP: 0.78,
  GBP: 0.78,
  GEL: 2.72,
  GHS: 15.8,
  GIP: 0.78,
  GMD: 69,
  GNF: 8620,
  GTQ: 7.73,
  GYD: 209,
  HKD: 7.8,
  HNL: 25,
  HTG: 131.5,
  HUF: 365,
  IDR: 15800,
  ILS: 3.7,
  INR: 84,
  IQD: 1310,
  IRR: 42000,
  ISK: 138,
  JMD: 157,
  JOD: 0.709,
  JPY: 150,
  KES: 129,
  KGS: 85.5,
  KHR: 4080,
  KMF: 452,
  KRW: 1370,
  KWD: 0.307,
  KYD: 0.82,
  KZT: 485,
  LAK: 21900,
  LBP: 89500,
  LKR: 293,
  LRD: 192,
  LSL: 17.8,
  LYD: 4.82,
  MAD: 9.8,
  MDL: 17.8,
  MGA: 4580,
  MKD: 56.5,
  MMK: 2100,
  MNT: 3390,
  MOP: 8.03,
  MRU: 39.7,
  MUR: 46,
  MVR: 15.4,
  MWK: 1735,
  MXN: 19.5,
  MYR: 4.35,
  MZN: 63.9,
  NAD: 17.8,
  NGN: 1640,
  NIO: 36.7,
  NOK: 10.8,
  NPR: 134.4,
  NZD: 1.66,
  OMR: 0.385,
  PAB: 1,
  PEN: 3.75,
  PGK: 3.95,
  PHP: 57.5,
  PKR: 278,
  PLN: 3.97,
  PYG: 7850,
  QAR: 3.64,
  RON: 4.58,
  RSD: 107.8,
  RUB: 96,
  RWF: 1355,
  SAR: 3.75,
  SBD: 8.3,
  SCR: 13.6,
  SDG: 601,
  SEK: 10.5,
  SGD: 1.34,
  SHP: 0.78,
  SLE: 22.7,
  SOS: 571,
  SRD: 34.5,
  SSP: 3200,
  STN: 22.6,
  SYP: 13000,
  SZL: 17.8,
  THB: 34.5,
  TJS: 10.65,
  TMT: 3.5,
  TND: 3.1,
  TOP: 2.35,
  TRY: 34.2,
  TTD: 6.78,
  TWD: 32,
  TZS: 2700,
  UAH: 41.3,
  UGX: 3670,
  USD: 1,
  UYU: 41.8,
  UZS: 12800,
  VES: 42,
  VND: 25300,
  VUV: 119,
  WST: 2.74,
  XAF: 603.5,
  XCD: 2.7,
  XOF: 603.5,
  XPF: 109.8,
  YER: 250,
  ZAR: 17.8,
  ZMW: 26.7,
}

/** Whether the world has a rate for the currency. */
export function isKnownCurrency(currency: string): boolean {
  return currency in PER_USD
}

/** Every currency of the world. */
export const KNOWN_CURRENCIES: readonly string[] = Object.keys(PER_USD)

/** How much of the currency one US dollar buys. */
export function perUsdOf(currency: string): number {
  return rateOf(currency) / 10_000
}

/** Exchange at the fixed rates; whole minor units, half up. Throws on a currency the world does not know. */
export function exchange(amount: number, from: string, to: string): number {
  return converter(from, to)(amount)
}

/** The same, for many amounts of one pair. */
export function converter(from: string, to: string): (amount: number) => number {
  if (from === to) return (amount) => amount
  const numerator = rateOf(to) * 10 ** minorDigits(to)
  const denominator = rateOf(from) * 10 ** minorDigits(from)
  const divisor = greatestCommonDivisor(numerator, denominator)
  return (amount) => scaleHalfUp(amount, numerator / divisor, denominator / divisor)
}

/** `amount × numerator ÷ denominator`, half up, exact for any size. */
export function scaleHalfUp(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator
  // Above this a double no longer holds every whole number (and twice the product must fit too).
  if (product < 2 ** 51) return Math.floor((2 * product + denominator) / (2 * denominator))
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)))
}

function rateOf(currency: string): number {
  const rate = PER_USD[currency]
  if (rate === undefined) throw new RangeError(`no exchange rate for ${currency}`)
  return Math.round(rate * 10_000)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
