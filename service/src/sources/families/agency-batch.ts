import { type BatchQuery, type BatchRow, type LowestAnswer, SourceFailure } from '../source.ts'
import type { Known } from './hotel-facts.ts'
import { inNumericBatches } from './numeric-ids.ts'

/**
 * How an agency answers for many hotels: one request for public prices and, if needed, one for member prices. Both run in
 * parallel, since nearly every hotel needs both.
 */
export interface AgencyLooks<Outcome extends object> {
  /** What one request says of each hotel. Hotels that it leaves out are not in the map. */
  ask(codes: readonly string[], member: boolean): Promise<Map<string, Outcome | SourceFailure>>
  /** Whether hotels that the answer leaves out exist. */
  exist(codes: readonly string[]): Promise<ReadonlyMap<string, Known<object>>>
  /** What it means if the answer leaves out a hotel that exists. */
  full: Outcome
  /** `members` is undefined if they were not requested, or that request failed. */
  lowest(hotelCode: string, outcome: Outcome, members: Outcome | SourceFailure | undefined): LowestAnswer
}

export function lowestAtAgency<Outcome extends object>(
  query: BatchQuery,
  looks: AgencyLooks<Outcome>,
): Promise<BatchRow[]> {
  return inNumericBatches(query.hotelCodes, async (codes) => {
    const [open, members] = await Promise.all([
      withAbsent(codes, looks),
      query.member ? looks.ask(codes, true).catch(unknownMembers) : undefined,
    ])
    return codes.map((hotelCode): BatchRow => {
      const outcome =
        open.get(hotelCode) ?? new SourceFailure('broken', `the answer does not mention ${hotelCode}`)
      if (outcome instanceof SourceFailure) return { hotelCode, failure: outcome }
      return { hotelCode, lowest: looks.lowest(hotelCode, outcome, members?.get(hotelCode)) }
    })
  })
}

async function withAbsent<Outcome extends object>(
  codes: readonly string[],
  looks: AgencyLooks<Outcome>,
): Promise<Map<string, Outcome | SourceFailure>> {
  const outcomes = await looks.ask(codes, false)
  const absent = codes.filter((code) => !outcomes.has(code))
  if (absent.length === 0) return outcomes
  const known = await looks.exist(absent)
  for (const code of absent) {
    const fact = known.get(code) ?? new SourceFailure('not_found', `no hotel ${code}`)
    outcomes.set(code, fact instanceof SourceFailure ? fact : looks.full)
  }
  return outcomes
}

/** Entry by entry, so that an unreadable hotel fails only its own row. */
export function readEach<Outcome>(
  entries: ReadonlyMap<string, unknown>,
  read: (entry: unknown) => Outcome,
): Map<string, Outcome | SourceFailure> {
  const outcomes = new Map<string, Outcome | SourceFailure>()
  for (const [code, entry] of entries) {
    try {
      outcomes.set(code, read(entry))
    } catch (error) {
      outcomes.set(code, asFailure(error))
    }
  }
  return outcomes
}

/** Keeps the public figures and marks the member rate as unknown. */
function unknownMembers(error: unknown): undefined {
  asFailure(error)
}

function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  throw error
}
