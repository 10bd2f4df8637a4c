import { PRICE_OF } from '../../billing/prices.ts'
import type { Estimate } from '../../billing/tab.ts'
import type { InputOf } from '../../edge/route.ts'
import { type Planned, quoteOnly } from '../../edge/sale.ts'
import { served } from '../../edge/served.ts'
import { cellsOf } from '../../history/history.ts'
import { readStretch, type Stretch } from '../../history/request.ts'
import type { HotelBook } from '../../hotels/directory/hotel-book.ts'
import type { Milli } from '../../kernel/credits.ts'
import { invalid } from '../../kernel/errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { countKnownNights, readChanges, readInForce } from '../../observations/changes.ts'
import { findSource, type Source, weightsOf } from '../../sources/catalog/catalog.ts'
import type { ConditionTerms } from '../conditions/registry.ts'
import type { WatchDeps } from '../making/create.ts'
import { requireQuoted, watchCurrency } from '../making/currency.ts'
import { readConditionTerms, readWindow } from '../making/request.ts'
import type { Window } from '../refreshing/refreshes.ts'
import type { backtestBody } from '../schemas.ts'
import { isWhole } from '../watch.ts'
import { type Recorded, replay } from './replay.ts'

export interface BacktestDeps extends Pick<WatchDeps, 'pool' | 'catalog' | 'hotels' | 'channelIds' | 'now'> {
  hotelBook: HotelBook
  historyDays: number
}

export type BacktestBody = InputOf<ReturnType<typeof backtestBody>>

const DAY_MS = 86_400_000

/** The events that a watch would have sent over a stretch of the past. Stores nothing, sends nothing, calls no source. */
export async function planBacktest(
  deps: BacktestDeps,
  body: BacktestBody,
  dryRun: boolean,
): Promise<Planned> {
  const { catalog, historyDays } = deps
  const nowMs = deps.now()
  const stretch = readStretch(body, nowMs)
  const currencyOf = (hotel: { source: Source; hotelCode: string }, asked: string | undefined) =>
    watchCurrency(deps, hotel, asked)
  const window = await readWindow(catalog, body, nowMs, currencyOf, nowMs - historyDays * DAY_MS)
  const terms = await readConditionTerms(catalog, body.condition, body, window, deps.channelIds)
  if (isWhole(terms)) {
    throw invalid(
      '`undercut.like_for_like` cannot be tested on the past: what was recorded of the nights has no rooms.',
    )
  }
  await requireQuoted(deps, window, { ...window, terms })
  const stops = stopsOf(deps, window, terms)
  if (dryRun) return quoteOnly(await countSeen(deps, stops, window, stretch))
  const sides = await Promise.all(
    stops.map(async (stop) => Object.assign(await readSide(deps, stop, window, stretch), stop)),
  )
  refuseTooMany(sides)
  const nights = sides.flatMap(({ source, inForce, changes }) => {
    const price = PRICE_OF.calendarNight(weightsOf(source))
    const seen = new Set([...inForce, ...changes].map(({ night }) => night))
    return Array.from(seen, () => price)
  })
  return {
    estimate: { cached: nights, live: [], free: 0 },
    run: async (tab) => {
      for (const price of nights) tab.cached(price)
      const facts = await deps.hotelBook.one({ source: window.source.id, hotelCode: window.hotelCode })
      const { los, kind, occupancy, currency, hotelCode } = window
      const refreshSec = body.refresh_sec ?? LIMITS.watchRefreshSecDefault
      const watch = {
        terms,
        los,
        kind,
        occupancy,
        currency,
        refreshSec,
        hotelCode,
        source: window.source.id,
        name: facts?.name ?? null,
      }
      return served({
        events: replay(watch, window.source, sides, stretch.sinceMs),
        nights: nights.length,
        observations: countOf(sides),
      })
    },
  }
}

interface Stop {
  leg: Recorded['leg']
  source: Source
  hotelCode: string
}

/** The hotel, and the channel that it is compared with. */
function stopsOf({ catalog }: BacktestDeps, { source, hotelCode }: Window, terms: ConditionTerms): Stop[] {
  const direct: Stop = { leg: 'direct', source, hotelCode }
  const channel = terms.condition === 'undercut' ? findSource(catalog, terms.channel) : undefined
  return terms.condition === 'undercut' && channel
    ? [direct, { leg: 'channel', source: channel, hotelCode: terms.hotelCode }]
    : [direct]
}

/** The nights of each side that were seen by the end of the stretch: those are the nights that it reads. */
async function countSeen(
  deps: BacktestDeps,
  stops: readonly Stop[],
  window: Window,
  { untilMs }: Stretch,
): Promise<Estimate> {
  const prices = await Promise.all(
    stops.map(async (stop) => {
      const cells = await cellsAt(deps, stop, window)
      const nights = cells ? await countKnownNights(deps.pool, cells, untilMs) : 0
      return Array<Milli>(nights).fill(PRICE_OF.calendarNight(weightsOf(stop.source)))
    }),
  )
  return { cached: prices.flat(), live: [], free: 0 }
}

function cellsAt(
  deps: BacktestDeps,
  { source, hotelCode }: Stop,
  { los, kind, occupancy, currency, first, last }: Window,
) {
  const stay = { source, hotelCode, los, occupancy, currency }
  return cellsOf(deps, { stay, kind, nights: { from: first, to: last } })
}

/** The change in force at `since` is the baseline, as if the watch had looked at that moment. */
async function readSide(
  deps: BacktestDeps,
  stop: Stop,
  window: Window,
  { sinceMs, untilMs }: Stretch,
): Promise<Pick<Recorded, 'inForce' | 'changes'>> {
  const cells = await cellsAt(deps, stop, window)
  if (!cells) return { inForce: [], changes: [] }
  const [inForce, changes] = await Promise.all([
    readInForce(deps.pool, cells, sinceMs),
    readChanges(deps.pool, {
      ...cells,
      sinceMs: sinceMs + 1,
      untilMs,
      limit: LIMITS.historyObservations + 1,
    }),
  ])
  return { inForce, changes }
}

function countOf(sides: readonly Pick<Recorded, 'inForce' | 'changes'>[]): number {
  return sides.reduce((sum, { inForce, changes }) => sum + inForce.length + changes.length, 0)
}

function refuseTooMany(sides: readonly Pick<Recorded, 'inForce' | 'changes'>[]): void {
  if (countOf(sides) > LIMITS.historyObservations) {
    throw invalid(
      `These nights changed more than ${LIMITS.historyObservations} times. Ask for fewer \`nights\`, or set \`since\` and \`until\`.`,
    )
  }
}
