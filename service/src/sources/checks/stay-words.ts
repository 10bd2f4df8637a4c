import { minorDigits, toDecimal } from '../../kernel/money.ts'
import type { Rate, StayAnswer, StayQuery } from '../source.ts'
import { type Outcome, skipped } from './attempt.ts'
import type { Exchange } from './exchanges.ts'
import type { TaxBasis } from './report.ts'

/** What a check reports of an available stay. */
export function describeStay({ rooms, currency }: StayAnswer, { checkin }: StayQuery): string {
  const rates = rooms.flatMap((room) => room.rates)
  const open = rates.filter(
    (rate) =>
      isCash(rate) && !rate.memberOnly && !rate.restricted && !rate.package && rate.currency === currency,
  )
  const prices = open.map((rate) => rate.pricePerNight).filter((price) => price !== null)
  const lowest =
    prices.length === 0
      ? 'no public price'
      : `lowest public price ${toDecimal(Math.min(...prices), currency).toFixed(minorDigits(currency))} ${currency}`
  const members = rates.filter((rate) => rate.memberOnly).length
  const deals = members === 0 ? '' : `, ${members} for members`
  return `available on ${checkin}: ${rates.length} rates in ${rooms.length} rooms${deals}, ${lowest}`
}

/** Null if the answer has no price. */
export function taxBasisOf({ rooms }: StayAnswer, expected: boolean | null): TaxBasis | null {
  const cash = rooms.flatMap((room) =>
    room.rates.filter((rate) => isCash(rate) && rate.pricePerNight !== null),
  )
  const bases = new Set(cash.flatMap((rate) => rate.taxIncluded ?? []))
  if (bases.size === 0) return null
  const found = bases.size > 1 ? 'mixed' : bases.has(true) ? 'included' : 'excluded'
  const asExpected = expected === null || found === (expected ? 'included' : 'excluded')
  return { expected, found, asExpected }
}

/** A shop also requests points; if only those fail, its requests show which one. */
export function describePoints(answer: StayAnswer | null, requests: Exchange[]): Outcome {
  if (answer === null) return skipped('points', 'the stay could not be requested')
  const told = { capability: 'points' as const, latencyMs: null, requests: [], forAll: false }
  if (!answer.pointsKnown) {
    const failed = requests.findLast(({ status }) => status === null || status >= 400)
    const why = failed
      ? `: ${failed.status === null ? 'no answer' : `HTTP ${failed.status}`} from ${failed.path}`
      : ''
    return { ...told, result: 'fails', reason: 'refused', detail: `The points could not be read${why}.` }
  }
  const awards = answer.rooms.flatMap((room) => room.rates.filter((rate) => rate.pointsPerNight !== null))
  const lowest = Math.min(...awards.map((award) => award.pointsPerNight ?? Number.POSITIVE_INFINITY))
  const detail =
    awards.length === 0 ? 'no award on that night' : `${awards.length} awards, from ${lowest} points`
  return { ...told, result: 'works', reason: null, detail }
}

function isCash({ pointsPerNight }: Rate): boolean {
  return pointsPerNight === null
}
