import { createHash } from 'node:crypto'
import { forget } from '../db/forget.ts'
import type { Pool } from '../db/pool.ts'
import type { FoundPlace } from '../sources/search-engine.ts'

/**
 * Places are cached for 24 hours, for all processes. That a place is unknown, only for one: such a lookup is free, and anyone can
 * make up names.
 */
const FRESH = `created_at > ledger_now() - case when places = '[]' then interval '1 hour' else interval '24 hours' end`

/** Undefined if not cached; empty if the place is unknown. */
export async function findPlaces(pool: Pool, asked: readonly string[]): Promise<FoundPlace[] | undefined> {
  const { rows } = await pool.query<{ places: FoundPlace[] }>({
    name: 'place_lookups_find',
    text: `select places from place_lookups where asked = $1 and ${FRESH}`,
    values: [digest(asked)],
  })
  return rows[0]?.places
}

export async function keepPlaces(
  pool: Pool,
  asked: readonly string[],
  places: readonly FoundPlace[],
): Promise<void> {
  await pool.query({
    name: 'place_lookups_keep',
    text: `insert into place_lookups values ($1, $2, ledger_now())
      on conflict (asked) do update set places = excluded.places, created_at = excluded.created_at`,
    values: [digest(asked), JSON.stringify(places)],
  })
}

export async function forgetOldPlaceLookups(pool: Pool): Promise<number> {
  return forget(pool, 'place_lookups', `not (${FRESH})`)
}

function digest(asked: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}
