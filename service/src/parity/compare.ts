import type { Minor } from '../kernel/money.ts'
import type { Figures } from '../observations/figures.ts'

/** The price on which two public rates are compared. */
export type Basis = 'bar_after_tax' | 'bar'

/** A channel's public rate compared with the direct one, in minor units of their common currency. */
export interface Compared {
  basis: Basis
  /** Channel minus direct: negative if the channel undercuts. */
  gap: Minor
  /** In hundredths of a percent of the direct rate. Null if that is 0. */
  gapPct: number | null
  /** Which side has no after-tax price; null if both have one. */
  note: string | null
}

/** Two rates that cannot be compared, and why. */
export interface Apart {
  basis: null
  gap: null
  gapPct: null
  note: string
}

export type Comparison = Compared | Apart

/**
 * Compares figures in one currency: after-tax prices if both sides have one, otherwise nightly prices if both include tax or both do not. Member
 * rates are never compared: only public rates compete.
 */
export function compareRates(direct: Figures, channel: Figures, name: string): Comparison {
  const sides = [
    { who: 'direct', figures: direct },
    { who: name, figures: channel },
  ]
  const unsold = sides.filter(({ figures }) => !hasPublicRate(figures))
  if (unsold.length > 0) {
    const said = unsold.map(
      ({ who, figures }) => `no public rate from ${who} for this stay (${why(figures)})`,
    )
    return apart(said.join(', and '))
  }
  if (direct.currency !== channel.currency) {
    return apart(
      `the direct rate is in ${direct.currency}, that of ${name} in ${channel.currency}, and there is no reference rate between them`,
    )
  }
  if (direct.barAfterTax !== null && channel.barAfterTax !== null) {
    return compared('bar_after_tax', direct.barAfterTax, channel.barAfterTax, null)
  }
  const native = sides.filter(({ figures }) => figures.barAfterTax === null).map(({ who }) => who)
  const silent = `o after-tax price from ${native.join(' and ')}`
  const { bar: ours } = direct
  const { bar: theirs } = channel
  if (ours === null || theirs === null) return apart(`n${silent}, and no other price that both sides have`)
  if (direct.taxIncluded === null || direct.taxIncluded !== channel.taxIncluded) {
    return apart(
      `n${silent}, and the nightly prices are not comparable: direct is ${taxOf(direct)}, ${name} is ${taxOf(channel)}`,
    )
  }
  return compared(
    'bar',
    ours,
    theirs,
    `N${silent}; compared by nightly prices ${taxOf(direct)} on both sides.`,
  )
}

function compared(basis: Basis, direct: Minor, channel: Minor, note: string | null): Compared {
  const gap = channel - direct
  return { basis, gap, gapPct: percentOf(gap, direct), note }
}

/** Why two rates are not compared, in so many words. */
function apart(reason: string): Apart {
  return { basis: null, gap: null, gapPct: null, note: `Not compared: ${reason}.` }
}

function hasPublicRate({ bar, barAfterTax }: Figures): boolean {
  return (bar ?? barAfterTax) !== null
}

function why({ status }: Figures): string {
  return status === 'available' ? 'members only' : status
}

function taxOf({ taxIncluded }: Figures): string {
  if (taxIncluded === null) return 'on an unstated tax basis'
  return taxIncluded ? 'with tax' : 'without tax'
}

/**
 * In hundredths of a percent, rounded half away from zero, so that a gap and its opposite show the same digits. Uses big
 * integers, because an amount times 20,000 may exceed the exact range of a double.
 */
export function percentOf(part: Minor, whole: Minor): number | null {
  if (whole <= 0) return null
  const [size, by] = [BigInt(Math.abs(part)), BigInt(whole)]
  const rounded = (2n * size * 10_000n + by) / (2n * by)
  return Number(part < 0 ? -rounded : rounded)
}

/** A channel that answered, with its figures in the currency of direct if there is a reference rate. */
export interface ChannelRate {
  channel: string
  figures: Figures
  comparison: Comparison
}

export interface ParityVerdict {
  /** `direct`, or the channel with the lowest public rate; null if no channel was compared. */
  cheapest: string | null
  deepestUndercut: { channel: string; diff: Minor; diffPct: number | null; basis: Basis } | null
}

/**
 * Ranks only rates on the same basis: after tax if any channel could be compared after tax. On a tie, direct comes first,
 * then the channel requested first. Where direct sells nothing, no channel was compared, and none is the cheapest.
 */
export function judge(rates: readonly ChannelRate[]): ParityVerdict {
  const all = rates.flatMap(({ channel, comparison }) =>
    comparison.basis === null ? [] : [{ channel, ...comparison }],
  )
  if (all.length === 0) return { cheapest: null, deepestUndercut: null }
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

/** The item with the least value; on a tie, the first. */
function leastBy<T>(items: readonly T[], read: (item: T) => number | null): T | undefined {
  let least: { item: T; value: number } | undefined
  for (const item of items) {
    const value = read(item)
    if (value !== null && (least === undefined || value < least.value)) least = { item, value }
  }
  return least?.item
}
