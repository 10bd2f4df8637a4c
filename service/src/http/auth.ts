import type { FastifyRequest } from 'fastify'
import type { KeyHolder, KeyRing } from '../accounts/key-ring.ts'
import { newVisit } from '../billing/till.ts'
import { ApiError, internalFault } from '../kernel/errors.ts'
import { newOrderedId } from '../kernel/ids.ts'

/** Finds out whose request it is, from the header alone: a key in a query or a body is no key. */
export async function authenticate(keyRing: KeyRing, request: FastifyRequest): Promise<void> {
  const key = request.headers['x-api-key']
  if (key === undefined || key === '') {
    throw new ApiError('auth_failed', 'Send your API key in the header x-api-key.')
  }
  if (typeof key !== 'string') throw new ApiError('auth_failed', 'Send exactly one x-api-key header.')
  let holder: KeyHolder | null
  try {
    const found = keyRing.check(key)
    // A known key is answered at once; an await would cost every request a turn of the event loop.
    holder = found instanceof Promise ? await found : found
  } catch (error) {
    throw internalFault(error)
  }
  if (!holder) throw new ApiError('auth_failed', 'The API key is malformed, unknown or revoked.')
  request.holder = holder
  request.visit = newVisit(newOrderedId(), request.id, {
    account: holder.account.no,
    key: holder.key.no,
    slot: holder.key.slot,
  })
}
