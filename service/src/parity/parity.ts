import { PRICE_OF } from '../billing/prices.ts'
import type { Tab } from '../billing/tab.ts'
import type { Planned } from '../edge/sale.ts'
import { hotelKey } from '../hotels/master.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import type { Stay } from '../observations/key.ts'
import type { StayObservation, Summary } from '../observations/observations.ts'
import { factsOf, fromStore, type RateDeps, type Shopped, shopLive } from '../rates/ask.ts'
import { rowFromStore, shopRow } from '../rates/compset-rows.ts'
import { type Source, weightsOf } from '../sources/catalog/catalog.ts'
import { answer, type ChannelOutcome } from './answer.ts'
import { firstListings, type Listing, resolveListings, type Unlisted } from './listings.ts'
import type { ParityAsk } from './request.ts'

export type ParityDeps = RateDeps & IdentityDeps

/** Compares the chain's own rate with those of the agencies that list the hotel. */
export async function planParity(deps: ParityDeps, ask: ParityAsk): Promise<Planned> {
  const { stay, terms } = ask
  const { known, sought, unlisted } = await firstListings(deps, ask)
  const [whole, held] = await Promise.all([
    terms.live ? undefined : deps.observations.findStay(stay, terms.fresh),
    heldRates(deps, ask, known),
  ])
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
        Promise.all(known.map((listing) => channelRate(deps, ask, listing, held, tab))),
        // Only for a hotel that the chain knows: the search engine allows few pages.
        direct.then((told) => soughtRates(deps, ask, sought, told, tab)),
      ])
      const all = [...listed, ...found.outcomes, ...skippedOf(unlisted, tab)]
      const bySource = new Map(all.map((outcome) => [outcome.source, outcome]))
      const inOrder = ask.channels.flatMap((source) => bySource.get(source) ?? [])
      return answer(ask, shopped, inOrder, await factsOf(deps, stay), found.ran, deps.now())
    },
  }
}

function shopPrice({ source }: { source: Source }) {
  return PRICE_OF.shop(weightsOf(source))
}

function listingKey({ source, hotelCode }: Listing): string {
  return hotelKey({ source: source.id, hotelCode })
}

function stayAt({ stay }: ParityAsk, { source, hotelCode }: Listing): Stay {
  return { ...stay, source, hotelCode }
}

/** The channels' cached rates, by listing. */
async function heldRates(
  { observations }: ParityDeps,
  ask: ParityAsk,
  listings: readonly Listing[],
): Promise<Map<string, Summary>> {
  if (ask.terms.live) return new Map()
  return observations.findSummaries(
    listings.map((listing) => stayAt(ask, listing)),
    ask.terms.fresh,
  )
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

/** A channel that fails is free and does not fail the others. */
async function channelRate(
  deps: ParityDeps,
  ask: ParityAsk,
  listing: Listing,
  held: ReadonlyMap<string, Summary>,
  tab: Tab,
): Promise<ChannelOutcome> {
  const { source } = listing
  const stay = stayAt(ask, listing)
  const known = held.get(listingKey(listing))
  if (!known) return { source, listing, row: await shopRow(deps, stay, ask.terms, tab, shopPrice(listing)) }
  tab.cached(shopPrice(listing))
  return { source, listing, row: rowFromStore(stay, known) }
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
  const held = await heldRates(deps, ask, known)
  const rates = await Promise.all(known.map((listing) => channelRate(deps, ask, listing, held, tab)))
  return { outcomes: [...rates, ...skippedOf(unlisted, tab)], ran }
}

function skippedOf(unlisted: readonly Unlisted[], tab: Tab): ChannelOutcome[] {
  return unlisted.map(({ source, note }) => {
    tab.free()
    return { source, unlisted: note }
  })
}
