import { randomUUID } from 'node:crypto'
import { type BatchQuery, type BatchRow, type Call, SourceFailure } from '../../source.ts'
import { exchange } from './client.ts'
import { errorsOf, failureOf, isMissingRate, warningsOf } from './errors.ts'
import { lowestOf } from './lowest.ts'
import type { Binding } from './profile.ts'
import { lowestRequest } from './request.ts'
import { rejected } from './shop.ts'
import { type HotelStay, readStay } from './stay.ts'

type StayOf = (hotelCode: string) => HotelStay

/** The best rate of each hotel, and where it takes a call of its own, the best member rate. */
export async function lowest(binding: Binding, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const { taxIncluded, memberCall } = binding.profile
  const stayOf = await ask(binding, query.hotelCodes, query, call, false)
  const rows = query.hotelCodes.map((hotelCode): BatchRow => {
    const stay = attempt(() => stayOf(hotelCode))
    if (stay instanceof SourceFailure) return { hotelCode, failure: stay }
    return { hotelCode, lowest: lowestOf(hotelCode, stay, query, { taxIncluded, member: !memberCall }) }
  })
  return memberCall && query.member ? withMembers(binding, rows, query, call) : rows
}

/** Adds member rates to the rows that have something to sell; what stays unknown is marked so. */
async function withMembers(
  binding: Binding,
  rows: BatchRow[],
  query: BatchQuery,
  call: Call,
): Promise<BatchRow[]> {
  const open = rows.filter((row) => 'lowest' in row && row.lowest.status === 'available')
  if (open.length === 0) return rows
  const codes = open.map((row) => row.hotelCode)
  const stayOf = await ask(binding, codes, query, call, true).catch(expected)
  // The public rates were answered and stand; `memberKnown` stays false for whoever needs the rest.
  if (stayOf instanceof SourceFailure) return rows
  return rows.map((row) => (codes.includes(row.hotelCode) ? withMember(binding, row, query, stayOf) : row))
}

function withMember(binding: Binding, row: BatchRow, query: BatchQuery, stayOf: StayOf): BatchRow {
  if (!('lowest' in row)) return row
  const stay = attempt(() => stayOf(row.hotelCode))
  if (stay instanceof SourceFailure) return row
  // Figures of another moment or currency cannot stand beside those of the first call.
  const currency = stay.currency ?? row.lowest.currency
  if (stay.status !== 'available' || currency !== row.lowest.currency) return row
  const known = { taxIncluded: binding.profile.taxIncluded, member: true }
  const { member, memberAfterTax } = lowestOf(row.hotelCode, stay, query, known)
  return { ...row, lowest: { ...row.lowest, member, memberAfterTax, memberKnown: true } }
}

/** One request for several hotels; the answer is read hotel by hotel, so that one bad one spoils only itself. */
async function ask(
  binding: Binding,
  hotelCodes: readonly string[],
  query: BatchQuery,
  call: Call,
  members: boolean,
): Promise<StayOf> {
  const asked = { echoToken: randomUUID(), live: call.live, members }
  const reply = await exchange(binding, lowestRequest(binding, hotelCodes, query, asked), call)
  const alone = hotelCodes.length === 1
  const [error] = errorsOf(reply.root)
  // An error over a whole batch is about the request; no hotel of it may be called unknown or sold out for it.
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
    const reading = { profile: binding.profile, points: false, alone }
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

/** The value, or the source's failure as a value; any other fault is ours and goes on. */
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
