import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type LowestAnswer,
  SourceFailure,
} from '../../source.ts'
import { inNumericBatches } from '../numeric-ids.ts'
import type { AccommodationFacts } from './accommodation-facts.ts'
import type { Client, Talk } from './client.ts'
import { byAccommodation, type Cheapest, parseResult } from './parse-search.ts'

type Outcome = Cheapest | 'sold_out' | SourceFailure

/**
 * Batches go through the search, which takes a hundred ids and answers with the cheapest choice of each. The bulk
 * availability has every product, but no stated limit of ids, and is gone in the next version of the interface.
 */
export function createBatch(client: Client, facts: AccommodationFacts): NonNullable<Adapter['lowest']> {
  return (query, call) => {
    const talk: Talk = { call, raw: [] }
    return inNumericBatches(query.hotelCodes, (codes) => rowsOf(client, facts, query, codes, talk))
  }
}

async function rowsOf(
  client: Client,
  facts: AccommodationFacts,
  query: BatchQuery,
  codes: readonly string[],
  talk: Talk,
): Promise<BatchRow[]> {
  const open = await outcomes(client, query, codes, false, talk)
  const absent = codes.filter((code) => !open.has(code))
  const available = codes.filter((code) => isOffer(open.get(code)))
  const [known, signedIn] = await Promise.all([
    absent.length === 0 ? [] : absentOutcomes(facts, absent, talk),
    !query.member || available.length === 0 ? undefined : signedInOutcomes(client, query, available, talk),
  ])
  for (const [code, outcome] of known) open.set(code, outcome)
  return codes.map((hotelCode): BatchRow => {
    const outcome = open.get(hotelCode) ?? new SourceFailure('broken', 'not in the answer')
    if (outcome instanceof SourceFailure) return { hotelCode, failure: outcome }
    return { hotelCode, lowest: lowestOf(query, hotelCode, outcome, signedIn?.get(hotelCode)) }
  })
}

/** Result by result, so that one unreadable entry costs its own row alone. */
async function outcomes(
  client: Client,
  query: BatchQuery,
  codes: readonly string[],
  member: boolean,
  talk: Talk,
): Promise<Map<string, Outcome>> {
  const body = await client.search(codes, { ...query, member }, talk)
  const asked = { checkin: query.checkin, los: query.los, rooms: query.occupancy.rooms }
  const result = new Map<string, Outcome>()
  for (const [code, entry] of byAccommodation(body, codes)) {
    try {
      result.set(code, parseResult(entry, asked))
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      result.set(code, error)
    }
  }
  return result
}

/** The search leaves out an accommodation that is full, and just so one that does not exist. */
async function absentOutcomes(
  facts: AccommodationFacts,
  codes: readonly string[],
  talk: Talk,
): Promise<[string, Outcome][]> {
  try {
    const known = await facts(codes, false, talk)
    return codes.map((code) => [
      code,
      known.get(code) ? 'sold_out' : new SourceFailure('not_found', `no accommodation ${code}`),
    ])
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return codes.map((code) => [code, error])
  }
}

/** Undefined where the second request failed: the public figures stand, and the members' are not known. */
async function signedInOutcomes(client: Client, query: BatchQuery, codes: readonly string[], talk: Talk) {
  try {
    return await outcomes(client, query, codes, true, talk)
  } catch (error) {
    if (error instanceof SourceFailure) return undefined
    throw error
  }
}

function isOffer(outcome: Outcome | undefined): outcome is Cheapest {
  return outcome !== undefined && outcome !== 'sold_out' && !(outcome instanceof SourceFailure)
}

function lowestOf(
  query: BatchQuery,
  hotelCode: string,
  outcome: Cheapest | 'sold_out',
  signedIn: Outcome | undefined,
): LowestAnswer {
  const offer = outcome === 'sold_out' ? null : outcome
  // Only the cheapest choice is told: where that is a public one, dearer deals may exist that it hides.
  const deal =
    isOffer(signedIn) && signedIn.memberDeal && signedIn.currency === offer?.currency ? signedIn : null
  return {
    hotelCode,
    checkin: query.checkin,
    los: query.los,
    status: offer ? 'available' : 'sold_out',
    minLos: null,
    currency: offer?.currency ?? query.currency,
    taxIncluded: offer ? true : null,
    bar: offer && !offer.memberDeal ? offer.book : null,
    barAfterTax: offer && !offer.memberDeal ? offer.allIn : null,
    member: deal?.book ?? null,
    memberAfterTax: deal?.allIn ?? null,
    memberKnown: offer === null || deal !== null,
  }
}
