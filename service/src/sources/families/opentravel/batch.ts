import { type BatchQuery, type BatchRow, type Call, type LowestAnswer, SourceFailure } from '../../source.ts'
import { lowestOfStay } from '../lowest-of-stay.ts'
import { exchange } from './client.ts'
import { errorsOf, failureOf, isMissingRate, warningsOf } from './errors.ts'
import type { Binding } from './profile.ts'
import { lowestRequest } from './request.ts'
import { rejected } from './shop.ts'
import { type HotelStay, readStay } from './stay.ts'

type StayOf = (hotelCode: string) => HotelStay

/** The best rate of each hotel and, if it needs its own call, in parallel the best member rate. */
export async function lowest(binding: Binding, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const { taxIncluded, memberCall } = binding.profile
  const [stayOf, memberStayOf] = await Promise.all([
    ask(binding, query, call, false),
    // The public rates stand without it; `memberKnown` is then false.
    memberCall && query.member ? ask(binding, query, call, true).catch(expected) : undefined,
  ])
  return query.hotelCodes.map((hotelCode): BatchRow => {
    const stay = attempt(() => stayOf(hotelCode))
    if (stay instanceof SourceFailure) return { hotelCode, failure: stay }
    const lowestOf = (seen: HotelStay, memberKnown: boolean) =>
      lowestOfStay(
        { ...query, hotelCode },
        { ...seen, currency: seen.currency ?? query.currency, taxIncluded },
        memberKnown,
      )
    const open = lowestOf(stay, !memberCall)
    if (memberStayOf === undefined || memberStayOf instanceof SourceFailure)
      return { hotelCode, lowest: open }
    return { hotelCode, lowest: withMember(open, memberStayOf, (seen) => lowestOf(seen, true)) }
  })
}

/** Marks what stays unknown. */
function withMember(
  open: LowestAnswer,
  stayOf: StayOf,
  lowestOf: (stay: HotelStay) => LowestAnswer,
): LowestAnswer {
  const stay = open.status === 'available' ? attempt(() => stayOf(open.hotelCode)) : undefined
  if (stay === undefined || stay instanceof SourceFailure) return open
  // Figures in another currency or from another state cannot be combined with those of the first call.
  const currency = stay.currency ?? open.currency
  if (stay.status !== 'available' || currency !== open.currency) return open
  const { member, memberAfterTax } = lowestOf(stay)
  return { ...open, member, memberAfterTax, memberKnown: true }
}

/** One request for several hotels; read hotel by hotel, so that a bad one fails alone. */
async function ask(binding: Binding, query: BatchQuery, call: Call, members: boolean): Promise<StayOf> {
  const asked = { echoToken: binding.newId(), live: call.live, members }
  const reply = await exchange(binding, lowestRequest(binding, query, asked), call)
  const alone = query.hotelCodes.length === 1
  const [error] = errorsOf(reply.root)
  // An error for a whole batch is about the request; it says nothing about any of its hotels.
  if (error !== undefined && !alone) {
    const { kind, message, transient } = failureOf(error)
    throw new SourceFailure(kind === 'not_found' ? 'broken' : kind, message, { transient })
  }
  if (!alone) rejected(reply)
  const withoutRate = new Set(
    warningsOf(reply.root).flatMap((warning) =>
      isMissingRate(warning) && warning.record !== undefined ? [warning.record] : [],
    ),
  )
  return (hotelCode) => {
    if (members && withoutRate.has(hotelCode)) return NO_MEMBER_RATE
    const { occupancy, checkin, los } = query
    const reading = { profile: binding.profile, points: false, currency: query.currency, alone }
    return (
      (alone ? rejected(reply) : undefined) ??
      readStay(reply, { hotelCode, checkin, los, occupancy }, reading)
    )
  }
}

const NO_MEMBER_RATE: HotelStay = {
  hotel: null,
  status: 'available',
  minLos: null,
  currency: null,
  rooms: [],
}

/** The value, or the source's failure as a value; other errors are thrown. */
function attempt<Value>(work: () => Value): Value | SourceFailure {
  try {
    return work()
  } catch (fault) {
    return expected(fault)
  }
}

function expected(fault: unknown): SourceFailure {
  if (fault instanceof SourceFailure) return fault
  throw fault
}
