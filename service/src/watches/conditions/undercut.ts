import { invalid } from '../../kernel/errors.ts'
import { toDecimal } from '../../kernel/money.ts'
import type { Occupancy } from '../../kernel/occupancy.ts'
import type { Figures } from '../../observations/figures.ts'
import { canQuote } from '../../observations/hotel-currency.ts'
import { type Catalog, findSource, type Source } from '../../sources/catalog/catalog.ts'
import { readPercent } from './amounts.ts'
import {
  type ConditionVerdict,
  type Figure,
  figureOf,
  hundredthsOf,
  onSameBasis,
  onset,
  reaches,
  type Step,
  type Subject,
} from './condition.ts'
import { requireParty } from './party.ts'

type UndercutBasis = 'bar_after_tax' | 'bar'

export interface UndercutBody {
  channel?: string
  hotel_code?: string
  min_pct?: number
  basis?: UndercutBasis
  like_for_like?: boolean
}

export interface UndercutTerms {
  condition: 'undercut'
  channel: string
  /** The hotel's id there. */
  hotelCode: string
  /** Hundredths of a percent. */
  minPct: number
  basis: UndercutBasis
  /** Compares only rooms that match, with the same refundability and meal. */
  likeForLike?: true
}

/** `idOf` finds the hotel's id at a channel; null if it is unknown. */
export async function readUndercut(
  catalog: Catalog,
  body: UndercutBody | undefined,
  subject: Subject,
  hotel: { source: Source; hotelCode: string; occupancy: Occupancy },
  idOf: (channel: string) => Promise<string | null>,
): Promise<UndercutTerms> {
  if (body === undefined) throw invalid('`undercut` is missing. Set the channel to compare with.')
  if (subject.kind !== 'cash') throw invalid('`condition` undercut requires `kind` cash.')
  if (hotel.source.kind !== 'chain') {
    throw invalid(
      '`condition` undercut compares a hotel chain with a channel: `chain` must be a hotel chain.',
    )
  }
  if (body.channel === undefined)
    throw invalid('`undercut.channel` is missing. Set it to an online travel agency.')
  const channel = findSource(catalog, body.channel)
  if (channel?.kind !== 'ota') throw invalid('`undercut.channel` must be an online travel agency.')
  requireParty(channel, hotel.occupancy)
  if (!canQuote(channel, subject.currency)) {
    throw invalid(
      `\`undercut.channel\`: ${channel.id} quotes ${channel.currencies.join(', ')} only, and the watch is in ${subject.currency}.`,
      { chain: channel.id },
    )
  }
  const hotelCode = body.hotel_code ?? (await idOf(channel.id))
  if (hotelCode === null) {
    throw invalid(
      `The id of ${hotel.hotelCode} at ${channel.id} is unknown. Pass \`undercut.hotel_code\`, or resolve it with GET /hotels/${hotel.source.id}/${hotel.hotelCode}/ids.`,
      { chain: channel.id },
    )
  }
  return {
    condition: 'undercut',
    channel: channel.id,
    hotelCode,
    minPct: readPercent('undercut.min_pct', body.min_pct ?? 0),
    basis: body.basis ?? 'bar_after_tax',
    ...(body.like_for_like === true && { likeForLike: true }),
  }
}

/** Fires when the channel sells the stay below the direct public rate. */
export function judgeUndercut(terms: UndercutTerms, step: Step, { currency }: Subject): ConditionVerdict {
  if (terms.likeForLike) return judgeLikeForLike(terms, step, currency)
  const direct = priceNow(step.current, terms.basis, currency)
  const rate = step.channel && priceNow(step.channel, terms.basis, currency)
  if (direct === null || rate === null) return onset(null, step, { atFirst: true })
  const truth = direct !== 'none' && rate !== 'none' && reaches(direct - rate, direct, terms.minPct)
  const sameBasis =
    terms.basis === 'bar_after_tax' ||
    (onSameBasis(step.previous, step.current) &&
      (step.channel === null || onSameBasis(step.previousChannel, step.channel)))
  return onset(truth, step, { atFirst: true, sameBasis }, () =>
    direct === 'none' || rate === 'none' ? null : { undercut: gapOf(direct, rate, terms.basis, currency) },
  )
}

/** A change of the tax basis cannot be a transition here: both sides are read again at each look. */
function judgeLikeForLike(
  terms: UndercutTerms,
  { like = null, ...step }: Step,
  currency: string,
): ConditionVerdict {
  if (like === null) return onset(null, step, { atFirst: true })
  const truth = like !== 'none' && reaches(like.direct - like.rate, like.direct, terms.minPct)
  return onset(truth, step, { atFirst: true }, () =>
    like === 'none'
      ? null
      : { undercut: { ...gapOf(like.direct, like.rate, terms.basis, currency), like_for_like: like.view } },
  )
}

function priceNow(figures: Figures, basis: UndercutBasis, currency: string): Figure {
  return figures.status === 'available' && figures.currency !== currency ? null : figureOf(figures, basis)
}

export function gapOf(direct: number, rate: number, basis: UndercutBasis, currency: string) {
  const diff = direct - rate
  return {
    direct: toDecimal(direct, currency),
    channel_rate: toDecimal(rate, currency),
    diff: toDecimal(diff, currency),
    diff_pct: hundredthsOf(diff, direct) / 100,
    basis,
  }
}
