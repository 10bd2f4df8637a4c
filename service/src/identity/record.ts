import type { Client, Pool } from '../db/pool.ts'
import { type Source } from '../sources/catalog/catalog.ts'
import { ALL_CHAINS, findChainHotel } from './chain-hotel.ts'
import { type Findings, keepFindings } from './claims.ts'
import type { IdentityDeps } from './deps.ts'
import { type ChainHotel, findOwner } from './id-map.ts'
import { canResolve, findTries, lookAt, type Unresolved } from './outlook.ts'
import type { Patience } from './page-pace.ts'
import { concluded, type Resolution, resolveLive } from './resolve.ts'

/** The ids of one hotel, looked up by its chain's code or an agency's. */
export interface IdRecord extends Pick<Resolution, 'ids' | 'unresolved'> {
  /** Only for an agency's hotel: the chain's hotel behind it, or null. */
  mappedTo?: ChainHotel | null
}

export interface RecordAsk {
  source: Source
  hotelCode: string
  /** Where ids are wanted. The agency of the requested hotel is left out. */
  sources: readonly string[]
}

/** What the map knows, and how to resolve the rest. */
export interface RecordPlan {
  known: IdRecord
  /** Null if nothing can be resolved now: all is mapped, recently tried or paused. */
  goLive: ((patience: Patience) => Promise<LiveRecord>) | null
}

/** Live findings, not stored yet. */
export interface LiveRecord {
  findings: readonly Findings[]
  ran: boolean
  /** The record after the findings are stored. */
  conclude(database: Pool | Client): Promise<IdRecord>
}

export async function planRecord(deps: IdentityDeps, asked: RecordAsk): Promise<RecordPlan> {
  const { source, hotelCode } = asked
  const hotel = { chain: source.id, hotelCode }
  if (source.kind === 'chain') return planChainHotel(deps, hotel, asked.sources)
  const others = asked.sources.filter((id) => id !== source.id)
  const owner = await findOwner(deps.pool, source.id, hotelCode)
  if (!owner) return planListing(deps, hotel, others)
  const { known, goLive } = await planChainHotel(deps, owner, others)
  return {
    known: { mappedTo: owner, ...known },
    goLive:
      goLive &&
      (async (patience) => {
        const live = await goLive(patience)
        return { ...live, conclude: async (db) => ({ mappedTo: owner, ...(await live.conclude(db)) }) }
      }),
  }
}

/** Stores the findings and returns the resulting record. Runs in the transaction that pays for them. */
export async function keepLive(
  client: Client,
  { log }: IdentityDeps,
  { findings, conclude }: LiveRecord,
): Promise<IdRecord> {
  for (const found of findings) await keepFindings(client, log, found)
  return conclude(client)
}

async function planChainHotel(
  deps: IdentityDeps,
  hotel: ChainHotel,
  sources: readonly string[],
): Promise<RecordPlan> {
  const outlook = await lookAt(deps, hotel, sources)
  const { ids, unresolved } = outlook
  if (!canResolve(outlook)) return { known: { ids, unresolved }, goLive: null }
  return {
    known: { ids, unresolved },
    goLive: async (patience) => {
      const live = await resolveLive(deps, hotel, outlook, patience)
      return {
        findings: [live.findings],
        ran: live.ran,
        conclude: (db) => concluded(db, hotel, sources, live),
      }
    },
  }
}

/** An unmapped agency's hotel: finds its chain's hotel first, then that hotel's ids. */
async function planListing(
  deps: IdentityDeps,
  listing: ChainHotel,
  sources: readonly string[],
): Promise<RecordPlan> {
  const until = (await findTries(deps.pool, listing)).get(ALL_CHAINS)
  const known: IdRecord = {
    mappedTo: null,
    ids: new Map(),
    unresolved: sources.map((source) =>
      until
        ? { source, reason: 'suppressed', retryAfter: until }
        : { source, reason: 'not_tried', retryAfter: null },
    ),
  }
  if (until) return { known, goLive: null }
  return {
    known,
    goLive: async (patience) => {
      const found = await findChainHotel(deps, listing)
      const plan = found.hotel ? await planChainHotel(deps, found.hotel, sources) : null
      const live = await plan?.goLive?.(patience)
      return {
        findings: [...found.findings, ...(live?.findings ?? [])],
        ran: found.ran || (live?.ran ?? false),
        conclude: async (db) => {
          const mappedTo = await findOwner(db, listing.chain, listing.hotelCode)
          if (!mappedTo || !plan)
            return { mappedTo, ids: new Map(), unresolved: unmatched(sources, found.ran) }
          return { mappedTo, ...(live ? await live.conclude(db) : plan.known) }
        },
      }
    },
  }
}

function unmatched(sources: readonly string[], ran: boolean): Unresolved[] {
  return sources.map((source) => ({ source, reason: ran ? 'no_match' : 'source_failed', retryAfter: null }))
}
