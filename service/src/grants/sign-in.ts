import type { Pool } from '../db/pool.ts'
import type { AllowPrivate } from '../webhooks/address.ts'
import { createGuardedAgent } from '../webhooks/agent.ts'
import { type AgentClients, createAgentClients } from './clients.ts'
import { createIssuerOf, type IssuerOf } from './issuer.ts'

/** What signing in as an agent needs. */
export interface AgentSignIn {
  pool: Pool
  issuerOf: IssuerOf
  clients: AgentClients
}

export interface AgentSignInSettings {
  publicUrl: string
  host: string
  allowPrivate: AllowPrivate
}

export function openAgentSignIn(
  pool: Pool,
  { publicUrl, host, allowPrivate }: AgentSignInSettings,
): AgentSignIn & { close(): Promise<void> } {
  const agent = createGuardedAgent({ allowPrivate })
  return {
    pool,
    issuerOf: createIssuerOf({ publicUrl, host }),
    clients: createAgentClients(pool, { agent, allowPrivate }),
    close: () => agent.destroy(),
  }
}
