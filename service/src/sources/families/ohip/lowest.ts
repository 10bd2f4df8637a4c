import { type BatchQuery, type BatchRow, type Call, SourceFailure } from '../../source.ts'
import type { Nightly } from './amounts.ts'
import type { Bound } from './bound.ts'
import { parseMemberSearch, parseSearch } from './parse-lowest.ts'

/**
 * The cheapest rate of up to ten hotels. One search shows one lowest figure per hotel, so member rates always take a
 * second one: where that is free for the caller it runs beside the first, else only on demand and only for the hotels
 * that have something to sell.
 */
export async function lowestOfBatch(bound: Bound, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const alongside = bound.profile.memberCall ? null : askMembers(bound, query, query.hotelCodes, call)
  const [body, early] = await Promise.all([bound.client.get(call, bound.requests.search(query)), alongside])
  const rows = parseSearch(body, query, bound.terms())
  const onSale = rows.filter(isOnSale).map((row) => row.hotelCode)
  const wanted = bound.profile.memberCall && query.member && onSale.length > 0
  const members = wanted ? await askMembers(bound, query, onSale, call) : early
  return members === null ? rows : rows.map((row) => withMember(row, members))
}

/** Null where the call failed: the public rates stand, and the rows say that member rates are not known. */
async function askMembers(
  bound: Bound,
  query: BatchQuery,
  hotelCodes: readonly string[],
  call: Call,
): Promise<Map<string, Nightly | null> | null> {
  try {
    const body = await bound.client.get(call, bound.requests.memberSearch(query, hotelCodes))
    return parseMemberSearch(body, query.los, bound.terms())
  } catch (failure) {
    if (failure instanceof SourceFailure) return null
    throw failure
  }
}

function isOnSale(row: BatchRow): boolean {
  return 'lowest' in row && row.lowest.status === 'available'
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
