import type { Minor } from '../../../kernel/money.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type LowestAnswer,
  type Rate,
  SourceFailure,
} from '../../source.ts'
import { inNumericBatches } from '../numeric-ids.ts'
import { type Client, occupancies, type Talk } from './client.ts'
import { type Available, byProperty, parseProperty } from './parse.ts'
import type { PropertyFacts } from './property-facts.ts'
import type { NotAvailable } from './unavailable-reason.ts'

/**
 * Rapid promises the rates "with the best value", cheapest ones as a rule, in no order; one rate alone could miss the
 * lowest price, and the rate that is lowest before tax need not be the lowest after it.
 */
const BEST_RATES = 5

type Outcome = Available | NotAvailable | SourceFailure

export function createBatch(client: Client, facts: PropertyFacts): NonNullable<Adapter['lowest']> {
  return (query, call) => {
    const talk: Talk = { call, raw: [] }
    return inNumericBatches(query.hotelCodes, (codes) => rowsOf(client, facts, query, codes, talk))
  }
}

async function rowsOf(
  client: Client,
  facts: PropertyFacts,
  query: BatchQuery,
  codes: readonly string[],
  talk: Talk,
): Promise<BatchRow[]> {
  const open = await outcomes(client, query, codes, false, talk)
  const absent = codes.filter((code) => !open.has(code))
  const available = codes.filter((code) => isAvailable(open.get(code)))
  const [known, members] = await Promise.all([
    absent.length === 0 ? [] : absentOutcomes(facts, absent, talk),
    !query.member || available.length === 0 ? undefined : memberOutcomes(client, query, available, talk),
  ])
  for (const [code, outcome] of known) open.set(code, outcome)
  return codes.map((hotelCode): BatchRow => {
    const outcome = open.get(hotelCode) ?? new SourceFailure('broken', 'not in the answer')
    if (outcome instanceof SourceFailure) return { hotelCode, failure: outcome }
    return { hotelCode, lowest: lowestOf(query, hotelCode, outcome, members?.get(hotelCode)) }
  })
}

/** Property by property, so that one unreadable entry costs its own row alone. */
async function outcomes(
  client: Client,
  query: BatchQuery,
  codes: readonly string[],
  member: boolean,
  talk: Talk,
): Promise<Map<string, Outcome>> {
  const { checkin, los, occupancy, currency } = query
  const body = await client.availability(
    { propertyIds: codes, checkin, los, occupancy, currency, ratesPerProperty: BEST_RATES, member },
    talk,
  )
  const asked = { checkin, los, occupancies: occupancies(occupancy) }
  const result = new Map<string, Outcome>()
  for (const [code, entry] of byProperty(body, codes)) {
    try {
      result.set(code, parseProperty(entry, asked))
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      result.set(code, error)
    }
  }
  return result
}

async function absentOutcomes(
  facts: PropertyFacts,
  codes: readonly string[],
  talk: Talk,
): Promise<[string, Outcome][]> {
  try {
    const known = await facts(codes, talk)
    return codes.map((code) => [
      code,
      known.get(code)
        ? { status: 'sold_out', minLos: null }
        : new SourceFailure('not_found', `no property ${code}`),
    ])
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return codes.map((code) => [code, error])
  }
}

/** Undefined where the second request failed: the public figures stand, and the members' are not known. */
async function memberOutcomes(client: Client, query: BatchQuery, codes: readonly string[], talk: Talk) {
  try {
    return await outcomes(client, query, codes, true, talk)
  } catch (error) {
    if (error instanceof SourceFailure) return undefined
    throw error
  }
}

function isAvailable(outcome: Outcome | undefined): outcome is Available {
  return outcome !== undefined && !(outcome instanceof SourceFailure) && outcome.status === 'available'
}

function lowestOf(
  query: BatchQuery,
  hotelCode: string,
  outcome: Available | NotAvailable,
  members: Outcome | undefined,
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
  return property.rooms.flatMap((room) => room.rates.filter((rate) => rate.memberOnly === memberOnly))
}

function least(rates: readonly Rate[], figure: (rate: Rate) => Minor | null): Minor | null {
  const figures = rates.map(figure).filter((value) => value !== null)
  return figures.length === 0 ? null : Math.min(...figures)
}
