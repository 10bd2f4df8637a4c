import type { FastifyRequest } from 'fastify'
import type { KeyHolder, KeyRing } from '../accounts/key-ring.ts'
import { type Metering, newMeteredRequest } from '../edge/metering.ts'
import { ApiError, internalFault } from '../kernel/errors.ts'
import { newOrderedId } from '../kernel/ids.ts'

/** Identifies the key's holder, or throws. Returns a promise only if a lookup is needed. */
export type Authenticate = (request: FastifyRequest) => Promise<void> | undefined

/** Identifies the caller by the header alone: a key in the query or body is ignored. */
export function authenticate(keyRing: KeyRing, request: FastifyRequest): Promise<void> | undefined {
  const key = request.headers['x-api-key']
  if (key === undefined || key === '') {
    throw new ApiError('auth_failed', 'Send your API key in the header x-api-key.')
  }
  if (typeof key !== 'string') throw new ApiError('auth_failed', 'Send exactly one x-api-key header.')
  return authenticateKey(keyRing, request, key)
}

/** A cached key is accepted at once; only an unknown one needs a lookup. */
export function authenticateKey(
  keyRing: KeyRing,
  request: FastifyRequest,
  key: string,
): Promise<void> | undefined {
  return identifyFound(request, keyRing.check(key), (holder) => {
    if (holder) return holder
    throw new ApiError('auth_failed', 'The API key is malformed, unknown or revoked.')
  })
}

/** The token of an agent is good at one address only. */
export function authenticateToken(
  keyRing: KeyRing,
  request: FastifyRequest,
  { token, resource }: { token: string; resource: string | null },
): Promise<void> | undefined {
  return identifyFound(request, keyRing.checkToken(token), (holder) => {
    if (!holder) throw new ApiError('auth_failed', 'The token is malformed, unknown, revoked or too old.')
    if (holder.resource === resource) return holder
    throw new ApiError('auth_failed', 'This token is for another address than this one.')
  })
}

function identifyFound(
  request: FastifyRequest,
  found: KeyHolder | null | Promise<KeyHolder | null>,
  accepted: (holder: KeyHolder | null) => KeyHolder,
): Promise<void> | undefined {
  if (!(found instanceof Promise)) {
    identify(request, accepted(found))
    return undefined
  }
  return found.then(
    (holder) => identify(request, accepted(holder)),
    (error: unknown) => {
      throw internalFault(error)
    },
  )
}

/** From here on the request belongs to this holder and counts on their usage. */
export function identify(request: FastifyRequest, holder: KeyHolder): void {
  request.holder = holder
  request.metered = newMeteredRequest(newOrderedId(), request.id, {
    account: holder.account.no,
    key: holder.key.no,
    slot: holder.key.slot,
  })
}

/** Right after the key check, before anything is done for the request. */
export function enter(request: FastifyRequest, metering: Metering): void {
  const { metered, holder } = request
  if (metered && holder) metering.enter(metered, holder.account.emitUs)
}
