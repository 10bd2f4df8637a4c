import { countTry } from '../accounts/throttle.ts'
import { forget } from '../db/forget.ts'
import type { Pool } from '../db/pool.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type DocumentReader, isDocumentAddress, readClientDocument } from './client-document.ts'
import { type AgentClient, readClientMetadata } from './client-metadata.ts'
import { hostOf } from './redirect.ts'
import { Refusal } from './refusal.ts'

export interface AgentClients {
  /** Throws a refusal if there is no such client. `network`: who made us look. */
  find(id: string, network: string): Promise<AgentClient>
  register(metadata: unknown, network: string): Promise<AgentClient>
}

/** How long a metadata document is believed. Each process asks the table, so an address is read once for all. */
const BELIEVED = '10 minutes'

export function createAgentClients(pool: Pool, documents: DocumentReader): AgentClients {
  const stored = async (id: string, where: string): Promise<AgentClient | null> => {
    const { rows } = await pool.query<AgentClient>(
      `select id, name, redirect_uris as "redirectUris" from agent_clients where id = $1 and ${where}`,
      [id],
    )
    return rows[0] ?? null
  }
  const store = ({ id, name, redirectUris }: AgentClient) =>
    pool.query(
      `insert into agent_clients (id, name, redirect_uris, read_at) values ($1, $2, $3, ledger_now())
       on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, read_at = excluded.read_at`,
      [id, name, redirectUris],
    )
  return {
    find: async (id, network) => {
      if (!isDocumentAddress(id)) {
        const known = await stored(id, 'true')
        if (known) return known
        throw new Refusal('invalid_client', 'This client is not known here. It must register again.')
      }
      const known = await stored(id, `read_at > ledger_now() - interval '${BELIEVED}'`)
      if (known) return known
      await countTry(pool, 'clientDocumentsFromNetwork', network)
      const client = await readClientDocument(id, documents)
      await store(client)
      return client
    },
    register: async (metadata, network) => {
      await countTry(pool, 'agentClientsFromNetwork', network)
      const client = readClientMetadata(`agent_${randomBase62(22)}`, metadata)
      await store(client)
      return client
    },
  }
}

/**
 * What a person is shown beside the name, which proves nothing: the host that a client's document came from, or else the one that the
 * code goes to.
 */
export function shownHost({ id }: AgentClient, redirectUri: string): string {
  return isDocumentAddress(id) ? new URL(id).host : hostOf(redirectUri)
}

/** Deletes clients that nobody has let in for a long time. They can register again. */
export async function forgetOldClients(pool: Pool): Promise<number> {
  return forget(
    pool,
    'agent_clients',
    `coalesce(used_at, read_at) < ledger_now() - make_interval(days => $1)
       and not exists (select 1 from grants g join keys k on k.id = g.key where g.client_id = agent_clients.id and k.revoked_at is null)`,
    [LIMITS.agentClientDays],
  )
}
