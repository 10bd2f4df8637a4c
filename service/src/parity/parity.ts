import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import { hotelKey } from '../hotels/master.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import type { Figures } from '../observations/figures.ts'
import { canQuote, findQuotedCurrency } from '../observations/hotel-currency.ts'
import { type Stay, stayKey } from '../observations/key.ts'
import type { StayObservation } from '../observations/observations.ts'
import {
  type Asker,
  factsOf,
  fromStore,
  type RateDeps,
  rowError,
  type Shopped,
  sellStay,
  shopLive,
} from '../rates/ask.ts'
import { isPriced } from '../rates/render.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { answer, type ChannelOutcome } from './answer.ts'
import { firstListings, type Listing, resolveListings, type Unlisted } from './listings.ts'
import { planMetasearchParity } from './metasearch.ts'
import { type ReceiptAsk, withReceipt } from './receipt.ts'
import type { ParityAsk } from './request.ts'
import { sellerRows } from './sellers.ts'

export type ParityDeps = RateDeps & IdentityDeps

/** What came of one source: its answer, its failure, or why it was not asked. */
type Outcome = { source: Source } & (
  | { listing: Listing; shopped: Shopped }
  | { listing: Listing; error: { code: string; message: string } }
  | Omit<Unlisted, 'source'>
)

/**
 * Compares the chain's own rate with those of the agencies that list the hotel. Agencies are asked in the currency that the
 * chain quotes. If it is known beforehand, all are asked at the same time, otherwise the chain first.
 */
export async function planParity(deps: ParityDeps, asked: ParityAsk, receipt?: ReceiptAsk): Promise<Planned> {
  const ask = { ...asked, evidence: receipt !== undefined }
  const { stay, terms } = ask
  if (stay.source.kind === 'meta') return planMetasearchParity(deps, ask, receipt)
  const { known, sought, unlisted } = await firstListings(deps, ask)
  const whole = terms.live ? undefined : await deps.observations.findStay(stay, terms.fresh)
  const expected = whole ? whole.figures.currency : await findQuotedCurrency(deps, stay)
  const cached =
    expected === null ? new Map<string, StayObservation>() : await cachedRates(deps, ask, known, expected)
  const prices = (isCached: boolean) => [
    ...((whole !== undefined) === isCached ? [shopPrice(stay)] : []),
    ...known.filter((listing) => cached.has(listingKey(listing)) === isCached).map(shopPrice),
  ]
  const live = [
    ...prices(false),
    ...(sought.length > 0 ? [PRICE_OF.resolution()] : []),
    ...sought.map((source) => shopPrice({ source })),
  ]
  return {
    estimate: {
      cached: prices(true),
      live,
      free: unlisted.length,
      standsOnLive: !whole,
      ...(receipt && live.length > 0 && { extra: PRICE_OF.receipt() }),
    },
    run: async (tab) => {
      const direct = directRate(deps, ask, whole, tab)
      const [shopped, listed, found] = await Promise.all([
        direct,
        listedRates(
          deps,
          ask,
          known,
          { expected, cached, direct, standsOn: whole ? undefined : stayKey(stay) },
          tab,
        ),
        // Only for a hotel that the chain knows: the search engine allows few pages.
        direct.then((told) => soughtRates(deps, ask, sought, told, tab)),
      ])
      const outcomes = [...listed, ...found.outcomes, ...skippedOf(unlisted, tab)]
      const bySource = new Map(outcomes.map((outcome) => [outcome.source, outcome]))
      const inOrder = ask.channels.flatMap((source) => bySource.get(source) ?? [])
      const seen = { direct: shopped, hotel: shopped.observation.answer.hotel }
      const view = answer(deps, ask, seen, rowsOf(inOrder), await factsOf(deps, stay), found.ran)
      const all = [shopped, ...inOrder.flatMap((outcome) => ('shopped' in outcome ? outcome.shopped : []))]
      return receipt ? withReceipt(receipt, view, all, tab) : served(view)
    },
  }
}

/** A row per agency. A metasearch engine adds those of its sellers that have none yet; the hotel's own site is direct. */
function rowsOf(outcomes: readonly Outcome[]): ChannelOutcome[] {
  const rows = new Map<string, ChannelOutcome>()
  for (const { source, ...outcome } of outcomes) {
    const via = source.kind === 'meta' ? source.id : null
    const shown =
      via !== null && 'shopped' in outcome
        ? sellerRows(outcome.shopped, via)
        : [{ channel: source.id, seller: null, via, ...outcome }]
    for (const row of shown) if (!rows.has(row.channel)) rows.set(row.channel, row)
  }
  return [...rows.values()]
}

function shopPrice({ source }: { source: Source }) {
  return PRICE_OF.shop(weightsOf(source))
}

function listingKey({ source, hotelCode }: Listing): string {
  return hotelKey({ source: source.id, hotelCode })
}

function stayAt({ stay }: ParityAsk, { source, hotelCode }: Listing, currency: string): Stay {
  return { ...stay, source, hotelCode, currency }
}

/** The channels' cached answers, by listing. */
async function cachedRates(
  { observations }: ParityDeps,
  ask: ParityAsk,
  listings: readonly Listing[],
  currency: string,
): Promise<Map<string, StayObservation>> {
  if (ask.terms.live) return new Map()
  const found = await Promise.all(
    listings.map(async (listing) => {
      const known = await observations.findStay(stayAt(ask, listing, currency), ask.terms.fresh)
      return known ? [[listingKey(listing), known] as const] : []
    }),
  )
  return new Map(found.flat())
}

async function directRate(
  deps: ParityDeps,
  { stay, terms, evidence = false }: ParityAsk,
  whole: StayObservation | undefined,
  tab: Tab,
): Promise<Shopped> {
  const shopped = whole ? fromStore(whole) : await shopLive(deps, stay, { ...terms, evidence }, tab)
  sellStay(shopped, tab, shopPrice(stay))
  return shopped
}

/** What is known of the channels before the chain has answered. */
interface Expected {
  expected: string | null
  cached: ReadonlyMap<string, StayObservation>
  direct: Promise<Shopped>
  /** The chain's question, while it may still fail. */
  standsOn: string | undefined
}

async function listedRates(
  deps: ParityDeps,
  ask: ParityAsk,
  listings: readonly Listing[],
  { expected, cached, direct, standsOn }: Expected,
  tab: Tab,
): Promise<Outcome[]> {
  if (expected === null) {
    const { currency } = (await direct).observation.figures
    return ratesIn(deps, ask, listings, currency, tab)
  }
  return Promise.all(
    listings.map(async (listing) => {
      const asked = { listing, asker: tab }
      const guess = await channelRate(deps, ask, { ...asked, currency: expected, cached, standsOn })
      const { figures } = (await direct).observation
      return sellGuess(guess, await askedAgain(deps, ask, guess, { ...asked, direct: figures }), tab)
    }),
  )
}

/** The channels' rates in the currency that the chain has quoted. */
async function ratesIn(
  deps: ParityDeps,
  ask: ParityAsk,
  listings: readonly Listing[],
  currency: string,
  tab: Tab,
): Promise<Outcome[]> {
  const cached = await cachedRates(deps, ask, listings, currency)
  return Promise.all(
    listings.map(async (listing) => {
      const outcome = await channelRate(deps, ask, { listing, currency, cached, asker: tab })
      return sellGuess(outcome, outcome, tab)
    }),
  )
}

/** If the chain quotes another currency than expected, asks the channel once more, in that one. */
async function askedAgain(
  deps: ParityDeps,
  ask: ParityAsk,
  guess: Outcome,
  { listing, direct, asker }: { listing: Listing; direct: Figures; asker: Asker },
): Promise<Outcome> {
  if (!('shopped' in guess) || !isPriced(direct)) return guess
  const { currency } = guess.shopped.observation.figures
  if (currency === direct.currency || !canQuote(listing.source, direct.currency)) return guess
  const again = await channelRate(deps, ask, { listing, currency: direct.currency, cached: new Map(), asker })
  return 'shopped' in again ? again : guess
}

interface ChannelAsk {
  listing: Listing
  currency: string
  cached: ReadonlyMap<string, StayObservation>
  standsOn?: string | undefined
  asker: Asker
}

async function channelRate(
  deps: ParityDeps,
  ask: ParityAsk,
  { listing, currency, cached, standsOn, asker }: ChannelAsk,
): Promise<Outcome> {
  const { source } = listing
  const known = cached.get(listingKey(listing))
  if (known) return { source, listing, shopped: fromStore(known) }
  try {
    const stay = stayAt(ask, listing, currency)
    const options = { ...ask.terms, evidence: ask.evidence ?? false, standsOn }
    const shopped = await shopLive(deps, stay, options, asker)
    return { source, listing, shopped }
  } catch (error) {
    return { source, listing, error: rowError(error, source) }
  }
}

/**
 * A channel that fails is free and does not fail the others. One that was asked twice pays for the first time only, because the
 * wrong guess was ours; what it said then is stored if that price was the live one.
 */
function sellGuess(guess: Outcome, told: Outcome, tab: Tab): Outcome {
  if (!('shopped' in guess) || !('shopped' in told)) tab.free()
  else if (guess === told) sellStay(told.shopped, tab, shopPrice(guess))
  else if (guess.shopped.cached) tab.cached(shopPrice(guess))
  else tab.live(shopPrice(guess), told.shopped.keep)
  return told
}

/** Resolves the missing ids and shops the channels found. */
async function soughtRates(
  deps: ParityDeps,
  ask: ParityAsk,
  sought: readonly Source[],
  told: Shopped,
  tab: Tab,
): Promise<{ outcomes: Outcome[]; ran: boolean }> {
  if (sought.length === 0) return { outcomes: [], ran: false }
  await learnName(deps, ask, told)
  const { known, unlisted, ran, keep } = await resolveListings(deps, ask, sought)
  if (ran) tab.live(PRICE_OF.resolution(), keep)
  else tab.free()
  const rates = await ratesIn(deps, ask, known, told.observation.figures.currency, tab)
  return { outcomes: [...rates, ...skippedOf(unlisted, tab)], ran }
}

/** The search uses the name that the chain has just returned. Names cost nothing, so they are stored at once. */
async function learnName(
  { hotels }: ParityDeps,
  { stay }: ParityAsk,
  { observation }: Shopped,
): Promise<void> {
  const { hotel: record } = observation.answer
  if (record) await hotels.register([{ source: stay.source.id, hotelCode: stay.hotelCode, record }])
}

function skippedOf(unlisted: readonly Unlisted[], tab: Tab): Outcome[] {
  return unlisted.map((outcome) => {
    tab.free()
    return outcome
  })
}
