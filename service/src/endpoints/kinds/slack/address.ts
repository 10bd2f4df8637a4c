import { inTransaction, type Pool } from '../../../db/pool.ts'
import type { Vault } from '../../../ops/vault.ts'
import { type HiddenAddress, hideAddress } from '../../../webhooks/hooks.ts'

/**
 * Anyone who has the address of a channel can write to it, so it is a secret: it is sealed in place of the one that signs webhooks, and
 * people see only its host.
 */
export function hiddenAddress(url: string): HiddenAddress {
  return { shown: `${new URL(url).origin}/***`, secret: url }
}

const isHidden = (address: string) => address.endsWith('/***')

/** Where to send. Null if it was lost together with the key that had sealed it. */
export function addressOf({
  address,
  secrets,
}: {
  address: string
  secrets: readonly string[]
}): string | null {
  if (!isHidden(address)) return address
  const [url] = secrets
  return url?.startsWith('http') ? url : null
}

/** Seals the addresses that earlier versions stored as they were. */
export async function hideOldAddresses(pool: Pool, vault: Vault): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ no: number; address: string }>(
      "select id as no, address from hooks where kind = 'slack' and address not like '%/***' order by id limit 100 for update",
    )
    for (const { no, address } of rows) await hideAddress(client, vault, no, hiddenAddress(address))
    return rows.length
  })
}
