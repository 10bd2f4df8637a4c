import type { Client } from '../db/pool.ts'
import type { IdentityDeps } from './deps.ts'
import type { ChainHotel, MappedId } from './id-map.ts'

/** An id that was found for a hotel. */
export type Claim = Omit<MappedId, 'resolvedAt'> & { source: string }

/** The result of a resolution: ids for the map, and the tried sources. */
export interface Findings {
  hotel: ChainHotel
  /** The name that was searched for. */
  name: string
  claims: readonly Claim[]
  /** Sources that answered, with or without a match. */
  answered: readonly string[]
}

/**
 * Stores the ids and returns the sources at which the hotel now has one. Ids set by an administrator, or found by
 * another process meanwhile, stay. If another hotel has the same id, the better match gets it, and this is logged.
 */
export async function keepFindings(
  client: Client,
  log: Pick<IdentityDeps['log'], 'warn'>,
  { hotel, name, claims, answered }: Findings,
): Promise<void> {
  // Always in the same order, so concurrent writers cannot deadlock.
  const sorted = claims.toSorted((a, b) => (a.source < b.source ? -1 : 1))
  const kept = await insertClaims(client, hotel, sorted)
  for (const claim of sorted) if (!kept.has(claim.source)) await contest(client, log, hotel, claim)
  await client.query(
    `insert into id_tries select $1, $2, s, $4, ledger_now() from unnest($3::text[]) s order by s
     on conflict (chain, hotel_code, source) do update set asked = excluded.asked, tried_at = excluded.tried_at`,
    [hotel.chain, hotel.hotelCode, answered, name],
  )
}

async function insertClaims(
  client: Client,
  { chain, hotelCode }: ChainHotel,
  claims: readonly Claim[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ source: string }>(
    `insert into hotel_ids (chain, hotel_code, source, id, confidence, method, distance_km, name_score, resolved_at)
     select $1, $2, c.*, ledger_now()
     from unnest($3::text[], $4::text[], $5::float8[], $6::text[], $7::float8[], $8::float8[]) c
     on conflict do nothing returning source`,
    [
      chain,
      hotelCode,
      claims.map(({ source }) => source),
      claims.map(({ id }) => id),
      claims.map(({ confidence }) => confidence),
      claims.map(({ method }) => method),
      claims.map(({ distanceKm }) => distanceKm),
      claims.map(({ nameScore }) => nameScore),
    ],
  )
  return new Set(rows.map(({ source }) => source))
}

/** The hotel already has an id there, or another hotel has this id: then the better match keeps it. */
async function contest(
  client: Client,
  log: Pick<IdentityDeps['log'], 'warn'>,
  hotel: ChainHotel,
  claim: Claim,
): Promise<void> {
  const { rows } = await client.query<Claim & ChainHotel>(
    `select chain, hotel_code as "hotelCode", source, id, confidence, method, distance_km as "distanceKm",
       name_score as "nameScore"
     from hotel_ids where source = $1 and id = $2 for update`,
    [claim.source, claim.id],
  )
  const [holder] = rows
  if (!holder || (holder.chain === hotel.chain && holder.hotelCode === hotel.hotelCode)) return
  const wins = holder.method !== 'admin' && isBetter(claim, holder)
  log.warn(
    {
      source: claim.source,
      id: claim.id,
      kept_by: wins ? hotel : { chain: holder.chain, hotelCode: holder.hotelCode },
      lost_by: wins ? { chain: holder.chain, hotelCode: holder.hotelCode } : hotel,
    },
    'two hotels matched the same id; the better match keeps it',
  )
  if (!wins) return
  await client.query('delete from hotel_ids where source = $1 and id = $2', [claim.source, claim.id])
  await insertClaims(client, hotel, [claim])
}

function isBetter(one: Claim, other: Claim): boolean {
  const likeness = (claim: Claim) => [claim.confidence, claim.nameScore ?? 0, -(claim.distanceKm ?? 3)]
  const [mine, theirs] = [likeness(one), likeness(other)]
  const differs = mine.findIndex((value, index) => value !== theirs[index])
  return differs !== -1 && (mine[differs] ?? 0) > (theirs[differs] ?? 0)
}
