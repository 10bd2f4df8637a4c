import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { all, attribute, flag } from './xml.ts'

/**
 * An amount in minor units; undefined if the attribute is missing. `DecimalPlaces` beside an amount without a decimal point
 * means that it is already in minor units: 8500 with 2 places is 85.00.
 */
export function amountOf(element: Element | undefined, name: string, currency: string): Minor | undefined {
  const text = attribute(element, name)
  if (text === undefined) return undefined
  const places = wholeOf(attribute(element, 'DecimalPlaces') ?? '0', 'DecimalPlaces')
  try {
    const minor = parseMinor(places > 0 && /^\d+$/.test(text) ? shifted(text, places) : text, currency)
    if (minor >= 0) return minor
  } catch (cause) {
    throw new SourceFailure('broken', `${name} is not an amount`, { cause })
  }
  throw new SourceFailure('broken', `${name} is below nothing`)
}

function shifted(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/**
 * The currency of a rate's amounts, or of the rest of the answer if they name none. Never the requested one: a price in
 * another currency than stated is worse than none.
 */
export function currencyOf(roomRates: readonly Element[], elsewhere: () => string | undefined): string {
  const codes = codesIn(roomRates)
  const code = codes.length > 0 ? codes[0] : elsewhere()
  if (code === undefined || codes.length > 1 || !isCurrency(code))
    throw new SourceFailure('broken', `amounts in "${codes.join(' ').slice(0, 40)}"`)
  return code
}

/** The only currency that room stays name, else that of the hotel. */
export function currencyNamed(
  roomStays: readonly Element[],
  properties: readonly (Element | undefined)[],
): string | undefined {
  const codes = codesIn(roomStays.flatMap((roomStay) => all(roomStay, 'RoomRates', 'RoomRate')))
  const stated = properties.map((property) => attribute(property, 'CurrencyCode')).find(Boolean)
  return codes.length === 1 ? codes[0] : stated?.toUpperCase()
}

function codesIn(roomRates: readonly Element[]): string[] {
  const codes: string[] = []
  const note = (element: Element) => {
    const code = attribute(element, 'CurrencyCode')?.toUpperCase()
    if (code !== undefined && !codes.includes(code)) codes.push(code)
  }
  for (const roomRate of roomRates) {
    for (const rate of ratesOf(roomRate))
      for (const child of rate.children) if (PRICED.has(child.name)) note(child)
    for (const child of roomRate.children) if (child.name === 'Total') note(child)
  }
  return codes
}

/** The elements of a `Rate` that have amounts. */
const PRICED = new Set(['Base', 'Total', 'AdditionalGuestAmounts'])

/** The `Rate`s of a room rate, without repetitions in another currency. */
export function ratesOf(roomRate: Element): Element[] {
  const rates = all(roomRate, 'Rates', 'Rate')
  if (!rates.some(isRepetition)) return rates
  const own = rates.filter((rate) => !isRepetition(rate))
  return own.length > 0 ? own : rates
}

function isRepetition(rate: Element): boolean {
  return flag(rate, 'AlternateCurrencyInd') === true
}

export function wholeOf(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SourceFailure('broken', `${name} is no whole number`)
  return Number(text)
}
