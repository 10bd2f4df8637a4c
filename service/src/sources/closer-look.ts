import { lowestOfStay } from './families/lowest-of-stay.ts'
import { inParallel } from './families/parallel.ts'
import { type Adapter, type BatchQuery, type BatchRow, type Call, SourceFailure } from './source.ts'

const LOOKS_AT_ONCE = 5

/**
 * Batches show only the cheapest rates of each hotel. If those are all for somebody else (a company, a package), the hotel may
 * still sell dearer ones to everybody: all its rates are requested. If this fails, only that hotel fails.
 */
export async function lookCloser(
  adapter: Adapter,
  query: BatchQuery,
  rows: readonly BatchRow[],
  call: Call,
): Promise<BatchRow[]> {
  const unpriced = rows.filter(isUnpriced).map(({ hotelCode }) => hotelCode)
  if (unpriced.length === 0) return [...rows]
  // A shop takes its request for the last one of the call.
  const among: Call = { ...call, http: (request) => call.http({ ...request, last: false }) }
  const seen = await inParallel(unpriced, LOOKS_AT_ONCE, (hotelCode) =>
    lookAt(adapter, query, hotelCode, among),
  )
  const closer = new Map(seen.map((row) => [row.hotelCode, row]))
  return rows.map((row) => closer.get(row.hotelCode) ?? row)
}

function isUnpriced(row: BatchRow): boolean {
  if ('failure' in row) return false
  const { status, bar, member, noPublicRate } = row.lowest
  return status === 'available' && bar === null && member === null && noPublicRate !== true
}

async function lookAt(adapter: Adapter, query: BatchQuery, hotelCode: string, call: Call): Promise<BatchRow> {
  try {
    const { hotelCodes: _, member: __, ...stay } = query
    const answer = await adapter.shop({ ...stay, hotelCode }, call)
    const lowest = lowestOfStay({ ...stay, hotelCode }, answer, true)
    const hasPrice = lowest.bar !== null || lowest.member !== null
    return { hotelCode, lowest: hasPrice ? lowest : { ...lowest, noPublicRate: answer.rooms.length > 0 } }
  } catch (error) {
    if (error instanceof SourceFailure) return { hotelCode, failure: error }
    throw error
  }
}
