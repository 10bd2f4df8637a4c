import type { Client } from '../../db/pool.ts'
import { requireEndpoints } from '../../endpoints/store.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Vault } from '../../ops/vault.ts'
import { pauseHooks } from '../../webhooks/deliveries.ts'
import { changeAddress, createHook, retireHooks } from '../../webhooks/hooks.ts'
import { changeReceivers } from '../store.ts'
import type { Watch } from '../watch.ts'

/** Where events go, as requested. */
export interface ReceiversBody {
  webhook_url?: string
  endpoints?: readonly string[]
}

/** The secret is new, and shown only now. */
export interface Receivers {
  hook: number | null
  endpoints: number[]
  secret: string | undefined
}

const ONE_OF_BOTH = 'Set exactly one of `webhook_url` and `endpoints`.'

export function requireReceiver({ webhook_url: url, endpoints }: ReceiversBody): void {
  if ((url === undefined) === (endpoints === undefined)) throw invalid(ONE_OF_BOTH)
}

export async function createReceivers(
  client: Client,
  vault: Vault,
  account: number,
  { webhook_url: url, endpoints = [] }: ReceiversBody,
): Promise<Receivers> {
  if (url === undefined) {
    return { hook: null, endpoints: await requireEndpoints(client, account, endpoints), secret: undefined }
  }
  const { no, secret } = await createHook(client, vault, { account, url })
  return { hook: no, endpoints: [], secret }
}

/** Moves a watch to another address or to endpoints. Returns the secret of a new address. */
export async function changeReceiversTo(
  client: Client,
  vault: Vault,
  watch: Pick<Watch, 'no' | 'account' | 'hook'>,
  body: ReceiversBody,
): Promise<string | undefined> {
  const { webhook_url: url, endpoints } = body
  if (url === undefined && endpoints === undefined) return undefined
  if (url !== undefined && endpoints !== undefined) throw invalid(ONE_OF_BOTH)
  if (url !== undefined && watch.hook !== null) {
    await changeAddress(client, watch.hook, url)
    return undefined
  }
  const receivers = await createReceivers(client, vault, watch.account, body)
  await changeReceivers(client, watch.no, receivers)
  if (watch.hook !== null) {
    await pauseHooks(client, [watch.hook])
    await retireHooks(client, [watch.hook])
  }
  return receivers.secret
}
