import type { Quota } from '../source.ts'

/** Rapid's format: percent left of a window. */
const PERCENT = /^rate-limit-(minute|day)-remaining$/
/** The usual headers: `ratelimit-remaining`, `x-ratelimit-remaining`, `x-ratelimit-remaining-minute`. */
const REQUESTS = /^(?:x-)?rate-?limit-remaining(?:-(second|minute|hour|day|month))?$/

/** The limits in an answer's headers. */
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
