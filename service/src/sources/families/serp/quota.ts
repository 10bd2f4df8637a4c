import { type Call, type Quota, SourceFailure } from '../../source.ts'
import { parseJson } from '../http-answer.ts'
import { checkAccount } from './answer.ts'

/** What is left of the account's searches; asking costs none. */
export function createQuota(apiKey: string): (call: Call) => Promise<Quota[]> {
  return async (call) => {
    const answer = await call.http({ method: 'GET', path: '/account.json', query: { api_key: apiKey } })
    // The body repeats the key, so nothing of it is quoted.
    if (answer.status !== 200) throw new SourceFailure('refused', `HTTP ${answer.status} from the account`)
    const account = parseJson(answer.body)
    if (!checkAccount.Check(account)) throw new SourceFailure('broken', 'the body is no account')
    const { searches_per_month: perMonth, account_rate_limit_per_hour: perHour } = account
    const inHour = account.this_hour_searches ?? account.last_hour_searches
    const month: Quota = {
      window: 'month',
      remaining: Math.max(0, account.total_searches_left),
      limit: perMonth ?? null,
      unit: 'requests',
    }
    if (typeof perHour !== 'number' || typeof inHour !== 'number') return [month]
    return [
      month,
      { window: 'hour', remaining: Math.max(0, perHour - inHour), limit: perHour, unit: 'requests' },
    ]
  }
}
