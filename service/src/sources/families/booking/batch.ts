import type { Minor } from '../../../kernel/money.ts'
import { type Adapter, type BatchQuery, type LowestAnswer, type Rate, SourceFailure } from '../../source.ts'
import { lowestAtAgency, readEach } from '../agency-batch.ts'
import { inParallel } from '../parallel.ts'
import type { AccommodationFacts } from './accommodation-facts.ts'
import { EVERYTHING_IS_TAX, type IsTax } from './charge-kinds.ts'
import type { Client, Talk } from './client.ts'
import { type Offers, parseAvailability, type Reading } from './parse.ts'
import { byAccommodation, type Cheapest, parseResult, resultListsCharges } from './parse-search.ts'

/** What every call needs. */
export interface Binding {
  client: Client
  facts: AccommodationFacts
  chargeKinds: (talk: Talk) => Promise<IsTax>
}

const SOLD_OUT = { soldOut: true } as const

/** The member result if every product was checked and none is a deal. */
const NO_DEAL = { noDeal: true } as const

/** All products were checked and none is for everybody. */
interface NoPublic {
  noPublicRate: true
  currency: string
}

type Outcome = Cheapest | NoPublic | typeof SOLD_OUT | typeof NO_DEAL

const LOOKS_AT_ONCE = 5

/**
 * Batches go through the search, which takes a hundred ids and answers with the cheapest choice of each. The bulk
 * availability has every product, but no stated limit of ids, and is gone in the next version of the interface.
 */
export function createBatch({ client, facts, chargeKinds }: Binding): NonNullable<Adapter['lowest']> {
  return (query, call) => {
    const talk: Talk = { call, raw: [] }
    return lowestAtAgency<Outcome>(query, {
      async ask(codes, member) {
        const body = await client.search(codes, { ...query, member }, talk)
        const results = byAccommodation(body, codes)
        const listed = [...results.values()].some(resultListsCharges)
        const reading = { ...query, isTax: listed ? await chargeKinds(talk) : EVERYTHING_IS_TAX }
        const found = readEach<Outcome>(results, (entry) => parseResult(entry, reading))
        const look: Look = { client, reading, found, talk }
        if (member) await lookBehind(look, true, (offer) => !offer.memberDeal, dealOf)
        else await lookBehind(look, false, (offer) => !offer.open, publicOf)
        return found
      },
      exist: (codes) => facts(codes, false, talk),
      // By its documentation the search finds what can be booked, so a missing hotel is sold out.
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
    !(outcome instanceof SourceFailure) &&
    !isNoPublic(outcome)
  )
}

function isNoPublic(outcome: Outcome): outcome is NoPublic {
  return 'noPublicRate' in outcome
}

interface Look {
  client: Client
  reading: BatchQuery & Reading
  found: Map<string, Outcome | SourceFailure>
  talk: Talk
}

/**
 * A search returns only the cheapest choice. If that is a public price where members were asked for, or a net rate where the
 * public was, all products of that hotel are requested. If this fails, only that hotel fails.
 */
async function lookBehind(
  { client, reading, found, talk }: Look,
  member: boolean,
  hides: (offer: Cheapest) => boolean,
  read: (offers: Offers | null) => Outcome | SourceFailure,
): Promise<void> {
  const hidden = [...found].flatMap(([code, outcome]) => (isOffer(outcome) && hides(outcome) ? [code] : []))
  await inParallel(hidden, LOOKS_AT_ONCE, async (code) => {
    try {
      const body = await client.availability(code, { ...reading, member }, talk)
      found.set(code, read(parseAvailability(body, code, reading, new Map())))
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      found.set(code, error)
    }
  })
}

function dealOf(offers: Offers | null): Outcome {
  if (!offers) return SOLD_OUT
  return cheapestOf(offers, (rate) => rate.memberOnly) ?? NO_DEAL
}

function publicOf(offers: Offers | null): Outcome | SourceFailure {
  if (!offers) return new SourceFailure('broken', 'the search found a choice, the availability none')
  const isOpen = (rate: Rate) => !rate.memberOnly && !rate.restricted && !rate.package
  return cheapestOf(offers, isOpen) ?? { noPublicRate: true, currency: offers.currency }
}

function cheapestOf({ currency, rooms }: Offers, wanted: (rate: Rate) => boolean): Cheapest | null {
  const rates = rooms.flatMap((room) => room.rates.filter(wanted))
  const book = least(rates, (rate) => rate.pricePerNight)
  const first = rates.find((rate) => rate.pricePerNight === book)
  if (book === null || first === undefined) return null
  const allIn = least(rates, (rate) => rate.pricePerNightAfterTax)
  return { currency, book, allIn, taxIncluded: first.taxIncluded, memberDeal: first.memberOnly, open: true }
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
  const onSale = offer ?? (isNoPublic(outcome) ? outcome : null)
  const deal =
    isOffer(signedIn) && signedIn.memberDeal && signedIn.currency === onSale?.currency ? signedIn : null
  return {
    hotelCode,
    checkin: query.checkin,
    los: query.los,
    status: onSale ? 'available' : 'sold_out',
    minLos: null,
    currency: onSale?.currency ?? query.currency,
    taxIncluded: (offer ?? deal)?.taxIncluded ?? null,
    bar: offer && !offer.memberDeal ? offer.book : null,
    barAfterTax: offer && !offer.memberDeal ? offer.allIn : null,
    member: deal?.book ?? null,
    memberAfterTax: deal?.allIn ?? null,
    memberKnown: onSale === null || deal !== null || signedIn === NO_DEAL,
    noPublicRate: onSale !== null && offer === null,
  }
}
