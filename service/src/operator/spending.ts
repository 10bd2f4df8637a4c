import { Type } from 'typebox'
import type { Reads } from '../db/replica/reads.ts'
import { dayOf, type Night, nightAt, parseDay } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import { endOfDay, endOfMonth } from '../sources/budget/refusal.ts'
import {
  forecastOfMonth,
  paceSince,
  readSpent,
  readUsed,
  type SpentLine,
  UNKNOWN_PURPOSE,
  type Used,
} from '../sources/budget/spent.ts'
import type { Catalog, Connection } from '../sources/catalog/catalog.ts'

export interface SpendingDeps {
  reads: Reads
  catalog: Catalog
  now(): number
}

const MOST_DAYS = 92

const Day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))
const Range = Type.Object({ from: Day, to: Day }, { additionalProperties: false })

/** What the requests to sources cost: by day and purpose, and how far this month's budgets reach. */
export function spendingRoutes({ reads, catalog, now }: SpendingDeps): OwnRoute[] {
  return [
    memberRoute(
      { method: 'GET', path: '/operator/spending', query: Range, needs: 'operator' },
      async ({ query }) => {
        const nowMs = now()
        const today = nightAt(nowMs)
        const { from, to } = rangeOf(query, today)
        const sources = meteredSources(catalog)
        const [lines, recent, used] = await Promise.all([
          readSpent(reads, from, to),
          readSpent(reads, earlier(paceSince(today), monthOf(today)), today),
          readUsed(reads, [...sources.keys()], today),
        ])
        const bySource = Map.groupBy(recent, ({ source }) => source)
        return {
          body: {
            from,
            to,
            days: lines.map((line) => lineView(line, sources.get(line.source))),
            sources: [...sources.values()].flatMap((source) => {
              const ofSource = bySource.get(source.id) ?? []
              const usedNow = used.get(source.id) ?? { day: 0, month: 0 }
              if (source.budget === null && ofSource.length === 0) return []
              return [sourceView(source, ofSource, usedNow, nowMs)]
            }),
          },
        }
      },
    ),
  ]
}

/** A metasearch engine is both a source and a search engine; its requests are one count. */
function meteredSources({ sources, searchEngines }: Catalog): Map<string, Connection> {
  return new Map([...sources, ...searchEngines].map((source) => [source.id, source]))
}

function rangeOf({ from, to }: { from?: string; to?: string }, today: Night): { from: Night; to: Night } {
  const range = { from: from ?? monthOf(to ?? today), to: to ?? today }
  for (const [name, day] of Object.entries(range))
    if (parseDay(day) === null) throw invalid(`\`${name}\` must be a date, like ${today}.`)
  const days = dayOf(range.to) - dayOf(range.from) + 1
  if (days < 1) throw invalid('`from` must not be after `to`.')
  if (days > MOST_DAYS) throw invalid(`\`from\` and \`to\` must be at most ${MOST_DAYS} days apart.`)
  return range
}

function lineView({ day, source, purpose, requests, micro, currency }: SpentLine, known?: Connection) {
  // What a process had taken when it died has no price of its own.
  const price = purpose === UNKNOWN_PURPOSE ? known?.budget?.pricePerRequest : null
  if (price)
    return {
      day,
      source,
      purpose,
      requests,
      amount: toAmount(requests * price.micro),
      currency: price.currency,
    }
  return {
    day,
    source,
    purpose,
    requests,
    amount: currency === '' ? null : toAmount(micro),
    currency: currency === '' ? null : currency,
  }
}

function sourceView(
  { id, name, budget }: Connection,
  recent: readonly SpentLine[],
  used: Used,
  nowMs: number,
) {
  const price = budget?.pricePerRequest ?? null
  const month = monthOf(nightAt(nowMs))
  const forecast = forecastOfMonth(recent, used.month, nowMs)
  const spent = recent.reduce(
    (sum, { day, currency, micro }) => sum + (day >= month && currency === price?.currency ? micro : 0),
    0,
  )
  return {
    source: id,
    name,
    price_per_request: price && { amount: toAmount(price.micro), currency: price.currency },
    reserve_pct: budget?.reservePct ?? null,
    day: { used: used.day, limit: budget?.requestsPerDay ?? null, ends_at: moment(endOfDay(nowMs)) },
    month: {
      used: used.month,
      limit: budget?.requestsPerMonth ?? null,
      ends_at: moment(endOfMonth(nowMs)),
      forecast,
      amount: price && toAmount(spent),
      forecast_amount: price && toAmount(spent + Math.max(0, forecast - used.month) * price.micro),
      currency: price?.currency ?? null,
    },
  }
}

/** Millionths of the currency's main unit as a JSON number. A request often costs a fraction of a cent. */
function toAmount(micro: number): number {
  return micro / 1_000_000
}

function monthOf(day: Night): Night {
  return `${day.slice(0, 8)}01`
}

function earlier(one: Night, other: Night): Night {
  return one < other ? one : other
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}
