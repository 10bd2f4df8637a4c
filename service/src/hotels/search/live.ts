import { PRICE_OF } from '../../billing/prices.ts'
import type { Keep, Tab } from '../../billing/tab.ts'
import { forget } from '../../db/forget.ts'
import type { Pool } from '../../db/pool.ts'
import type { Planned } from '../../edge/sale.ts'
import { served } from '../../edge/served.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import { toApiError } from '../../sources/failures.ts'
import type { Gateway } from '../../sources/gateway.ts'
import { SourceFailure } from '../../sources/source.ts'
import { readHotelFacts } from '../directory/facts.ts'
import { type HotelsMaster, hotelKey } from '../master.ts'

export interface LiveSearchDeps {
  gateway: Pick<Gateway, 'find'>
  pool: Pool
  hotels: HotelsMaster
  log: { warn(fields: object, message: string): void }
}

export interface LiveSearchAsk {
  source: Source
  q: string
  country: string | null
  limit: number
}

const PRICE = PRICE_OF.placeLookup()
const FRESH = `created_at > ledger_now() - interval '24 hours'`

/** Asks a metasearch engine for hotels of a name. What it finds enters the directory, and answers the same name for a day. */
export async function planLiveSearch(deps: LiveSearchDeps, ask: LiveSearchAsk): Promise<Planned> {
  const known = await findNamed(deps.pool, ask)
  const isFound = known !== null && known.length > 0
  return {
    estimate: {
      cached: isFound ? [PRICE] : [],
      live: known === null ? [PRICE] : [],
      free: known !== null && !isFound ? 1 : 0,
    },
    run: async (tab) => {
      const { nos, joined, keep } = known ? { nos: known } : await askEngine(deps, ask, tab)
      if (nos.length === 0) {
        if (keep) tab.nothing(keep)
        else tab.free()
      } else if (known !== null || joined) tab.cached(PRICE, keep)
      else tab.live(PRICE, keep)
      return served({ hotels: await viewOf(deps.pool, nos.slice(0, ask.limit)) })
    },
  }
}

async function askEngine(
  deps: LiveSearchDeps,
  ask: LiveSearchAsk,
  { caller, purpose }: Tab,
): Promise<{ nos: number[]; joined: boolean; keep: Keep }> {
  const { source, q, country } = ask
  const { answer, joined } = await deps.gateway
    .find(source.id, { name: q, city: null, country }, { caller, purpose })
    .catch((error: unknown) => {
      throw error instanceof SourceFailure ? toApiError(error, source.id) : error
    })
  // Facts of hotels cost nothing, so they are stored at once.
  const named = answer.map((record) => ({ source: source.id, hotelCode: record.hotelCode, record }))
  const registered = await deps.hotels.register(named)
  const nos = [...new Set(named.flatMap((hotel) => registered.get(hotelKey(hotel)) ?? []))]
  const keep: Keep = () =>
    keepNamed(deps.pool, ask, nos).catch((error: unknown) =>
      deps.log.warn({ err: error, source: source.id }, 'a search by name could not be stored'),
    )
  return { nos, joined, keep }
}

/** Case does not matter to the engine. */
function keyOf({ q, country }: LiveSearchAsk): string {
  return JSON.stringify([q.toLowerCase(), country])
}

async function findNamed(pool: Pool, ask: LiveSearchAsk): Promise<number[] | null> {
  const { rows } = await pool.query<{ hotels: string[] }>({
    name: 'name_lookups_find',
    text: `select hotels from name_lookups where source = $1 and asked = $2 and ${FRESH}`,
    values: [ask.source.id, keyOf(ask)],
  })
  return rows[0]?.hotels.map(Number) ?? null
}

async function keepNamed(pool: Pool, ask: LiveSearchAsk, hotels: readonly number[]): Promise<void> {
  await pool.query({
    name: 'name_lookups_keep',
    text: `insert into name_lookups values ($1, $2, $3, ledger_now())
      on conflict (source, asked) do update set hotels = excluded.hotels, created_at = excluded.created_at`,
    values: [ask.source.id, keyOf(ask), hotels],
  })
}

/** In the engine's order. */
async function viewOf(pool: Pool, nos: readonly number[]) {
  const facts = await readHotelFacts(pool, nos)
  return nos.flatMap((no, index) => {
    const found = facts.get(no)
    if (!found) return []
    const { address: _address, region: _region, postal_code: _code, ...shown } = found
    return [{ ...shown, match: 'name' as const, score: Math.round(1000 / (index + 1)) / 1000 }]
  })
}

export async function forgetNameLookups(pool: Pool): Promise<number> {
  return forget(pool, 'name_lookups', `not (${FRESH})`)
}
