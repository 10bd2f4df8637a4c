import type { Minor } from '../../../kernel/money.ts'
import type { Element } from '../read-xml.ts'
import { amountOf } from './amounts.ts'
import type { Asked } from './echo.ts'
import { overSegment, type Segment } from './nights.ts'
import type { Part } from './offer.ts'
import { all, at, attribute, flag } from './xml.ts'

/**
 * The stay of one room on one tax basis; undefined if not stated. The sum of the nights' bases; if a partner sends only totals,
 * those of the nights, the room rate or the room stay.
 */
export function priceOf(
  parts: readonly Part[],
  currency: string,
  taxIncluded: boolean,
  asked: Asked,
): Minor | undefined {
  const name = taxIncluded ? 'AmountAfterTax' : 'AmountBeforeTax'
  return (
    sumOf(parts, (part) => baseOf(part, name, currency, asked)) ??
    sumOf(parts, (part) => nightTotalsOf(part, name, currency)) ??
    totalOf(parts, name, currency, asked)
  )
}

/**
 * The stay of one room, all-in: the total, else the totals of its nights, else their bases if no fee is listed. A total that
 * leaves out fees is not all-in, so it counts as unknown.
 */
export function afterTaxOf(parts: readonly Part[], currency: string, asked: Asked): Minor | undefined {
  const name = 'AmountAfterTax'
  const segments = parts.flatMap((part) => part.segments)
  const totals = [
    ...parts.map((part) => at(part.roomRate, 'Total')),
    ...segments.map(({ rate }) => at(rate, 'Total')),
  ]
  if (totals.some((total) => flag(total, 'AdditionalFeesExcludedIndicator') === true)) return undefined
  const stated =
    totalOf(parts, name, currency, asked) ?? sumOf(parts, (part) => nightTotalsOf(part, name, currency))
  if (stated !== undefined) return stated
  const beside = ['Fees', 'AdditionalGuestAmounts', 'AdditionalCharges']
  if (segments.some(({ rate }) => beside.some((each) => at(rate, each)))) return undefined
  return sumOf(parts, (part) => baseOf(part, name, currency, asked))
}

/** The bases of the nights plus charges for extra guests. */
function baseOf({ segments }: Part, name: string, currency: string, asked: Asked): Minor | undefined {
  return sumOf(segments, (segment) => {
    const base = amountOf(at(segment.rate, 'Base'), name, currency)
    if (base === undefined) return undefined
    const surcharge = surchargeOf(segment.rate, name, currency, asked)
    return surcharge === undefined ? undefined : overSegment(base + surcharge, segment)
  })
}

/** Part of what the party pays; undefined if listed only per guest, which may not apply to the party. */
function surchargeOf(rate: Element, name: string, currency: string, { occupancy }: Asked): Minor | undefined {
  const guests = at(rate, 'AdditionalGuestAmounts')
  if (guests === undefined) return 0
  const stated = amountOf(guests, name, currency)
  if (stated !== undefined) return stated
  const most = Number(rate.attributes.get('MaxGuestApplicable') ?? Number.NaN)
  return most >= occupancy.adults + occupancy.children ? 0 : undefined
}

/**
 * The totals of the nights. If a rate covers several units, the schema does not say whether its total is for one or all, so
 * such a total is ignored.
 */
function nightTotalsOf({ segments }: Part, name: string, currency: string): Minor | undefined {
  return sumOf(segments, ({ rate, nights, unitNights }: Segment) =>
    rate.name === 'Rate' && nights === unitNights ? amountOf(at(rate, 'Total'), name, currency) : undefined,
  )
}

/** The totals of the room rates, else that of a room stay that sells nothing else. */
function totalOf(parts: readonly Part[], name: string, currency: string, asked: Asked): Minor | undefined {
  const sum = sumOf(parts, ({ roomRate }) => amountOf(at(roomRate, 'Total'), name, currency))
  const roomStay = parts[0]?.roomStay
  if (sum !== undefined || roomStay === undefined || asked.occupancy.rooms > 1) return sum
  const total = at(roomStay, 'Total')
  const alone = all(roomStay, 'RoomRates', 'RoomRate').length === parts.length
  const inCurrency = (attribute(total, 'CurrencyCode')?.toUpperCase() ?? currency) === currency
  const complete = flag(total, 'AdditionalFeesExcludedIndicator') !== true
  return alone && inCurrency && complete ? amountOf(total, name, currency) : undefined
}

/** Undefined if any of them is. */
function sumOf<Item>(
  items: readonly Item[],
  figureOf: (item: Item) => number | undefined,
): number | undefined {
  let sum = 0
  for (const item of items) {
    const figure = figureOf(item)
    if (figure === undefined) return undefined
    sum += figure
  }
  return items.length === 0 ? undefined : sum
}
