/** Ends what takes too long. It counts only between `begin` and `end`: a file may be read as slowly as its reader likes. */
export interface Patience {
  /** Ends with the caller's signal, or when patience has run out. */
  signal: AbortSignal | undefined
  begin(): void
  end(): void
  hasRunOut(): boolean
}

export function patienceOf(timeoutMs: number | null, signal: AbortSignal | undefined): Patience {
  if (timeoutMs === null) return { signal, begin: () => {}, end: () => {}, hasRunOut: () => false }
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal,
    begin: () => {
      end()
      timer = setTimeout(() => leaving.abort(), timeoutMs)
    },
    end,
    hasRunOut: () => leaving.signal.aborted,
  }
}
