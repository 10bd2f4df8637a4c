import { type Served, served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import type { Figures } from '../observations/figures.ts'
import type { Shopped } from '../rates/ask.ts'
import type { Row } from '../rates/compset-rows.ts'
import { freshnessView, hotelView, money, NO_FRESHNESS, queryView } from '../rates/render.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { type ChannelRate, compareRates, judge } from './compare.ts'
import type { Listing } from './listings.ts'
import type { ParityAsk } from './request.ts'

/** The outcome of one channel: its rates, its failure, or no known listing. */
export type ChannelOutcome = { source: Source } & ({ listing: Listing; row: Row } | { unlisted: string })

export function answer(
  { stay }: ParityAsk,
  { observation, cached, stored }: Shopped,
  outcomes: readonly ChannelOutcome[],
  facts: BookedFacts | null,
  idsResolved: boolean,
  nowMs: number,
): Served {
  const { answer: found, figures: direct, seenMs } = observation
  const rates = outcomes.flatMap((outcome): ChannelRate[] => {
    const figures = figuresOf(outcome)
    const channel = outcome.source.id
    return figures ? [{ channel, figures, comparison: compareRates(direct, figures, channel) }] : []
  })
  const { cheapest, deepestUndercut } = judge(direct, rates, stay.currency)
  const view = {
    query: queryView(stay),
    hotel: hotelView(stay, found.hotel, facts),
    direct: {
      ...publicAndMember(direct),
      lowest_points: direct.points,
      currency: direct.currency,
      tax_included: direct.taxIncluded,
      status: direct.status,
      min_los: direct.minLos,
      ...freshnessView({ cached, seenMs }, nowMs),
    },
    channels: outcomes.map((outcome) =>
      channelView(
        outcome,
        rates.find(({ channel }) => channel === outcome.source.id),
        nowMs,
      ),
    ),
    cheapest,
    deepest_undercut: deepestUndercut && {
      channel: deepestUndercut.channel,
      diff: money(deepestUndercut.diff, direct.currency),
      diff_pct: percent(deepestUndercut.diffPct),
      basis: deepestUndercut.basis,
    },
    ids_resolved: idsResolved,
  }
  const writes = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row.stored] : []))
  return { ...served(view), stored: Promise.all([stored, ...writes]).then(() => {}) }
}

function figuresOf(outcome: ChannelOutcome): Figures | null {
  return 'row' in outcome && 'figures' in outcome.row ? outcome.row.figures : null
}

function channelView(outcome: ChannelOutcome, rate: ChannelRate | undefined, nowMs: number) {
  const { id } = outcome.source
  if ('unlisted' in outcome) {
    return { channel: id, hotel_code: null, confidence: null, ...skipped('no_listing', outcome.unlisted) }
  }
  const { listing, row } = outcome
  const at = { channel: id, hotel_code: listing.hotelCode, confidence: listing.confidence }
  if ('error' in row) return { ...at, ...skipped(row.error.code, row.error.message) }
  if (!rate || !('sighting' in row)) throw new Error(`the channel ${id} has neither a rate nor a failure`)
  const { figures, comparison } = rate
  return {
    ...at,
    status: figures.status,
    min_los: figures.minLos,
    currency: figures.currency,
    lowest: publicAndMember(figures),
    gap: money(comparison.gap, figures.currency),
    gap_pct: percent(comparison.gapPct),
    basis: comparison.basis,
    comparison_note: comparison.note,
    skipped: null,
    ...freshnessView(row.sighting, nowMs),
  }
}

function skipped(why: string, note: string) {
  return {
    status: null,
    min_los: null,
    currency: null,
    lowest: null,
    gap: null,
    gap_pct: null,
    basis: null,
    comparison_note: note,
    skipped: why,
    ...NO_FRESHNESS,
  }
}

function publicAndMember({ currency, bar, barAfterTax, member, memberAfterTax }: Figures) {
  return {
    bar: money(bar, currency),
    bar_after_tax: money(barAfterTax, currency),
    member: money(member, currency),
    member_after_tax: money(memberAfterTax, currency),
  }
}

/** Hundredths of a percent as percent. */
function percent(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}
