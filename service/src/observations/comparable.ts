import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { type Conversion, convert } from '../fx/convert.ts'
import { DAY_PLACES, type ReferenceRates, STALE_DAYS } from '../fx/reference-rates.ts'
import { Fx, fxView } from '../fx/schemas.ts'
import { nightAt } from '../kernel/dates.ts'
import { type Minor, minorDigits, toDecimal } from '../kernel/money.ts'
import { cppOf, type Figures } from './figures.ts'

/** The figures of a stay that can be compared across currencies. */
export type Priced = Pick<
  Figures,
  'currency' | 'bar' | 'barAfterTax' | 'member' | 'memberAfterTax' | 'points' | 'premium'
>

/** A stay's figures in another currency, in its minor units. */
export interface Comparable {
  currency: string
  bar: Minor | null
  barAfterTax: Minor | null
  member: Minor | null
  memberAfterTax: Minor | null
  /** Hundredths of a cent per point. */
  cpp: number | null
  /** Null if nothing had to be converted. */
  conversion: Conversion | null
}

/** Comparable figures, or why there are none; both null if there is no price. */
export type Compared = { comparable: Comparable; note: null } | { comparable: null; note: string | null }

/** In the currency `to`, at the rate of the day on which the price was observed. */
export function compare(fx: ReferenceRates, figures: Priced, to: string, seenMs: number): Compared {
  const { currency: from, bar, barAfterTax, member, memberAfterTax } = figures
  if ((bar ?? barAfterTax ?? member ?? memberAfterTax) === null) return { comparable: null, note: null }
  if (from === to) {
    const cpp = cppOf(figures)
    const same = { currency: to, bar, barAfterTax, member, memberAfterTax, cpp, conversion: null }
    return { comparable: same, note: null }
  }
  const conversion = fx.find(from, to, seenMs)
  if (!conversion) return { comparable: null, note: withoutRate(from, to, seenMs) }
  const converted = (amount: Minor | null) => (amount === null ? null : convert(amount, conversion))
  return {
    comparable: {
      currency: to,
      bar: converted(bar),
      barAfterTax: converted(barAfterTax),
      member: converted(member),
      memberAfterTax: converted(memberAfterTax),
      cpp: cppIn(figures, conversion),
      conversion,
    },
    note: null,
  }
}

export function withoutRate(from: string, to: string, seenMs: number): string {
  return `Not compared: there is no reference rate from ${from} to ${to} for ${nightAt(seenMs)} that is at most ${STALE_DAYS} days old.`
}

/**
 * Hundredths of a cent per point in the other currency, half up. From the quoted price and the exact rate, not from the
 * rounded price: a yen is too coarse to divide by points.
 */
function cppIn({ barAfterTax, bar, points, premium, currency }: Priced, { rate }: Conversion): number | null {
  const price = barAfterTax ?? bar
  if (premium || price === null || points === null || points <= 0) return null
  const worth = BigInt(price) * rate.units * 10_000n
  const per = 10n ** BigInt(minorDigits(currency) + rate.scale) * BigInt(points)
  return Number((2n * worth + per) / (2n * per))
}

/** The same in SQL, for the cell `c`: null without a rate. `asked` is the number of the currency, `factors` its JSON. */
export function cppInSql(asked: string, factors: string): string {
  return `case when c.quoted = ${asked} or c.cpp is null then c.cpp
    else div(2 * coalesce(c.bar_after_tax, c.bar) * ${factorSql(factors)} + c.points, 2 * c.points)::bigint end`
}

/** The public rate of the cell `c` in minor units of the asked currency. */
export function barInSql(asked: string, factors: string): string {
  return `case when c.quoted = ${asked} or c.bar is null then c.bar
    else floor(c.bar * ${factorSql(factors)} + 0.5)::bigint end`
}

/** A lookup in a JSON object: a join with a list of rates was planned as a scan of the list for every cell. */
function factorSql(factors: string): string {
  return `((select ${factors}::jsonb) ->> (c.quoted * ${DAY_PLACES}::bigint + c.seen / 86400000)::text)::numeric`
}

export function comparableView(comparable: Comparable | null) {
  if (!comparable) return null
  const { currency, cpp, conversion } = comparable
  const money = (amount: Minor | null) => (amount === null ? null : toDecimal(amount, currency))
  return {
    currency,
    bar: money(comparable.bar),
    bar_after_tax: money(comparable.barAfterTax),
    member: money(comparable.member),
    member_after_tax: money(comparable.memberAfterTax),
    cpp: cpp === null ? null : cpp / 100,
    fx: conversion && fxView(conversion),
  }
}

const Money = (description: string) => nullable(Type.Number(), description)

const ComparableSchema = Type.Object(
  {
    currency: Type.String({ description: 'The currency of these figures.', examples: ['USD'] }),
    bar: Money('The lowest public rate.'),
    bar_after_tax: Money('The lowest public rate with all taxes and fees.'),
    member: Money('The lowest member rate.'),
    member_after_tax: Money('The lowest member rate with all taxes and fees.'),
    cpp: Money('Cents per point in this currency, from the quoted price at the exact rate.'),
    fx: nullable(Fx, 'The rate used; null if nothing had to be converted.'),
  },
  { $id: 'Comparable' },
)

/** Beside the quoted figures. */
export const COMPARABLE_FIELDS = {
  comparable: nullable(
    ComparableSchema,
    'The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed.',
  ),
  comparison_note: nullable(
    Type.String(),
    'Why a price is not compared. Null if it is, or if there is no price.',
  ),
}
