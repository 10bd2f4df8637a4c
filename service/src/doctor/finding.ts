/** What a check found, and what to do about it. */
export interface Finding {
  check: string
  state: 'good' | 'warning' | 'problem'
  found: string
  /** What to do; null if nothing. */
  advice: string | null
}

export const good = (check: string, found: string): Finding => ({ check, state: 'good', found, advice: null })
export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
})
export const problem = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'problem',
  found,
  advice,
})
