import type { Client } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import { agencies, idSources } from './deps.ts'
import type { ChainHotel } from './id-map.ts'

/** An id set by an administrator. */
export interface GivenId extends ChainHotel {
  source: string
  id: string
}

/** With its line in the file; 0 for a single id. */
export type NumberedId = GivenId & { line: number }

const HOTEL_CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const ENGINE_ID = /^[\x21-\x7e]{1,256}$/

/** What is wrong with the id, or null. */
export function mistakeIn(catalog: Catalog, { chain, hotelCode, source, id }: GivenId): string | null {
  const kind = findSource(catalog, chain)?.kind
  if (kind === undefined) return `There is no chain ${quoted(chain)}.`
  if (kind !== 'chain') return `${chain} is no chain. Ids can only be set for hotels of chains.`
  if (!HOTEL_CODE.test(hotelCode)) return `${quoted(hotelCode)} is not a valid hotel code.`
  if (!idSources(catalog).includes(source)) {
    return `${quoted(source)} is not one of ${idSources(catalog).join(', ')}.`
  }
  const isAgency = agencies(catalog).some((agency) => agency.id === source)
  return (isAgency ? HOTEL_CODE : ENGINE_ID).test(id) ? null : `${quoted(id)} is not a valid id of ${source}.`
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

/** Collects ids in batches for one final `putIds` in the same transaction. */
export async function collectIds(client: Client, ids: readonly NumberedId[]): Promise<void> {
  await client.query(
    `create temporary table if not exists given_ids
       (line int, chain text, hotel_code text, source text, id text) on commit drop`,
  )
  await client.query(
    'insert into given_ids select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])',
    [
      ids.map(({ line }) => line),
      ids.map(({ chain }) => chain),
      ids.map(({ hotelCode }) => hotelCode),
      ids.map(({ source }) => source),
      ids.map(({ id }) => id),
    ],
  )
}

export interface Put {
  count: number
  /** Hotels that lost an id that the resolver had given them. */
  takenFrom: ChainHotel[]
}

/** Stores all collected ids or none. They replace ids found by the resolver, but not those set by an administrator. */
export async function putIds(client: Client): Promise<Put> {
  await refuseMistakes(client)
  const taken = await client.query<ChainHotel>(
    `delete from hotel_ids h using given_ids g
     where h.source = g.source and h.id = g.id and not exists (select 1 from given_ids o
       where o.chain = h.chain and o.hotel_code = h.hotel_code and o.source = h.source)
     returning h.chain, h.hotel_code as "hotelCode", h.source`,
  )
  await client.query(
    `delete from hotel_ids h using given_ids g
     where h.chain = g.chain and h.hotel_code = g.hotel_code and h.source = g.source`,
  )
  const { rowCount } = await client.query(
    `insert into hotel_ids (chain, hotel_code, source, id, confidence, method, resolved_at)
     select chain, hotel_code, source, id, 1, 'admin', ledger_now() from given_ids`,
  )
  return {
    count: rowCount ?? 0,
    takenFrom: taken.rows.map(({ chain, hotelCode }) => ({ chain, hotelCode })),
  }
}

const MISTAKES_SHOWN = 10

async function refuseMistakes(client: Client): Promise<void> {
  const { rows } = await client.query<{ line: number; problem: string }>(
    `select line, problem from (
       select line, format('%s/%s already has an id at %s on line %s.', chain, hotel_code, source,
         min(line) over same_hotel) as problem, line > min(line) over same_hotel as wrong
       from given_ids window same_hotel as (partition by chain, hotel_code, source)
       union all
       select line, format('%s at %s is already %s/%s on line %s.', id, source,
         first_value(chain) over same_id, first_value(hotel_code) over same_id, first_value(line) over same_id),
         (chain, hotel_code) <> (first_value(chain) over same_id, first_value(hotel_code) over same_id)
       from given_ids window same_id as (partition by source, id order by line)
       union all
       select g.line, format('An administrator has set %s at %s to %s/%s. Unset it first.', g.id, g.source,
         h.chain, h.hotel_code), true
       from given_ids g join hotel_ids h on h.source = g.source and h.id = g.id and h.method = 'admin'
         and (h.chain, h.hotel_code) <> (g.chain, g.hotel_code)
       where not exists (select 1 from given_ids o
         where o.chain = h.chain and o.hotel_code = h.hotel_code and o.source = h.source)
     ) m where wrong order by line limit $1`,
    [MISTAKES_SHOWN + 1],
  )
  if (rows.length > 0) throw mistakes(rows)
}

/** A single id has no line number; of many mistakes, only the first are shown. */
export function mistakes(found: readonly { line: number; problem: string }[]): Error {
  const shown = found.slice(0, MISTAKES_SHOWN)
  const lines = shown.map(({ line, problem }) => (line === 0 ? problem : `Line ${line}: ${problem}`))
  return invalid(lines.join('\n') + (found.length > shown.length ? '\nThere are more mistakes.' : ''))
}

/** Removes the hotel's id there and returns it; null if it had none. */
export async function unsetId(
  client: Client,
  { chain, hotelCode, source }: Omit<GivenId, 'id'>,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'delete from hotel_ids where chain = $1 and hotel_code = $2 and source = $3 returning id',
    [chain, hotelCode, source],
  )
  return rows[0]?.id ?? null
}
