import { type CalendarQuery, type Call, type LowestAnswer, SourceFailure } from '../../source.ts'
import { inParallel } from '../parallel.ts'
import type { Bound } from './bound.ts'
import {
  availableRow,
  type CalendarNight,
  parseCalendar,
  parseReason,
  unavailableRow,
} from './parse-lowest.ts'
import { type RestrictionBook, readRestrictions, type Verdict, whyUnavailable } from './restrictions.ts'

const REASONS_AT_ONCE = 6

/**
 * Shop's calendar says that a night is not on sale but never why. PAR knows the restrictions of the whole range and is called
 * in parallel; without PAR each such night is requested separately.
 */
export async function calendarOf(bound: Bound, query: CalendarQuery, call: Call): Promise<LowestAnswer[]> {
  const [body, book] = await Promise.all([
    bound.client.get(call, bound.requests.calendar(query)),
    bound.profile.par ? askRestrictions(bound, query, call) : null,
  ])
  const terms = bound.terms()
  const nights = parseCalendar(body, query, terms)
  const unsold = nights.filter((night) => night.price === null).map((night) => night.night)
  const why =
    book === null ? await askReasons(bound, query, unsold, call) : judged(book, query, unsold, terms.now)
  return nights.map((night) => rowOf(night, query, why, bound))
}

function rowOf(
  { night, price }: CalendarNight,
  query: CalendarQuery,
  why: ReadonlyMap<string, Verdict>,
  bound: Bound,
): LowestAnswer {
  const stay = { checkin: night, los: query.los, currency: query.currency }
  if (price !== null) return availableRow(query.hotelCode, stay, price, bound.terms())
  const verdict = why.get(night)
  if (verdict === undefined) throw new Error(`no verdict on ${night}`)
  return unavailableRow(query.hotelCode, stay, verdict, bound.terms())
}

type Restrictions = { book: RestrictionBook } | { failure: SourceFailure }

/** A failure counts only if a night needs the restrictions: a calendar with every night on sale is complete without them. */
async function askRestrictions(bound: Bound, query: CalendarQuery, call: Call): Promise<Restrictions> {
  try {
    const body = await bound.client.get(call, bound.requests.restrictions(query))
    return { book: readRestrictions(body, query.hotelCode, bound.channelCode) }
  } catch (failure) {
    if (failure instanceof SourceFailure) return { failure }
    throw failure
  }
}

function judged(
  restrictions: Restrictions,
  query: CalendarQuery,
  nights: readonly string[],
  now: number,
): Map<string, Verdict> {
  if (nights.length === 0) return new Map()
  if ('failure' in restrictions) throw restrictions.failure
  const { book } = restrictions
  return new Map(
    nights.map((checkin) => {
      const touching = book.touching(checkin, query.los)
      return [checkin, whyUnavailable(touching, { checkin, los: query.los, now })]
    }),
  )
}

async function askReasons(
  bound: Bound,
  query: CalendarQuery,
  nights: readonly string[],
  call: Call,
): Promise<Map<string, Verdict>> {
  const verdicts = await inParallel(nights, REASONS_AT_ONCE, async (checkin): Promise<[string, Verdict]> => {
    const stay = { ...query, checkin }
    const body = await bound.client.get(call, bound.requests.reason(stay))
    return [checkin, parseReason(body, query.hotelCode, stay, bound.terms())]
  })
  return new Map(verdicts)
}
