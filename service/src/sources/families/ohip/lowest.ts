import { type BatchQuery, type BatchRow, type Call, SourceFailure } from '../../source.ts'
import type { Nightly } from './amounts.ts'
import type { Bound } from './bound.ts'
import { parseMemberSearch, parseSearch } from './parse-lowest.ts'

/**
 * The cheapest rate of up to ten hotels. One search shows one lowest figure per hotel, so member rates always take a
 * second one; where somebody pays for it, only on demand. It runs beside the first: waiting to see which of the ten have
 * something to sell would save no request and cost a round trip.
 */
export async function lowestOfBatch(bound: Bound, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const wanted = query.member || !bound.profile.memberCall
  const [body, members] = await Promise.all([
    bound.client.get(call, bound.requests.search(query)),
    wanted ? askMembers(bound, query, call) : null,
  ])
  const rows = parseSearch(body, query, bound.terms())
  return members === null ? rows : rows.map((row) => withMember(row, members))
}

/** Null where the call failed: the public rates stand, and the rows say that member rates are not known. */
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
  if (!('lowest' in row) || row.lowest.status !== 'available') return row
  const price = members.get(row.hotelCode)
  // A figure in another currency than the public rate cannot stand beside it.
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
