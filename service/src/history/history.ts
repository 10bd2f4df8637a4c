import { PRICE_OF } from '../billing/prices.ts'
import type { Estimate } from '../billing/tab.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { HotelBook } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import type { Milli } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Kind } from '../observations/cell-row.ts'
import {
  type Change,
  type ChangesAsk,
  countKnownNights,
  readChanges,
  readLastLooks,
} from '../observations/changes.ts'
import { cppOf } from '../observations/figures.ts'
import { pricedParty, type Stay } from '../observations/key.ts'
import { keyAt } from '../observations/rows.ts'
import { cents, hotelView, money, termsView } from '../rates/render.ts'
import { type Catalog, weightsOf } from '../sources/catalog/catalog.ts'
import type { Stretch } from './request.ts'

export interface HistoryDeps {
  catalog: Catalog
  reads: Reads
  hotels: HotelsMaster
  hotelBook: HotelBook
  historyDays: number
  now: () => number
}

export interface HistoryAsk {
  stay: Omit<Stay, 'checkin'>
  kind: Kind
  nights: { from: string; to: string }
  stretch: Stretch
}

/** Every change of a hotel's nights. All is read at once, from our own store. */
export async function planHistory(deps: HistoryDeps, ask: HistoryAsk, dryRun: boolean): Promise<Planned> {
  const price = PRICE_OF.calendarNight(weightsOf(ask.stay.source))
  const changes = dryRun ? [] : await changesOf(deps, ask)
  const byNight = Map.groupBy(changes, ({ night }) => night)
  const seen = dryRun || ask.stretch.sinceMs > 0 ? await countSeen(deps, ask) : byNight.size
  return {
    estimate: estimateOf(Array<Milli>(seen).fill(price), ask),
    run: async (tab) => {
      byNight.forEach(() => tab.cached(price))
      return answer(deps, ask, byNight)
    },
  }
}

/** Which nights changed since a moment is what the answer tells. So all count that were seen by its end. */
function estimateOf(prices: readonly Milli[], { stretch }: HistoryAsk): Estimate {
  const known = stretch.sinceMs > 0 ? { cached: [], perhaps: prices } : { cached: prices }
  return { ...known, live: [], free: 0 }
}

async function countSeen(deps: HistoryDeps, ask: HistoryAsk): Promise<number> {
  const cells = await cellsOf(deps, ask)
  return cells ? countKnownNights(deps.reads, cells, ask.stretch.untilMs) : 0
}

/** The changes that a question lists. Too many are refused: nobody waits for an answer of that size. */
export async function changesOf(
  deps: Pick<HistoryDeps, 'reads' | 'hotels'>,
  ask: HistoryAsk,
): Promise<Change[]> {
  const cells = await cellsOf(deps, ask)
  if (!cells) return []
  const changes = await readChanges(deps.reads, {
    ...cells,
    ...ask.stretch,
    limit: LIMITS.historyObservations + 1,
  })
  if (changes.length > LIMITS.historyObservations) {
    throw invalid(
      `These nights changed more than ${LIMITS.historyObservations} times. Ask for fewer \`nights\`, or set \`since\` and \`until\`.`,
    )
  }
  return changes
}

/** Where the changes are kept; null if the hotel was never seen. */
export async function cellsOf(
  { hotels }: Pick<HistoryDeps, 'hotels'>,
  { stay, kind, nights }: Pick<HistoryAsk, 'stay' | 'kind' | 'nights'>,
): Promise<Pick<ChangesAsk, 'place' | 'kind' | 'from' | 'to'> | null> {
  const name = { source: stay.source.id, hotelCode: stay.hotelCode }
  const no = (await hotels.findNos([name])).get(hotelKey(name))
  if (no === undefined) return null
  const occupancy = pricedParty(stay.source, stay.occupancy)
  return { place: keyAt(no, { ...stay, occupancy }), kind, ...nights }
}

async function answer(deps: HistoryDeps, ask: HistoryAsk, byNight: ReadonlyMap<string, Change[]>) {
  const { stay, kind, nights, stretch } = ask
  const cells = await cellsOf(deps, ask)
  const facts = await deps.hotelBook.one({ source: stay.source.id, hotelCode: stay.hotelCode })
  const looks = cells ? await readLastLooks(deps.reads, cells) : new Map<string, number>()
  return served({
    query: {
      chain: stay.source.id,
      hotel_code: stay.hotelCode,
      nights,
      los: stay.los,
      kind,
      ...termsView(stay),
    },
    hotel: hotelView(stay, null, facts),
    nights: [...byNight].map(([night, changes]) => nightView(night, changes, looks.get(night), stretch)),
    count: byNight.size,
  })
}

/** Only changes and the last look are recorded, so a look after `until` says nothing about the looks before it. */
function nightView(night: string, changes: readonly Change[], lookMs: number | undefined, stretch: Stretch) {
  const [firstMs, lastMs] = [changes[0]?.seenMs ?? 0, changes.at(-1)?.seenMs ?? 0]
  const lastLookMs = lookMs !== undefined && lookMs <= stretch.untilMs ? Math.max(lookMs, lastMs) : lastMs
  return {
    night,
    first_seen: new Date(firstMs).toISOString(),
    last_seen: new Date(lastLookMs).toISOString(),
    changes: changes.length,
    observations: changes.map(observationView),
  }
}

function observationView({ seenMs, figures }: Change) {
  const { currency } = figures
  return {
    observed_at: new Date(seenMs).toISOString(),
    status: figures.status,
    min_los: figures.minLos,
    currency,
    tax_included: figures.taxIncluded,
    bar: money(figures.bar, currency),
    bar_after_tax: money(figures.barAfterTax, currency),
    member: money(figures.member, currency),
    lowest_points: figures.points,
    lowest_points_cash: figures.pointsCash,
    cash_copay: money(figures.copay, currency),
    cpp: cents(cppOf(figures)),
  }
}
