import { type Adapter, type BatchQuery, type LowestAnswer, SourceFailure } from '../../source.ts'
import { lowestAtAgency, readEach } from '../agency-batch.ts'
import type { AccommodationFacts } from './accommodation-facts.ts'
import type { Client, Talk } from './client.ts'
import { byAccommodation, type Cheapest, parseResult } from './parse-search.ts'

const SOLD_OUT = { soldOut: true } as const

type Outcome = Cheapest | typeof SOLD_OUT

/**
 * Batches go through the search, which takes a hundred ids and answers with the cheapest choice of each. The bulk
 * availability has every product, but no stated limit of ids, and is gone in the next version of the interface.
 */
export function createBatch(client: Client, facts: AccommodationFacts): NonNullable<Adapter['lowest']> {
  return (query, call) => {
    const talk: Talk = { call, raw: [] }
    return lowestAtAgency<Outcome>(query, {
      async ask(codes, member) {
        const body = await client.search(codes, { ...query, member }, talk)
        return readEach(byAccommodation(body, codes), (entry) => parseResult(entry, query))
      },
      exist: (codes) => facts(codes, false, talk),
      // By its own description the search finds what can be booked; to be left out is to be full.
      full: SOLD_OUT,
      lowest: (hotelCode, outcome, members) => lowestOf(query, hotelCode, outcome, members),
    })
  }
}

function isOffer(outcome: Outcome | SourceFailure | undefined): outcome is Cheapest {
  return outcome !== undefined && outcome !== SOLD_OUT && !(outcome instanceof SourceFailure)
}

function lowestOf(
  query: BatchQuery,
  hotelCode: string,
  outcome: Outcome,
  signedIn: Outcome | SourceFailure | undefined,
): LowestAnswer {
  const offer = isOffer(outcome) ? outcome : null
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
