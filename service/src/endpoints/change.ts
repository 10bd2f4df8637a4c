import type { Static } from 'typebox'
import { type Actor, recordAct } from '../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import type { Vault } from '../ops/vault.ts'
import { pauseHooks } from '../webhooks/deliveries.ts'
import { recordEvents } from '../webhooks/events.ts'
import { changeAddress, changeHiddenAddress, createHook, resumeHook, retireHooks } from '../webhooks/hooks.ts'
import { type Endpoint, endpointName, shownAddress } from './endpoint.ts'
import type { EndpointKind, Surroundings } from './kinds/kind.ts'
import { KIND_OF } from './kinds/registry.ts'
import type { EndpointBody, EndpointChange } from './schemas.ts'
import {
  countEndpoints,
  countVerifications,
  dropPending,
  findEndpoint,
  lockEndpoint,
  writeFields,
} from './store.ts'

/** Who names endpoints: how many of its things would be left without this one. */
export interface EndpointUse {
  /** In the plural: `watches`. */
  name: string
  count(client: Client, endpoint: number): Promise<number>
}

export interface EndpointDeps extends Surroundings {
  pool: Pool
  vault: Vault
  unasked: Pick<UnaskedMail, 'count'>
  uses: readonly EndpointUse[]
}

/** Whose endpoint it is, and who changes it. */
export interface EndpointOwner {
  account: number
  by: Actor
}

/** Another account's endpoint gets the same answer as one that does not exist. */
export function unknownEndpoint(id: string): ApiError {
  return invalid(`There is no endpoint ${id.slice(0, 64)}.`)
}

/** Creates an endpoint. The first mail to an e-mail address asks its owner to agree. */
export async function createEndpoint<Told>(
  deps: EndpointDeps,
  { account, by }: EndpointOwner,
  body: Static<typeof EndpointBody>,
  tell: (client: Client, endpoint: Endpoint, secret: string | undefined) => Promise<Told>,
): Promise<Told> {
  const kind = KIND_OF[body.kind]
  const address = readAddress(kind, body)
  if (address === undefined)
    throw invalid(`\`${kind.field}\` is missing. An endpoint of kind ${kind.kind} needs it.`)
  kind.check(address, deps)
  return inTransaction(deps.pool, async (client) => {
    const id = newId('end')
    const { description = null, events = null } = body
    const { secret } = await createHook(client, deps.vault, {
      account,
      url: kind.hide?.(address) ?? address,
      endpoint: { id, kind: kind.kind, description, events, unverified: kind.needsConsent },
    })
    if ((await countEndpoints(client, account)) > LIMITS.endpoints) {
      throw invalid(`An account can have at most ${LIMITS.endpoints} endpoints. Delete one first.`)
    }
    const endpoint = await findEndpoint(client, account, id)
    if (!endpoint) throw new Error('a new endpoint was not found')
    if (kind.needsConsent) await askForConsent(deps, client, endpoint)
    await recordAct(client, {
      account,
      by,
      action: 'endpoint.create',
      subject: id,
      detail: { kind: kind.kind, address: shownAddress(endpoint) },
    })
    return tell(client, endpoint, kind.showsSecret ? secret : undefined)
  })
}

/** Applies all of the change or nothing. */
export async function changeEndpoint(
  deps: EndpointDeps,
  { account, by }: EndpointOwner,
  id: string,
  body: Static<typeof EndpointChange>,
): Promise<Endpoint> {
  return inTransaction(deps.pool, async (client) => {
    const endpoint = await lockEndpoint(client, account, id)
    if (!endpoint) throw unknownEndpoint(id)
    const kind = KIND_OF[endpoint.kind]
    const address = readAddress(kind, body)
    if (address !== undefined) kind.check(address, deps)
    const isMoved = address !== undefined && address !== endpoint.address
    const isAskedAgain = kind.needsConsent && address !== undefined
    const { description = endpoint.description, events = endpoint.events } = body
    await writeFields(client, endpoint.no, {
      description,
      events,
      unverified: endpoint.unverified || (kind.needsConsent && isMoved),
    })
    if (isMoved) await move(deps, client, endpoint, address)
    if (body.status === 'paused') await pauseHooks(client, [endpoint.no], 'requested')
    if (body.status === 'active') await resumeHook(client, endpoint.no)
    const changed = await findEndpoint(client, account, id)
    if (!changed) throw unknownEndpoint(id)
    const resumed = body.status === 'active' && endpoint.pausedAt !== null
    if (changed.unverified && changed.pausedAt === null && (isAskedAgain || resumed)) {
      await askForConsent(deps, client, changed)
    }
    await recordAct(client, {
      account,
      by,
      action: 'endpoint.change',
      subject: id,
      detail: {
        fields: Object.keys(body),
        ...(isMoved && { address: shownAddress(changed) }),
        ...(body.status !== undefined && { status: body.status }),
      },
    })
    return changed
  })
}

/** Nothing more is sent to it. Refused while something still needs it. */
export async function deleteEndpoint(
  { pool, uses }: Pick<EndpointDeps, 'pool' | 'uses'>,
  { account, by }: EndpointOwner,
  id: string,
): Promise<Endpoint> {
  return inTransaction(pool, async (client) => {
    const endpoint = await lockEndpoint(client, account, id)
    if (!endpoint) throw unknownEndpoint(id)
    for (const { name, count } of uses) {
      const used = await count(client, endpoint.no)
      if (used > 0) {
        throw invalid(
          `The endpoint ${id} is in use by ${name} (${used}). Give them another endpoint, or delete them.`,
        )
      }
    }
    await pauseHooks(client, [endpoint.no])
    await retireHooks(client, [endpoint.no])
    await recordAct(client, {
      account,
      by,
      action: 'endpoint.delete',
      subject: id,
      detail: { kind: endpoint.kind, address: shownAddress(endpoint) },
    })
    return endpoint
  })
}

/** Pending events follow a webhook to its new address. A mailbox is somebody else's, so they do not. */
async function move(
  { vault }: EndpointDeps,
  client: Client,
  { no, kind }: Endpoint,
  address: string,
): Promise<void> {
  const { needsConsent, hide } = KIND_OF[kind]
  if (needsConsent) await dropPending(client, no)
  if (hide) await changeHiddenAddress(client, vault, no, hide(address))
  else await changeAddress(client, no, address)
}

async function askForConsent({ unasked }: EndpointDeps, client: Client, endpoint: Endpoint): Promise<void> {
  if ((await countVerifications(client, endpoint.account)) >= LIMITS.verificationMails) {
    throw new ApiError(
      'rate_limited',
      `An account can send ${LIMITS.verificationMails} verification mails in 24 hours. Try again later.`,
      { retryAfterSec: 3600 },
    )
  }
  await unasked.count(client, endpoint.address)
  await recordEvents(client, [
    {
      account: endpoint.account,
      type: 'endpoint.verify',
      hook: null,
      endpoints: [endpoint.no],
      watchId: null,
      jobId: null,
      body: { endpoint: endpointName(endpoint) },
    },
  ])
}

/** The address in the field of this kind. The field of another kind is an error. */
function readAddress(
  { kind, field }: EndpointKind,
  body: { url?: string; address?: string },
): string | undefined {
  const other = field === 'url' ? 'address' : 'url'
  if (body[other] !== undefined)
    throw invalid(`An endpoint of kind ${kind} has \`${field}\`, not \`${other}\`.`)
  return body[field]
}
