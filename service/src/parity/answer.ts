import type { Conversion } from '../fx/convert.ts'
import { toNumber } from '../fx/decimal.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { fxView } from '../fx/schemas.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { type Compared, comparableView, compare } from '../observations/comparable.ts'
import type { Figures } from '../observations/figures.ts'
import type { RateDeps, Shopped } from '../rates/ask.ts'
import { freshnessView, hotelView, money, NO_FRESHNESS, queryView } from '../rates/render.ts'
import { matchedRooms, sameRooms } from '../rates/same-rooms.ts'
import type { HotelRecord, Seller } from '../sources/source.ts'
import { type ChannelRate, compareRates, judge, type ParityVerdict } from './compare.ts'
import { likeForLike } from './like-for-like.ts'
import type { Listing, Unlisted } from './listings.ts'
import type { ParityAsk } from './request.ts'
import { roomsView } from './rooms-view.ts'
import { overall, scoreOf, type Verdict, verdictOf } from './verdict.ts'

/** The outcome of one channel: its answer, its failure, or why it was not asked. */
export type ChannelOutcome = {
  channel: string
  /** Who sells, if a metasearch engine shows it. */
  seller: Seller | null
  /** The metasearch engine that shows it beside the chain's and the agencies' own rates. */
  via: string | null
} & (
  | { listing: ListingShown; shopped: Shopped }
  | { listing: ListingShown; error: { code: string; message: string } }
  | Omit<Unlisted, 'source'>
)

type ListingShown = { [Field in keyof Pick<Listing, 'hotelCode' | 'confidence'>]: Listing[Field] | null }

/** The hotel's own rate, null if it sells none, and how the source describes the hotel. */
export interface DirectSeen {
  direct: Shopped | null
  hotel: HotelRecord | null
}

/** A channel's rate beside the direct one, both in the currency of direct. */
export interface JudgedRate extends ChannelRate {
  compared: Compared
  verdict: Verdict | null
}

interface Judged extends JudgedRate {
  shopped: Shopped
}

export function answer(
  { fx, now }: RateDeps,
  { stay }: ParityAsk,
  { direct, hotel }: DirectSeen,
  outcomes: readonly ChannelOutcome[],
  facts: BookedFacts | null,
  idsResolved: boolean,
) {
  const nowMs = now()
  const figures = direct?.observation.figures ?? null
  const currency = figures?.currency ?? stay.currency
  const rates = outcomes.flatMap((outcome): Judged[] =>
    'shopped' in outcome ? [judged(fx, figures, outcome.channel, outcome.shopped)] : [],
  )
  const { cheapest, deepestUndercut } = judge(rates)
  const rateOf = ({ channel }: ChannelOutcome) => rates.find((rate) => rate.channel === channel)
  const score = scoreOf(outcomes.map((outcome) => rateOf(outcome)?.verdict ?? null))
  return {
    query: queryView(stay),
    hotel: hotelView(stay, hotel, facts),
    direct: direct && directView(fx, direct, nowMs),
    comparison_note: direct ? null : NO_DIRECT,
    channels: outcomes.map((outcome) => channelView(outcome, rateOf(outcome), currency, nowMs)),
    verdict: overall(score),
    score,
    cheapest,
    deepest_undercut: undercutView(deepestUndercut, currency),
    ...roomByRoom(fx, direct, rates),
    ids_resolved: idsResolved,
  }
}

function roomByRoom(fx: ReferenceRates, direct: Shopped | null, rates: readonly Judged[]) {
  if (!direct) return { rooms: [], like_for_like: [] }
  const channels = rates.map(({ channel, shopped: { observation } }) => ({
    channel,
    answer: observation.answer,
    seenMs: observation.seenMs,
  }))
  const rooms = matchedRooms(direct.observation.answer, channels)
  return {
    rooms: roomsView(rooms),
    like_for_like: likeForLike(fx, direct.observation, channels, sameRooms(rooms)),
  }
}

const NO_DIRECT = 'Not compared: the hotel’s own site sells nothing for this stay.'

function directView(fx: ReferenceRates, { observation, cached }: Shopped, nowMs: number) {
  const { figures, seenMs } = observation
  return {
    ...publicAndMember(figures),
    lowest_points: figures.points,
    currency: figures.currency,
    comparable: comparableView(compare(fx, figures, figures.currency, seenMs).comparable),
    tax_included: figures.taxIncluded,
    status: figures.status,
    min_los: figures.minLos,
    ...freshnessView({ cached, seenMs }, nowMs),
  }
}

function judged(fx: ReferenceRates, direct: Figures | null, channel: string, shopped: Shopped): Judged {
  const { observation } = shopped
  if (direct) return { ...judgedRate(fx, direct, channel, observation), shopped }
  const { figures, seenMs } = observation
  const compared = compare(fx, figures, figures.currency, seenMs)
  const comparison = { basis: null, gap: null, gapPct: null, note: NO_DIRECT }
  return { channel, figures, comparison, compared, verdict: null, shopped }
}

/** A channel's figures beside the direct ones, in the currency of direct. */
export function judgedRate(
  fx: ReferenceRates,
  direct: Figures,
  channel: string,
  { figures: quoted, seenMs }: { figures: Figures; seenMs: number },
): JudgedRate {
  const compared = compare(fx, quoted, direct.currency, seenMs)
  const { comparable } = compared
  const figures = { ...quoted, ...comparable }
  const comparison = compareRates(direct, figures, channel)
  const price = comparison.basis === 'bar_after_tax' ? direct.barAfterTax : direct.bar
  const isConverted = (comparable?.conversion ?? null) !== null
  const verdict =
    comparison.gap === null || price === null ? null : verdictOf(comparison.gap, price, isConverted)
  return { channel, figures, comparison, compared, verdict }
}

export function undercutView(undercut: ParityVerdict['deepestUndercut'], currency: string) {
  if (!undercut) return null
  const { channel, diff, diffPct, basis } = undercut
  return { channel, diff: money(diff, currency), diff_pct: percent(diffPct), basis }
}

function channelView(outcome: ChannelOutcome, rate: Judged | undefined, currency: string, nowMs: number) {
  const { channel, seller, via } = outcome
  if ('why' in outcome) {
    const at = { channel, seller, via, hotel_code: null, confidence: null }
    return { ...at, ...skipped(outcome.why, outcome.note) }
  }
  const { hotelCode, confidence } = outcome.listing
  const at = { channel, seller, via, hotel_code: hotelCode, confidence }
  if ('error' in outcome) return { ...at, ...skipped(outcome.error.code, outcome.error.message) }
  if (!rate) throw new Error(`the channel ${channel} has neither a rate nor a failure`)
  const { figures: quoted, seenMs } = outcome.shopped.observation
  const { comparison, compared, verdict } = rate
  const conversion = compared.comparable?.conversion ?? null
  return {
    ...at,
    ...quotedView(quoted),
    comparable: comparableView(compared.comparable),
    fx: conversion && fxView(conversion),
    gap: money(comparison.gap, currency),
    gap_pct: percent(comparison.gapPct),
    basis: comparison.basis,
    verdict,
    comparison_note: noteOf(comparison.note, comparison.gap === null ? null : conversion),
    skipped: null,
    ...freshnessView({ cached: outcome.shopped.cached, seenMs }, nowMs),
  }
}

export function noteOf(note: string | null, conversion: Conversion | null): string | null {
  if (!conversion) return note
  const { from, to, rate, date, source } = conversion
  const said = `Converted from ${from} to ${to} at ${toNumber(rate)} (${source}, ${date}).`
  return note === null ? said : `${note} ${said}`
}

function skipped(why: string, note: string) {
  return {
    status: null,
    min_los: null,
    currency: null,
    lowest: null,
    comparable: null,
    fx: null,
    gap: null,
    gap_pct: null,
    basis: null,
    verdict: null,
    comparison_note: `Not compared. ${note}`,
    skipped: why,
    ...NO_FRESHNESS,
  }
}

/** What a channel quotes. */
export function quotedView(quoted: Figures) {
  const { status, minLos, currency } = quoted
  return { status, min_los: minLos, currency, lowest: publicAndMember(quoted) }
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
export function percent(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}
