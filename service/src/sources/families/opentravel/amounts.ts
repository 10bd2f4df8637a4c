import { addNights, dayOf, parseDay } from '../../../kernel/dates.ts'
import { isCurrency, type Minor, parseMinor } from '../../../kernel/money.ts'
import { SourceFailure } from '../../source.ts'
import { attribute, type Element, flag } from './xml.ts'

/**
 * An amount in minor units; undefined where the attribute is missing. A `DecimalPlaces` beside an amount without a
 * decimal point means that the amount is already in such units: 8500 with 2 places is 85.00.
 */
export function amountOf(element: Element | undefined, name: string, currency: string): Minor | undefined {
  const text = attribute(element, name)
  if (text === undefined) return undefined
  const places = wholeOf(attribute(element, 'DecimalPlaces') ?? '0', 'DecimalPlaces')
  try {
    return parseMinor(places > 0 && /^\d+$/.test(text) ? shifted(text, places) : text, currency)
  } catch (cause) {
    throw new SourceFailure('broken', `${name} is no amount`, { cause })
  }
}

function shifted(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** The one currency of a set of priced elements; of the property where points are all there is to pay. */
export function currencyOf(elements: readonly Element[], property: Element | undefined): string {
  const codes = new Set(
    elements.flatMap((element) => {
      const code = attribute(element, 'CurrencyCode')
      return code === undefined ? [] : [code.toUpperCase()]
    }),
  )
  const code = codes.size > 0 ? [...codes][0] : attribute(property, 'CurrencyCode')?.toUpperCase()
  if (code === undefined || codes.size > 1 || !isCurrency(code))
    throw new SourceFailure('broken', `amounts in "${[...codes].join(' ').slice(0, 40)}"`)
  return code
}

/** A run of nights at one price. */
export interface Segment {
  rate: Element
  nights: number
  /** Its amounts are for this many nights each: the unit multiplier. */
  unitNights: number
}

/**
 * The `Rate`s of a room rate as runs of nights that cover the stay exactly once. Where a rate does not say whether its
 * expiry date is the last night or the morning after, the reading under which all of them tile the stay is the
 * right one; at most one can, and if none does the price is for something else than what was asked.
 */
export function segmentsOf(rates: readonly Element[], checkin: string, los: number): Segment[] {
  for (const exclusive of [false, true]) {
    const runs = rates.map((rate) => runOf(rate, checkin, los, rates.length === 1, exclusive))
    if (tiles(runs, checkin, los))
      return rates.map((rate, index) => {
        const nights = runs[index]?.nights ?? 0
        return { rate, nights, unitNights: unitNightsOf(rate, nights) }
      })
  }
  throw new SourceFailure('broken', `rates that do not cover ${los} nights from ${checkin}`)
}

interface Run {
  first: string
  nights: number
}

function runOf(rate: Element, checkin: string, los: number, alone: boolean, exclusive: boolean): Run {
  const first = attribute(rate, 'EffectiveDate')
  const expiry = attribute(rate, 'ExpireDate')
  if (first === undefined && expiry === undefined && alone) return { first: checkin, nights: los }
  if (first === undefined || expiry === undefined || parseDay(first) === null || parseDay(expiry) === null)
    throw new SourceFailure('broken', 'a rate without its dates')
  const morningAfter = flag(rate, 'ExpireDateExclusiveInd') ?? exclusive
  return { first, nights: dayOf(expiry) - dayOf(first) + (morningAfter ? 0 : 1) }
}

function tiles(runs: readonly Run[], checkin: string, los: number): boolean {
  let next = checkin
  for (const run of runs.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    if (run.first !== next || run.nights < 1) return false
    next = addNights(next, run.nights)
  }
  return runs.length > 0 && next === addNights(checkin, los)
}

const UNIT_DAYS: Readonly<Record<string, number>> = { Day: 1, Week: 7 }

function unitNightsOf(rate: Element, nights: number): number {
  const unit = attribute(rate, 'RateTimeUnit') ?? 'Day'
  const days = unit === 'FullDuration' ? nights : UNIT_DAYS[unit]
  const multiplier = wholeOf(attribute(rate, 'UnitMultiplier') ?? '1', 'UnitMultiplier')
  const unitNights = (days ?? 0) * multiplier
  // An amount for three nights says nothing certain of two of them.
  if (unitNights < 1 || nights % unitNights !== 0)
    throw new SourceFailure('broken', `a rate per ${multiplier} ${unit} over ${nights} nights`)
  return unitNights
}

/** What a segment costs as a whole, given the figure for one of its units. */
export function overSegment(figure: number, segment: Segment, unitNights = segment.unitNights): number {
  if (segment.nights % unitNights !== 0)
    throw new SourceFailure('broken', `a figure per ${unitNights} nights over ${segment.nights}`)
  return figure * (segment.nights / unitNights)
}

export function wholeOf(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new SourceFailure('broken', `${name} is no whole number`)
  return Number(text)
}
