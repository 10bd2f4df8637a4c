import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { invalid } from '../kernel/errors.ts'
import { DELIVERIES_CHANNEL } from '../webhooks/events.ts'
import type { Endpoint } from './endpoint.ts'

const ENDPOINT = `
select id as no, public_id as id, account, kind, address, events, description, unverified, paused_at as "pausedAt",
  pause_reason as "pauseReason", failing_since as "failingSince", created_at as "createdAt"
from hooks where public_id is not null and retired_at is null`

async function readEndpoints(
  database: Pool | Client,
  where: string,
  values: readonly unknown[],
): Promise<Endpoint[]> {
  const { rows } = await database.query<Endpoint>(`${ENDPOINT} and ${where}`, [...values])
  return rows
}

/** Oldest first, from the one after `after` on. */
export async function listEndpoints(
  pool: Pool,
  account: number,
  after: number | null,
  limit: number,
): Promise<Endpoint[]> {
  return readEndpoints(
    pool,
    'account = $1 and ($2::bigint is null or hooks.id > $2) order by hooks.id limit $3',
    [account, after, limit],
  )
}

export async function findEndpoint(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Endpoint | undefined> {
  return (await readEndpoints(database, 'account = $1 and public_id = $2', [account, id]))[0]
}

/** Locked until the transaction ends: nobody can name or change it meanwhile. */
export async function lockEndpoint(
  client: Client,
  account: number,
  id: string,
): Promise<Endpoint | undefined> {
  return (await readEndpoints(client, 'account = $1 and public_id = $2 for update', [account, id]))[0]
}

/** An endpoint of any account, for those who follow a link in a mail. */
export async function lockByLink(client: Client, id: string): Promise<Endpoint | undefined> {
  return (await readEndpoints(client, "public_id = $1 and kind = 'email' for update", [id]))[0]
}

export async function readByNumbers(client: Client, nos: readonly number[]): Promise<Endpoint[]> {
  return readEndpoints(client, 'hooks.id = any($1::bigint[]) order by hooks.id', [nos])
}

/** Under a lock. Call it late: transactions lock the account's row last. */
export async function countEndpoints(client: Client, account: number): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from hooks where account = $1 and public_id is not null and retired_at is null',
    [account],
  )
  return one(rows).count
}

/** Requests for consent that the account has sent in the last 24 hours. */
export async function countVerifications(client: Client, account: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from events
     where account = $1 and type = 'endpoint.verify' and created_at > ledger_now() - interval '24 hours'`,
    [account],
  )
  return one(rows).count
}

export interface EndpointFields {
  events: readonly string[] | null
  description: string | null
  unverified: boolean
}

export async function writeFields(client: Client, no: number, fields: EndpointFields): Promise<void> {
  await client.query('update hooks set events = $2, description = $3, unverified = $4 where id = $1', [
    no,
    fields.events,
    fields.description,
    fields.unverified,
  ])
}

/** Pending deliveries were meant for an address that is no longer used. */
export async function dropPending(client: Client, no: number): Promise<void> {
  await client.query("update deliveries set state = 'f' where hook = $1 and state::text in ('q', 'w')", [no])
}

/** Sends what has waited for the address to be verified. Call it last in a transaction. */
export async function releaseWaiting(
  client: Client,
  { no, account }: Pick<Endpoint, 'no' | 'account'>,
): Promise<void> {
  // An event that is being recorded at this moment either waits already, or finds the address verified.
  await client.query('select events_begin($1)', [[account]])
  await client.query(
    `with released as (
       update deliveries d set state = 'q', due_at = ledger_now() from events e
       where d.hook = $1 and d.state = 'w' and e.no = d.event and e.type <> 'endpoint.verify' returning d.id
     ) select pg_notify($2, '') from released limit 1`,
    [no, DELIVERIES_CHANNEL],
  )
}

/** The secret is still encrypted. */
export async function readSealedSecret(client: Client, no: number): Promise<Buffer> {
  const { rows } = await client.query<{ secret: Buffer }>('select secret from hooks where id = $1', [no])
  return one(rows).secret
}

/**
 * The numbers of endpoints that a watch or job names. They cannot be deleted before the transaction ends. Another account's
 * endpoint gets the same answer as one that does not exist.
 */
export async function requireEndpoints(
  client: Client,
  account: number,
  ids: readonly string[],
): Promise<number[]> {
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  if (repeated !== undefined) throw invalid(`\`endpoints\` names ${repeated.slice(0, 64)} twice.`)
  const found = await readEndpoints(client, 'account = $1 and public_id = any($2::text[]) for share', [
    account,
    ids,
  ])
  const nos = new Map(found.map(({ id, no }) => [id, no]))
  return ids.map((id) => {
    const no = nos.get(id)
    if (no === undefined) throw invalid(`\`endpoints\`: there is no endpoint ${id.slice(0, 64)}.`)
    return no
  })
}

/** The numbers of those endpoints that still exist. */
export async function findNumbers(client: Client, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await readEndpoints(client, 'public_id = any($1::text[])', [ids])
  return new Map(found.map(({ id, no }) => [id, no]))
}
