import { counted } from '../kernel/counted.ts'
import { minorDigits, toDecimal } from '../kernel/money.ts'
import type { Difference } from '../sources/conformance/played.ts'
import type { Replayed } from './replay.ts'

/** For people: what is read now, and under it what was read before. */
export function replayText(replayed: readonly Replayed[]): string {
  const lines = replayed.flatMap(({ recording, title, row, differences }) => [
    `${recording}: ${title}`,
    ...rowLines(row).map((line) => `  ${line}`),
    ...differences.map((difference) => `  changed  ${changeOf(difference, row)}`),
    '',
  ])
  const changed = replayed.filter(({ differences }) => differences.length > 0).length
  const end =
    changed === 0
      ? `All of ${counted(replayed.length, 'recording')} are read as before.`
      : `${changed} of ${counted(replayed.length, 'recording')} ${changed === 1 ? 'is' : 'are'} read differently.`
  return `${[...lines, end].join('\n')}\n`
}

const MOST_CHARS = 120

function changeOf({ path, expected, found }: Difference, row: unknown): string {
  const currency = MONEY.has(path.slice(path.lastIndexOf('.') + 1)) ? currencyAt(row, path) : undefined
  const said = (value: unknown) =>
    typeof value === 'number' && currency !== undefined ? price(value, currency) : wordsOf(value)
  return `${path}: ${said(expected)} → ${said(found)}`
}

const MONEY = new Set(
  'pricePerNight pricePerNightAfterTax total totalAfterTax cashCopayPerNight bar barAfterTax member memberAfterTax'.split(
    ' ',
  ),
)

/** Of the rate or the hotel that has the field. */
function currencyAt(row: unknown, path: string): string | undefined {
  const holder = path.slice(0, path.lastIndexOf('.'))
  const { rates, ...hotels } = row as { rates?: Record<string, RateShown> } & Record<string, LowestShown>
  return holder.startsWith('rates.')
    ? rates?.[holder.slice('rates.'.length)]?.currency
    : hotels[holder]?.currency
}

function wordsOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'object' && value !== null && 'pricePerNight' in value)
    return rateText(value as RateShown)
  const text = JSON.stringify(value)
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

function rowLines(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return []
  if ('failure' in row) return [`fails: ${String(row.failure)}`]
  if (!('rates' in row))
    return Object.entries(row).map(([hotel, one]: [string, LowestShown]) =>
      one.failure === undefined
        ? `${hotel}  ${one.status}  ${price(one.bar, one.currency)}`
        : `${hotel}  fails: ${one.failure}`,
    )
  const { status, currency, rates } = row as StayShown
  return [
    `${status}${currency === undefined ? '' : `, ${currency}`}`,
    ...Object.entries(rates).map(([key, rate]) => `${key}  ${rateText(rate)}`),
  ]
}

function rateText(rate: RateShown): string {
  const { currency, pricePerNight, totalAfterTax, pointsPerNight, pointsTotal, cashCopayPerNight } = rate
  if (pointsPerNight === null)
    return `${price(pricePerNight, currency)} per night, ${price(totalAfterTax, currency)} total after tax`
  const copay = cashCopayPerNight === null ? '' : ` and ${price(cashCopayPerNight, currency)}`
  return `${pointsOf(pointsPerNight)}${copay} per night, ${pointsOf(pointsTotal)} in total`
}

function pointsOf(points: number | null): string {
  return points === null ? 'unknown points' : `${points.toLocaleString('en')} points`
}

interface StayShown {
  status: string
  currency?: string
  rates: Record<string, RateShown>
}

interface RateShown {
  currency: string
  pricePerNight: number | null
  totalAfterTax: number | null
  pointsPerNight: number | null
  pointsTotal: number | null
  cashCopayPerNight: number | null
}

interface LowestShown {
  failure?: string
  status: string
  currency: string
  bar: number | null
}

function price(minor: number | null, currency: string): string {
  return minor === null
    ? 'no price'
    : `${toDecimal(minor, currency).toFixed(minorDigits(currency))} ${currency}`
}
