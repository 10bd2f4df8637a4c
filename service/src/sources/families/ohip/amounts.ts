import { addNights, dayOf, nightOfDay, parseDay } from '../../../kernel/dates.ts'
import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import type { Amount, ModeRate } from './schema.ts'

export function broken(detail: string): SourceFailure {
  return new SourceFailure('broken', detail)
}

export function toMinor(amount: number, currency: string): Minor {
  try {
    return parseMinor(amount, currency)
  } catch (cause) {
    throw new SourceFailure('broken', `not an amount: ${amount}`, { cause })
  }
}

export function currencyOf(amount: Amount): string {
  const code = amount.currencyCode
  if (code === undefined || !isCurrency(code)) throw broken(`not a currency: ${String(code)}`)
  return code
}

/**
 * Whether an amount includes taxes. A single figure is on its own basis; between two, the plan's mark decides, and without a
 * mark the chain's usual basis.
 */
export function isTaxIncluded(amount: Amount, mark: boolean | undefined, expected: boolean): boolean {
  if (amount.amountBeforeTax === undefined && amount.amountAfterTax === undefined) throw broken('no amount')
  if (amount.amountBeforeTax === undefined) return true
  if (amount.amountAfterTax === undefined) return false
  return mark ?? expected
}

export function onBasis(amount: Amount, taxIncluded: boolean): Minor {
  const figure = taxIncluded ? amount.amountAfterTax : amount.amountBeforeTax
  if (figure === undefined)
    throw broken(`no amount ${taxIncluded ? 'after' : 'before'} tax, unlike other nights`)
  return toMinor(figure, currencyOf(amount))
}

export function afterTax(amount: Amount | undefined, currency: string): Minor | null {
  if (amount?.amountAfterTax === undefined) return null
  if (currencyOf(amount) !== currency)
    throw broken(`after-tax figure in ${currencyOf(amount)}, rate in ${currency}`)
  return toMinor(amount.amountAfterTax, currency)
}

/** Taxes never make a stay cheaper; a figure below the rate covers something else, perhaps one room of several. */
export function checkedAfterTax(figure: Minor | null, rate: Minor): Minor | null {
  if (figure !== null && figure < rate - 1) throw broken(`after tax ${figure} is below the rate ${rate}`)
  return figure
}

export interface Nightly {
  currency: string
  taxIncluded: boolean
  rate: Minor
  afterTax: Minor | null
}

/**
 * A daily figure of Property Search or Calendar. By default the vendor shows the most expensive night of a stay, so over
 * several nights that differ only a figure marked as the average is used.
 */
export function averageRate(rate: ModeRate, los: number, expectedTaxIncluded: boolean): Nightly {
  const sameEachNight = los === 1 || rate.hasRateChange === false
  if (rate.rateMode !== 'Average' && !sameEachNight) {
    throw broken(`rate mode is ${String(rate.rateMode)}, asked Average`)
  }
  const currency = currencyOf(rate)
  const taxIncluded = isTaxIncluded(rate, undefined, expectedTaxIncluded)
  const figure = onBasis(rate, taxIncluded)
  if (figure <= 0) throw broken('a rate of nothing')
  return { currency, taxIncluded, rate: figure, afterTax: checkedAfterTax(afterTax(rate, currency), figure) }
}

export interface DateRange {
  start: string
  end: string
}

/**
 * Each night of the stay with the range that prices it. The ranges are an offer's only echo of the requested dates, so they
 * must cover exactly the stay: every night once and no other.
 */
export function spreadOverStay<R extends DateRange>(ranges: readonly R[], checkin: string, los: number): R[] {
  const nights = new Map<string, R>()
  for (const range of ranges) {
    const first = parseDay(range.start)
    const last = parseDay(range.end)
    if (first === null || last === null || last < first || last - first >= los) {
      throw broken(`rate range ${range.start} to ${range.end} does not fit ${los} nights from ${checkin}`)
    }
    for (let day = first; day <= last; day += 1) {
      if (nights.has(nightOfDay(day))) throw broken(`night ${nightOfDay(day)} is priced twice`)
      nights.set(nightOfDay(day), range)
    }
  }
  const spread: R[] = []
  for (let index = 0; index < los; index += 1) {
    const range = nights.get(addNights(checkin, index))
    if (range === undefined) throw broken(`rate ranges miss ${addNights(checkin, index)}`)
    spread.push(range)
  }
  if (nights.size !== los) throw broken(`rate ranges reach beyond ${los} nights from ${checkin}`)
  return spread
}

export function departureOf(checkin: string, los: number): string {
  return nightOfDay(dayOf(checkin) + los)
}
