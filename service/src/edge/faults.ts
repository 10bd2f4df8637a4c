import type { Logger } from 'pino'
import { ApiError, internalFault } from '../kernel/errors.ts'
import type { MeteredRequest, Metering } from './metering.ts'

/**
 * The rate limit and spent credits take precedence over a bad request. A request that failed before it reached the ledger is
 * therefore counted here, and the ledger's refusal wins.
 */
export async function judge(
  error: ApiError,
  metered: MeteredRequest | null,
  metering: Metering,
  exempt: boolean,
): Promise<ApiError> {
  if (metered === null || metered.judged || error.code === 'rate_limited') return error
  try {
    await metering.admit(metered, { exempt })
    return error
  } catch (refusal) {
    if (error.status >= 500) return error
    return refusal instanceof ApiError ? refusal : internalFault(refusal)
  }
}

/** Logs our own faults as errors. Source failures have been logged before; here they are only linked to the request. */
export function tell(error: ApiError, requestId: string, log: Logger): void {
  if (error.status < 500) return
  const { code, chain, cause } = error
  const tied = { request_id: requestId }
  if (chain === undefined) log.error({ ...tied, err: cause ?? error }, error.message)
  else log.info({ ...tied, code, chain, cause: String(cause) }, 'a source failed a request')
}
