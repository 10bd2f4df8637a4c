import { type BatchQuery, type BatchRow, type Call, type LowestAnswer, SourceFailure } from '../../source.ts'
import type { Nightly } from './amounts.ts'
import type { Bound } from './bound.ts'
import { parseMemberSearch, parseSearch } from './parse-lowest.ts'

/**
 * The cheapest rate of up to ten hotels. One search shows one lowest figure per hotel, so member rates need a second one,
 * made only on demand if it costs money. It runs in parallel: waiting for the first would save no request and cost a round trip.
 */
export async function lowestOfBatch(bound: Bound, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const wanted = query.member || !bound.profile.memberCall
  const [body, members] = await Promise.all([
    bound.client.get(call, bound.requests.search(query)),
    wanted ? askMembers(bound, query, call) : null,
  ])
  const rows = parseSearch(body, query, bound.terms())
  if (members === null) return rows
  const confirmed = await confirmMembersOnly(bound, query, rows, members, call)
  return rows.map((row) => withMember(row, confirmed))
}

/**
 * A hotel may sell only to members. But a hotel that sold out between the two parallel searches looks the same, so members are
 * requested again after the public answer.
 */
async function confirmMembersOnly(
  bound: Bound,
  query: BatchQuery,
  rows: readonly BatchRow[],
  members: ReadonlyMap<string, Nightly | null>,
  call: Call,
): Promise<ReadonlyMap<string, Nightly | null>> {
  const hotelCodes = rows.flatMap((row) =>
    'lowest' in row && row.lowest.status !== 'available' && members.get(row.hotelCode) ? [row.hotelCode] : [],
  )
  if (hotelCodes.length === 0) return members
  const again = await askMembers(bound, { ...query, hotelCodes }, call)
  return again === null ? members : new Map([...members, ...again])
}

/** Null if the call failed: the public rates stand, and member rates are marked as unknown. */
async function askMembers(
  bound: Bound,
  query: BatchQuery,
  call: Call,
): Promise<Map<string, Nightly | null> | null> {
  try {
    const body = await bound.client.get(call, bound.requests.memberSearch(query))
    return parseMemberSearch(body, query.los, bound.terms())
  } catch (failure) {
    if (failure instanceof SourceFailure) return null
    throw failure
  }
}

function withMember(row: BatchRow, members: ReadonlyMap<string, Nightly | null>): BatchRow {
  if (!('lowest' in row)) return row
  const price = members.get(row.hotelCode)
  if (row.lowest.status !== 'available') return price ? forMembersOnly(row.lowest, price) : row
  if (row.lowest.bar === null) return row
  // A figure in another currency than the public rate cannot be compared with it.
  if (price === undefined || (price !== null && price.currency !== row.lowest.currency)) return row
  return {
    hotelCode: row.hotelCode,
    lowest: {
      ...row.lowest,
      member: price?.rate ?? null,
      memberAfterTax: price?.afterTax ?? null,
      memberKnown: true,
    },
  }
}

function forMembersOnly(row: LowestAnswer, price: Nightly): BatchRow {
  return {
    hotelCode: row.hotelCode,
    lowest: {
      ...row,
      status: 'available',
      minLos: null,
      currency: price.currency,
      taxIncluded: price.taxIncluded,
      member: price.rate,
      memberAfterTax: price.afterTax,
      memberKnown: true,
    },
  }
}
