import type { Client } from '../db/pool.ts'
import { type PauseReason, pauseHooks } from '../webhooks/deliveries.ts'
import { recordEvents } from '../webhooks/events.ts'
import { endpointName } from './endpoint.ts'
import { readByNumbers } from './store.ts'

/**
 * Pauses endpoints and records an event for each that was not paused yet, for the other active endpoints of its account. Call it at
 * the end of a transaction: recording events locks the accounts.
 */
export async function pauseEndpoints(
  client: Client,
  nos: readonly number[],
  reason: PauseReason,
): Promise<void> {
  if (nos.length === 0) return
  const paused = await readByNumbers(client, await pauseHooks(client, nos, reason))
  const others = await activeEndpoints(
    client,
    paused.map(({ account }) => account),
  )
  await recordEvents(
    client,
    paused.map((endpoint) => ({
      account: endpoint.account,
      type: 'endpoint.paused',
      hook: null,
      endpoints: others.flatMap(({ no, account }) => (account === endpoint.account ? [no] : [])),
      watchId: null,
      jobId: null,
      body: { endpoint: endpointName(endpoint), reason },
    })),
  )
}

/**
 * Pauses all that an account sends to, the addresses of its watches and jobs too. No event says so, because none is left to hear it. Returns
 * how many there were.
 */
export async function pauseReceiversOf(client: Client, account: number): Promise<number> {
  const { rows } = await client.query<{ no: number }>(
    'select id as no from hooks where account = $1 and retired_at is null and paused_at is null',
    [account],
  )
  const paused = await pauseHooks(
    client,
    rows.map(({ no }) => no),
    'requested',
  )
  return paused.length
}

async function activeEndpoints(
  client: Client,
  accounts: readonly number[],
): Promise<{ no: number; account: number }[]> {
  const { rows } = await client.query<{ no: number; account: number }>(
    `select id as no, account from hooks where account = any($1::bigint[]) and public_id is not null
       and retired_at is null and paused_at is null and not unverified order by id`,
    [accounts],
  )
  return rows
}
