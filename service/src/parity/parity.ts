import { PRICE_OF } from '../billing/prices.ts'
import { openTab, type Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { hotelKey } from '../hotels/master.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import type { Figures } from '../observations/figures.ts'
import { canQuote, findQuotedCurrency } from '../observations/hotel-currency.ts'
import type { Stay } from '../observations/key.ts'
import type { StayObservation } from '../observations/observations.ts'
import { factsOf, fromStore, type RateDeps, rowError, type Shopped, shopLive } from '../rates/ask.ts'
import { isPriced } from '../rates/render.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { answer, type ChannelOutcome } from './answer.ts'
import { firstListings, type Listing, resolveListings, type Unlisted } from './listings.ts'
import type { ParityAsk } from './request.ts'

export type ParityDeps = RateDeps & IdentityDeps

/**
 * Compares the chain's own rate with those of the agencies that list the hotel. Agencies are asked in the currency that the
 * chain quotes. If it is known beforehand, all are asked at the same time, otherwise the chain first.
 */
export async function planParity(deps: ParityDeps, ask: ParityAsk): Promise<Planned> {
  const { stay, terms } = ask
  const { known, sought, unlisted } = await firstListings(deps, ask)
  const whole = terms.live ? undefined : await deps.observations.findStay(stay, terms.fresh)
  const expected = whole ? whole.figures.currency : await findQuotedCurrency(deps, stay)
  const held =
    expected === null ? new Map<string, StayObservation>() : await heldRates(deps, ask, known, expected)
  const prices = (isHeld: boolean) => [
    ...((whole !== undefined) === isHeld ? [shopPrice(stay)] : []),
    ...known.filter((listing) => held.has(listingKey(listing)) === isHeld).map(shopPrice),
  ]
  return {
    estimate: {
      cached: prices(true),
      live: [
        ...prices(false),
        ...(sought.length > 0 ? [PRICE_OF.resolution()] : []),
        ...sought.map((source) => shopPrice({ source })),
      ],
      free: unlisted.length,
      standsOnLive: !whole,
    },
    run: async (tab) => {
      const direct = directRate(deps, ask, whole, tab)
      const [shopped, listed, found] = await Promise.all([
        direct,
        listedRates(deps, ask, known, { expected, held, direct }, tab),
        // Only for a hotel that the chain knows: the search engine allows few pages.
        direct.then((told) => soughtRates(deps, ask, sought, told, tab)),
      ])
      const all = [...listed, ...found.outcomes, ...skippedOf(unlisted, tab)]
      const bySource = new Map(all.map((outcome) => [outcome.source, outcome]))
      const inOrder = ask.channels.flatMap((source) => bySource.get(source) ?? [])
      return answer(deps, ask, shopped, inOrder, await factsOf(deps, stay), found.ran)
    },
  }
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
async function heldRates(
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
  { stay, terms }: ParityAsk,
  whole: StayObservation | undefined,
  tab: Tab,
): Promise<Shopped> {
  if (!whole) return shopLive(deps, stay, terms, tab, shopPrice(stay))
  tab.cached(shopPrice(stay))
  return fromStore(whole)
}

/** What is known of the channels before the chain has answered. */
interface Expected {
  expected: string | null
  held: ReadonlyMap<string, StayObservation>
  direct: Promise<Shopped>
}

async function listedRates(
  deps: ParityDeps,
  ask: ParityAsk,
  listings: readonly Listing[],
  { expected, held, direct }: Expected,
  tab: Tab,
): Promise<ChannelOutcome[]> {
  if (expected === null) {
    const quoted = (await direct).observation.figures.currency
    const known = await heldRates(deps, ask, listings, quoted)
    return Promise.all(listings.map((listing) => channelRate(deps, ask, listing, quoted, known, tab)))
  }
  return Promise.all(
    listings.map(async (listing) => {
      const outcome = await channelRate(deps, ask, listing, expected, held, tab)
      const { figures } = (await direct).observation
      return askedAgain(deps, ask, { outcome, listing, direct: figures, caller: tab.caller })
    }),
  )
}

/** What a channel answered in the currency that the chain was expected to quote. */
interface Guess {
  outcome: ChannelOutcome
  listing: Listing
  direct: Figures
  caller: string | undefined
}

/**
 * If the chain quotes another currency than expected, asks the channel once more, in that one. The channel is charged once:
 * the wrong guess was ours.
 */
async function askedAgain(
  deps: ParityDeps,
  ask: ParityAsk,
  { outcome, listing, direct, caller }: Guess,
): Promise<ChannelOutcome> {
  if (!('shopped' in outcome) || !isPriced(direct)) return outcome
  const { currency } = outcome.shopped.observation.figures
  if (currency === direct.currency || !canQuote(listing.source, direct.currency)) return outcome
  const again = await channelRate(deps, ask, listing, direct.currency, new Map(), openTab('parity', caller))
  return 'shopped' in again ? again : outcome
}

/** A channel that fails is free and does not fail the others. */
async function channelRate(
  deps: ParityDeps,
  ask: ParityAsk,
  listing: Listing,
  currency: string,
  held: ReadonlyMap<string, StayObservation>,
  tab: Tab,
): Promise<ChannelOutcome> {
  const { source } = listing
  const known = held.get(listingKey(listing))
  if (known) {
    tab.cached(shopPrice(listing))
    return { source, listing, shopped: fromStore(known) }
  }
  try {
    const stay = stayAt(ask, listing, currency)
    return { source, listing, shopped: await shopLive(deps, stay, ask.terms, tab, shopPrice(listing)) }
  } catch (error) {
    tab.free()
    return { source, listing, error: rowError(error, source) }
  }
}

/** Resolves the missing ids and shops the channels found. */
async function soughtRates(
  deps: ParityDeps,
  ask: ParityAsk,
  sought: readonly Source[],
  told: Shopped,
  tab: Tab,
): Promise<{ outcomes: ChannelOutcome[]; ran: boolean }> {
  if (sought.length === 0) return { outcomes: [], ran: false }
  // The search uses the name that the chain has just returned, so it must be stored first.
  await told.stored.catch(() => {})
  const { known, unlisted, ran } = await resolveListings(deps, ask, sought)
  if (ran) tab.live(PRICE_OF.resolution())
  else tab.free()
  const { currency } = told.observation.figures
  const held = await heldRates(deps, ask, known, currency)
  const rates = await Promise.all(
    known.map((listing) => channelRate(deps, ask, listing, currency, held, tab)),
  )
  return { outcomes: [...rates, ...skippedOf(unlisted, tab)], ran }
}

function skippedOf(unlisted: readonly Unlisted[], tab: Tab): ChannelOutcome[] {
  return unlisted.map(({ source, note }) => {
    tab.free()
    return { source, unlisted: note }
  })
}
