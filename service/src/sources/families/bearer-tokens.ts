import type { Call } from '../source.ts'

/** The bearer token of one source: fetched when needed, shared by all calls, renewed before it expires. */
export interface Tokens {
  take(call: Call): Promise<string>
  /** Drops a token that the vendor no longer accepts, unless another call has renewed it. */
  drop(token: string): void
}

export interface TokenSettings {
  /** Logs in: one request to the vendor. */
  login(call: Call): Promise<{ value: string; lifeMs: number }>
  /** How long before its end a token is renewed. */
  renewBeforeMs: number
  now: () => number
}

export function createTokens(settings: TokenSettings): Tokens {
  let current: { value: string; renewAt: number } | null = null
  let pending: Promise<string> | null = null

  const fetchToken = async (call: Call): Promise<string> => {
    const askedAt = settings.now()
    const token = await settings.login(call)
    // A token with a shorter life than the margin would otherwise be renewed on every call.
    const margin = Math.min(settings.renewBeforeMs, token.lifeMs / 2)
    current = { value: token.value, renewAt: askedAt + token.lifeMs - margin }
    return token.value
  }

  const begin = (call: Call): Promise<string> => {
    const started = fetchToken(call).finally(() => {
      if (pending === started) pending = null
    })
    pending = started
    return started
  }

  return {
    async take(call) {
      if (current && settings.now() < current.renewAt) return current.value
      if (!pending) return begin(call)
      try {
        return await pending
      } catch {
        // It may have failed on the other caller's deadline; ours is still running, so we try once more.
        return pending ?? begin(call)
      }
    },
    drop(token) {
      if (current?.value === token) current = null
    },
  }
}
