import type { Minor } from '../../../kernel/money.ts'
import { type Adapter, type BatchQuery, type LowestAnswer, type Rate, SourceFailure } from '../../source.ts'
import { lowestAtAgency, readEach } from '../agency-batch.ts'
import { inParallel } from '../parallel.ts'
import type { AccommodationFacts } from './accommodation-facts.ts'
import type { Client, Talk } from './client.ts'
import { parseAvailability } from './parse.ts'
import { byAccommodation, type Cheapest, parseResult } from './parse-search.ts'

const SOLD_OUT = { soldOut: true } as const

/** What members find where every product is looked at and none is a deal. */
const NO_DEAL = { noDeal: true } as const

type Outcome = Cheapest | typeof SOLD_OUT | typeof NO_DEAL

const LOOKS_AT_ONCE = 5

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
        const found = readEach<Outcome>(byAccommodation(body, codes), (entry) => parseResult(entry, query))
        if (member) await findHiddenDeals(client, query, found, talk)
        return found
      },
      exist: (codes) => facts(codes, false, talk),
      // By its own description the search finds what can be booked; to be left out is to be full.
      full: SOLD_OUT,
      lowest: (hotelCode, outcome, members) => lowestOf(query, hotelCode, outcome, members),
    })
  }
}

function isOffer(outcome: Outcome | SourceFailure | undefined): outcome is Cheapest {
  return (
    outcome !== undefined &&
    outcome !== SOLD_OUT &&
    outcome !== NO_DEAL &&
    !(outcome instanceof SourceFailure)
  )
}

/**
 * A search tells only the cheapest choice. Where that is a public one, the deals behind it are found among all products,
 * which takes a look at each such hotel alone. A look that fails leaves the deals of its hotel unknown and nothing else.
 */
async function findHiddenDeals(
  client: Client,
  query: BatchQuery,
  found: Map<string, Outcome | SourceFailure>,
  talk: Talk,
): Promise<void> {
  const hidden = [...found].flatMap(([code, outcome]) =>
    isOffer(outcome) && !outcome.memberDeal ? [code] : [],
  )
  await inParallel(hidden, LOOKS_AT_ONCE, async (code) => {
    try {
      const body = await client.availability(code, { ...query, member: true }, talk)
      found.set(code, dealOf(body, code, query))
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      found.set(code, error)
    }
  })
}

function dealOf(body: unknown, code: string, query: BatchQuery): Outcome {
  const offers = parseAvailability(body, code, query, new Map())
  if (!offers) return SOLD_OUT
  const deals = offers.rooms.flatMap((room) => room.rates.filter((rate) => rate.memberOnly))
  const book = least(deals, (rate) => rate.pricePerNight)
  if (book === null) return NO_DEAL
  const allIn = least(deals, (rate) => rate.pricePerNightAfterTax)
  return { currency: offers.currency, book, allIn, memberDeal: true }
}

function least(rates: readonly Rate[], read: (rate: Rate) => Minor | null): Minor | null {
  const figures = rates.map(read).filter((figure) => figure !== null)
  return figures.length === 0 ? null : Math.min(...figures)
}

function lowestOf(
  query: BatchQuery,
  hotelCode: string,
  outcome: Outcome,
  signedIn: Outcome | SourceFailure | undefined,
): LowestAnswer {
  const offer = isOffer(outcome) ? outcome : null
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
    memberKnown: offer === null || deal !== null || signedIn === NO_DEAL,
  }
}
