import { counted } from '../kernel/counted.ts'
import { minorDigits, toDecimal } from '../kernel/money.ts'
import type { Replayed } from './replay.ts'

/** For people: what is read now, and under it what was read before. */
export function replayText(replayed: readonly Replayed[]): string {
  const lines = replayed.flatMap(({ recording, title, row, differences }) => [
    `${recording}: ${title}`,
    ...rowLines(row).map((line) => `  ${line}`),
    ...differences.map(
      ({ path, expected, found }) => `  changed  ${path}: ${said(expected)} → ${said(found)}`,
    ),
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

function said(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
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
    ...Object.entries(rates).map(
      ([key, rate]) =>
        `${key}  ${rate.pointsPerNight === null ? price(rate.pricePerNight, rate.currency) : `${rate.pointsPerNight} points`} per night, ${price(rate.totalAfterTax, rate.currency)} total after tax`,
    ),
  ]
}

interface StayShown {
  status: string
  currency?: string
  rates: Record<
    string,
    {
      currency: string
      pricePerNight: number | null
      totalAfterTax: number | null
      pointsPerNight: number | null
    }
  >
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
