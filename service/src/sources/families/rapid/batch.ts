import type { Minor } from '../../../kernel/money.ts'
import { type Adapter, type BatchQuery, type LowestAnswer, type Rate, SourceFailure } from '../../source.ts'
import { lowestAtAgency, readEach } from '../agency-batch.ts'
import { type Client, occupancies, type Talk } from './client.ts'
import { type Available, byProperty, parseProperty } from './parse.ts'
import type { PropertyFacts } from './property-facts.ts'
import type { NotAvailable } from './unavailable-reason.ts'

/**
 * Rapid returns the rates "with the best value", usually the cheapest, unsorted; a single rate could miss the lowest price, and
 * the lowest before tax need not be the lowest after tax.
 */
const BEST_RATES = 5

type Outcome = Available | NotAvailable

export function createBatch(
  client: Client,
  facts: PropertyFacts,
  now: () => number,
): NonNullable<Adapter['lowest']> {
  return (query, call) => {
    const talk: Talk = { call, raw: [] }
    const { checkin, los, occupancy, currency } = query
    const asked = { checkin, los, currency, occupancies: occupancies(occupancy), nowMs: now() }
    return lowestAtAgency<Outcome>(query, {
      async ask(propertyIds, member) {
        const stay = { checkin, los, occupancy, currency, ratesPerProperty: BEST_RATES, member }
        const body = await client.availability({ propertyIds, ...stay }, talk)
        return readEach(byProperty(body, propertyIds), (entry) => parseProperty(entry, asked))
      },
      exist: (propertyIds) => facts(propertyIds, talk),
      // A reason is reported if a guest can act on it; plain sold-out needs none.
      full: { status: 'sold_out', minLos: null },
      lowest: (hotelCode, outcome, members) => lowestOf(query, hotelCode, outcome, members),
    })
  }
}

function isAvailable(outcome: Outcome | SourceFailure | undefined): outcome is Available {
  return outcome !== undefined && !(outcome instanceof SourceFailure) && outcome.status === 'available'
}

function lowestOf(
  query: BatchQuery,
  hotelCode: string,
  outcome: Outcome,
  members: Outcome | SourceFailure | undefined,
): LowestAnswer {
  const open = outcome.status === 'available' ? ratesOf(outcome, false) : []
  const comparable =
    isAvailable(members) && outcome.status === 'available' && members.currency === outcome.currency
  const deals = comparable ? ratesOf(members, true) : []
  return {
    hotelCode,
    checkin: query.checkin,
    los: query.los,
    status: outcome.status,
    minLos: outcome.status === 'available' ? null : outcome.minLos,
    currency: outcome.status === 'available' ? outcome.currency : query.currency,
    taxIncluded: outcome.status === 'available' ? false : null,
    bar: least(open, (rate) => rate.pricePerNight),
    barAfterTax: least(open, (rate) => rate.pricePerNightAfterTax),
    member: least(deals, (rate) => rate.pricePerNight),
    memberAfterTax: least(deals, (rate) => rate.pricePerNightAfterTax),
    memberKnown: outcome.status !== 'available' || comparable,
  }
}

function ratesOf(property: Available, memberOnly: boolean): Rate[] {
  const rates = property.rooms.flatMap((room) => room.rates)
  const bookable = rates.filter((rate) => !rate.restricted && !rate.package)
  return bookable.filter((rate) => rate.memberOnly === memberOnly && rate.currency === property.currency)
}

function least(rates: readonly Rate[], figure: (rate: Rate) => Minor | null): Minor | null {
  const figures = rates.map(figure).filter((value) => value !== null)
  return figures.length === 0 ? null : Math.min(...figures)
}
