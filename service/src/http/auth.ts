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
  const found = keyRing.check(key)
  if (!(found instanceof Promise)) {
    identifyHolder(request, found)
    return undefined
  }
  return found.then(
    (holder) => identifyHolder(request, holder),
    (error: unknown) => {
      throw internalFault(error)
    },
  )
}

function identifyHolder(request: FastifyRequest, holder: KeyHolder | null): void {
  if (!holder) throw new ApiError('auth_failed', 'The API key is malformed, unknown or revoked.')
  identify(request, holder)
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
