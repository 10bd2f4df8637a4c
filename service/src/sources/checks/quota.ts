/** What a vendor says is left of one of its limits. */
export interface Quota {
  /** `minute`, `day` …; null where the vendor does not say. */
  window: string | null
  remaining: number
  /** Of how many; 100 where the vendor counts in percent, null where it does not say. */
  limit: number | null
  unit: 'percent' | 'requests'
}

/** Rapid's own form: what is left of a window, in percent. */
const PERCENT = /^rate-limit-(minute|day)-remaining$/
/** Everybody else's: `ratelimit-remaining`, `x-ratelimit-remaining`, `x-ratelimit-remaining-minute`. */
const REQUESTS = /^(?:x-)?rate-?limit-remaining(?:-(second|minute|hour|day|month))?$/

/** The limits that an answer's headers speak of. */
export function quotasIn(headers: Readonly<Record<string, string>>): Quota[] {
  return Object.entries(headers).flatMap(([name, value]): Quota[] => {
    const remaining = countIn(value)
    if (remaining === null) return []
    const percent = PERCENT.exec(name)
    if (percent) return [{ window: percent[1] ?? null, remaining, limit: 100, unit: 'percent' }]
    const requests = REQUESTS.exec(name)
    if (!requests) return []
    const limit = countIn(headers[name.replace('remaining', 'limit')] ?? '')
    return [{ window: requests[1] ?? null, remaining, limit, unit: 'requests' }]
  })
}

function countIn(value: string): number | null {
  return /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
}
