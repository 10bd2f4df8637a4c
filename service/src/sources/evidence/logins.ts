import type { Http, HttpAnswer } from '../source.ts'

/** Vendors ask not to log in more often than needed. */
const KEPT_MS = 300_000

/**
 * A call with a witness starts from nothing, and would log in each time. The last answer to a login serves it for some minutes;
 * if the family asks a second time within the call, the vendor no longer accepts that one.
 */
export function createLogins(now: () => number): (http: Http) => Http {
  let last: { answer: HttpAnswer; untilMs: number } | null = null
  return (http) => {
    let isFirst = true
    return async (request) => {
      if (!request.login) return http(request)
      const held = isFirst && last && now() < last.untilMs ? last.answer : null
      isFirst = false
      if (held) return held
      const answer = await http(request)
      if (answer.status === 200) last = { answer, untilMs: now() + KEPT_MS }
      return answer
    }
  }
}
