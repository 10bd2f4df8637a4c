import type { Minor } from '../kernel/money.ts'
import type { Figures } from '../observations/figures.ts'

/** What two public rates are compared by. */
export type Basis = 'bar_after_tax' | 'bar'

/** A channel's public rate against the direct one, in minor units of the currency that both are quoted in. */
export interface Compared {
  basis: Basis
  /** Channel less direct: below 0 where the channel undercuts. */
  gap: Minor
  /** In hundredths of a per cent of the direct rate. Null where that is 0. */
  gapPct: number | null
  /** Which side is on its own basis; null where both have an after-tax figure. */
  note: string | null
}

/** Two rates that cannot be held against each other, and why. */
export interface Apart {
  basis: null
  gap: null
  gapPct: null
  note: string
}

export type Comparison = Compared | Apart

/**
 * After tax wherever both sides tell that figure. Otherwise by each side's own nightly price, provided that both have the
 * tax in it or both have not. Rates for members never take part: what anybody can book is what competes.
 */
export function compareRates(direct: Figures, channel: Figures, name: string): Comparison {
  const sides = [
    { who: 'direct', figures: direct },
    { who: name, figures: channel },
  ]
  const unsold = sides.filter(({ figures }) => !hasPublicRate(figures))
  if (unsold.length > 0) {
    const said = unsold.map(({ who, figures }) => `${who} has no public rate for this stay (${why(figures)})`)
    return apart(said.join('; '))
  }
  if (direct.currency !== channel.currency) {
    return apart(`direct is in ${direct.currency}, ${name} in ${channel.currency}; nothing is converted`)
  }
  if (direct.barAfterTax !== null && channel.barAfterTax !== null) {
    return compared('bar_after_tax', direct.barAfterTax, channel.barAfterTax, null)
  }
  const native = sides.filter(({ figures }) => figures.barAfterTax === null).map(({ who }) => who)
  const silent = `${native.join(' and ')} ${native.length > 1 ? 'tell' : 'tells'} no after-tax figure`
  const { bar: ours } = direct
  const { bar: theirs } = channel
  if (ours === null || theirs === null) return apart(`${silent}; there is no figure that both sides have`)
  if (direct.taxIncluded === null || direct.taxIncluded !== channel.taxIncluded) {
    return apart(
      `${silent}, and the nightly prices differ in basis: direct ${taxOf(direct)}, ${name} ${taxOf(channel)}`,
    )
  }
  return compared('bar', ours, theirs, `${silent}; compared by nightly prices ${taxOf(direct)} on both sides`)
}

function compared(basis: Basis, direct: Minor, channel: Minor, note: string | null): Compared {
  const gap = channel - direct
  return { basis, gap, gapPct: percentOf(gap, direct), note }
}

function apart(note: string): Apart {
  return { basis: null, gap: null, gapPct: null, note }
}

function hasPublicRate({ bar, barAfterTax }: Figures): boolean {
  return (bar ?? barAfterTax) !== null
}

function why({ status }: Figures): string {
  return status === 'available' ? 'members only' : status
}

function taxOf({ taxIncluded }: Figures): string {
  if (taxIncluded === null) return 'partly with tax'
  return taxIncluded ? 'with tax' : 'without tax'
}

/**
 * In hundredths of a per cent, half away from zero, so that a gap and the same difference the other way round show the same
 * digits. In big integers: an amount times twenty thousand may leave what a double counts exactly.
 */
export function percentOf(part: Minor, whole: Minor): number | null {
  if (whole <= 0) return null
  const [size, by] = [BigInt(Math.abs(part)), BigInt(whole)]
  const rounded = (2n * size * 10_000n + by) / (2n * by)
  return Number(part < 0 ? -rounded : rounded)
}

/** A channel that answered. */
export interface ChannelRate {
  channel: string
  figures: Figures
  comparison: Comparison
}

export interface ParityVerdict {
  /** `direct`, or the channel with the lowest public rate; null where nobody has one that can be told. */
  cheapest: string | null
  deepestUndercut: { channel: string; diff: Minor; diffPct: number | null; basis: Basis } | null
}

/**
 * Only rates on one and the same basis are ranked: after tax as soon as one channel could be compared so. Of equals direct
 * comes first, then the channel that was named first.
 */
export function judge(direct: Figures, rates: readonly ChannelRate[], asked: string): ParityVerdict {
  if (!hasPublicRate(direct)) return { cheapest: cheapestChannel(rates, asked), deepestUndercut: null }
  const all = rates.flatMap(({ channel, comparison }) =>
    comparison.basis === null ? [] : [{ channel, ...comparison }],
  )
  const basis = all.some((row) => row.basis === 'bar_after_tax') ? 'bar_after_tax' : 'bar'
  const lowest = leastBy(
    all.filter((row) => row.basis === basis && row.gap < 0),
    ({ gap }) => gap,
  )
  if (!lowest) return { cheapest: 'direct', deepestUndercut: null }
  const { channel, gap, gapPct } = lowest
  const diffPct = gapPct === null ? null : 0 - gapPct
  return { cheapest: channel, deepestUndercut: { channel, diff: -gap, diffPct, basis } }
}

/** Where the hotel itself has nothing to sell, the channels are ranked among themselves, in the currency that was asked for. */
function cheapestChannel(rates: readonly ChannelRate[], asked: string): string | null {
  const priced = rates.filter(({ figures }) => figures.currency === asked && hasPublicRate(figures))
  const afterTax = leastBy(priced, ({ figures }) => figures.barAfterTax)
  if (afterTax) return afterTax.channel
  const bases = new Set(priced.map(({ figures }) => figures.taxIncluded))
  const alike = priced.length === 1 || (bases.size === 1 && !bases.has(null))
  return alike ? (leastBy(priced, ({ figures }) => figures.bar)?.channel ?? null) : null
}

/** The first of those with the least value. */
function leastBy<T>(items: readonly T[], read: (item: T) => number | null): T | undefined {
  let least: { item: T; value: number } | undefined
  for (const item of items) {
    const value = read(item)
    if (value !== null && (least === undefined || value < least.value)) least = { item, value }
  }
  return least?.item
}
