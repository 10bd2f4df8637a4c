import { type Milli, toCredits } from '../kernel/credits.ts'
import type { ApiError, ErrorCode } from '../kernel/errors.ts'

/** What a model can do about each error. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments as the message says and call again.',
  auth_failed: 'Ask the user for a valid API key; calling again will not help.',
  hotel_not_found: 'Look up `chain` and `hotel_code` with find_hotels.',
  quota_exceeded:
    'Tell the user. account_usage shows what is left and when it resets; free tools still work.',
  rate_limited: 'Wait, then call again, one call at a time.',
  source_unavailable: 'Try again in a minute, or ask about another chain.',
  upstream_timeout: 'Try again in a few seconds, with fewer hotels or nights.',
}

/** An error of the API as text for a model. It cost nothing, unless the answer had been paid for before it could not be shown. */
export function errorText(
  error: ApiError,
  requestId: string,
  charged: Milli,
  { cheaper, more = '' }: { cheaper?: string | undefined; more?: string } = {},
): string {
  if (charged > 0) {
    return `The call cost ${toCredits(charged)} credits, but its answer could not be shown. Report the request ${requestId}.`
  }
  const { code, message, chain, retryAfterSec, mayCost } = error
  const wait = retryAfterSec === undefined ? '' : ` Retry after ${retryAfterSec} s.`
  const at = chain === undefined ? '' : ` Source: ${chain}.`
  const next = error.forOperator
    ? 'Tell the user; calling again will not help.'
    : nextOf(code, mayCost, cheaper)
  return `${code}: ${message}${more}${at}${wait} Next: ${next} Nothing was charged. (${requestId})`
}

function nextOf(code: ErrorCode, mayCost: number | undefined, cheaper: string | undefined): string {
  if (mayCost === undefined) return ADVICE[code]
  return `Call again with \`max_credits\` ${mayCost}${cheaper === undefined ? '' : `, or ${cheaper}`}.`
}
