import type { Client } from '../db/pool.ts'
import type { IdentityDeps } from './deps.ts'
import type { ChainHotel, MappedId } from './id-map.ts'

/** An id that was found for a hotel. */
export type Claim = Omit<MappedId, 'resolvedAt'> & { source: string }

/** What a resolution brought: for the map, and for those who would ask again. */
export interface Findings {
  hotel: ChainHotel
  /** The name that was asked for. */
  name: string
  claims: readonly Claim[]
  /** Sources that answered, whatever they answered. */
  answered: readonly string[]
}

/**
 * Writes them down and returns the sources whose id the hotel now has. One that an administrator gave, or another process
 * found in the meantime, is left as it is. An id that another hotel has goes to the better match, and the log tells of it.
 */
export async function keepFindings(
  client: Client,
  log: IdentityDeps['log'],
  { hotel, name, claims, answered }: Findings,
): Promise<void> {
  // In one order everywhere, so that no two wait for each other in a circle.
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

/** The hotel has an id there by now, or the id has another hotel: then the better match keeps it. */
async function contest(
  client: Client,
  log: IdentityDeps['log'],
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
    'two hotels lay claim to one id: the better match has it',
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
