import type { IdentityDeps } from '../identity/deps.ts'
import { type ChainHotel, findIds, type MappedId } from '../identity/id-map.ts'
import { canResolve, lookAt, type Unresolved } from '../identity/outlook.ts'
import { type Resolution, resolveIds } from '../identity/resolve.ts'
import { ApiError } from '../kernel/errors.ts'
import { notUnderstood } from '../rates/point-of-sale.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { ParityAsk } from './request.ts'

/** Where a channel lists the hotel. */
export interface Listing {
  source: Source
  hotelCode: string
  /** Null for an id that the caller passed. */
  confidence: number | null
}

/** A channel that is not asked: the hotel's id there is unknown, or it does not take the point of sale. */
export interface Unlisted {
  source: Source
  why: 'no_listing' | 'invalid_request'
  note: string
}

export interface Listings {
  known: Listing[]
  unlisted: Unlisted[]
}

/** What is known without a live resolution. */
export interface FirstListings extends Listings {
  /** Channels whose ids are worth resolving now. */
  sought: Source[]
}

/** Ids passed by the caller take precedence over the map. */
export async function firstListings(deps: IdentityDeps, ask: ParityAsk): Promise<FirstListings> {
  const deaf = ask.channels.flatMap((source): Unlisted[] => {
    const note = notUnderstood(source, ask.stay.pointOfSale)
    return note === null ? [] : [{ source, why: 'invalid_request', note }]
  })
  const channels = ask.channels.filter((channel) => !deaf.some(({ source }) => source === channel))
  const { known, sought, unlisted } = await listingsAt(deps, ask, channels)
  return { known, sought, unlisted: [...deaf, ...unlisted] }
}

async function listingsAt(
  deps: IdentityDeps,
  ask: ParityAsk,
  channels: readonly Source[],
): Promise<FirstListings> {
  const { passed } = ask
  const hotel = hotelOf(ask)
  const others = channels.filter(({ id }) => !passed.has(id)).map(({ id }) => id)
  const mapped = others.length > 0 ? await findIds(deps.pool, hotel, others) : new Map<string, MappedId>()
  const known = channels.flatMap((source): Listing[] => {
    const said = passed.get(source.id)
    return said === undefined ? listedAt(source, mapped) : [{ source, hotelCode: said, confidence: null }]
  })
  const missing = channels.filter(({ id }) => !passed.has(id) && !mapped.has(id))
  if (!ask.resolve || missing.length === 0) {
    return { known, sought: [], unlisted: missing.map((source) => unlistedAt(source, NOT_LOOKED_FOR)) }
  }
  const outlook = await lookAt(
    deps,
    hotel,
    missing.map(({ id }) => id),
  )
  return canResolve(outlook)
    ? { known, sought: missing, unlisted: [] }
    : { known, sought: [], unlisted: missing.map((source) => unlistedAt(source, noteOf(source, outlook))) }
}

/** `ran` says whether a resolution must be charged, and `keep` stores what it found. */
export async function resolveListings(
  deps: IdentityDeps,
  ask: ParityAsk,
  sought: readonly Source[],
): Promise<Listings & Pick<Resolution, 'ran' | 'keep'>> {
  const sources = sought.map(({ id }) => id)
  const found = await resolveIds(deps, hotelOf(ask), sources).catch((error: unknown): Resolution => {
    // The direct rate is worth returning even if the chain fails to give the hotel's name.
    if (!(error instanceof ApiError)) throw error
    const unresolved = sources.map(
      (source) => ({ source, reason: 'source_failed', retryAfter: null }) as const,
    )
    return { ids: new Map<string, MappedId>(), unresolved, ran: false, keep: undefined }
  })
  return {
    known: sought.flatMap((source) => listedAt(source, found.ids)),
    unlisted: sought
      .filter(({ id }) => !found.ids.has(id))
      .map((source) => unlistedAt(source, noteOf(source, found))),
    ran: found.ran,
    keep: found.keep,
  }
}

function unlistedAt(source: Source, note: string): Unlisted {
  return { source, why: 'no_listing', note }
}

function hotelOf({ stay }: ParityAsk): ChainHotel {
  return { chain: stay.source.id, hotelCode: stay.hotelCode }
}

function listedAt(source: Source, ids: ReadonlyMap<string, MappedId>): Listing[] {
  const found = ids.get(source.id)
  return found ? [{ source, hotelCode: found.id, confidence: found.confidence }] : []
}

const NOT_LOOKED_FOR = 'The hotel’s id at this channel is unknown and was not searched for.'

const WHY: Readonly<Record<Unresolved['reason'], string>> = {
  no_match: 'The hotel was not found at this channel.',
  suppressed: 'A recent search did not find the hotel at this channel.',
  parked: 'The hotel’s id at this channel is unknown and cannot be searched for at the moment.',
  source_failed: 'The hotel’s id at this channel is unknown, and the search for it failed.',
  not_tried: NOT_LOOKED_FOR,
}

/** Message for people: why there is no listing, and when it can be searched again. */
function noteOf({ id }: Source, { unresolved }: { unresolved: readonly Unresolved[] }): string {
  const found = unresolved.find(({ source }) => source === id)
  if (!found) return NOT_LOOKED_FOR
  const { reason, retryAfter } = found
  return retryAfter
    ? `${WHY[reason]} It can be searched again from ${retryAfter.toISOString()}.`
    : WHY[reason]
}
