import { useTexts } from '../address.ts'
import { useUsage } from '../api/own-queries.ts'
import { formatCount, formatCredits } from '../ui/format.ts'

/** Enough for a hotel and a half over a month. */
const USUAL = 60

/** The most credits that a question may cost, as its form says before it is asked. */
export interface StatedBudget {
  /** As it is typed. */
  text: string
  credits: number
  /** `60 credits`. */
  words: string
  left: number | undefined
  /** Why so much cannot be spent; null if it can. */
  refusal: string | null
  onChange: (text: string) => void
}

/** Sixty credits or what is left, unless the address says another number. */
export function useBudget(): StatedBudget {
  const [{ budget }, setTexts] = useTexts()
  const left = useUsage().data?.credits_remaining
  const usual = Math.min(USUAL, Math.floor(left ?? USUAL))
  const text = budget ?? String(usual)
  const credits = Math.max(0, Number(text) || 0)
  return {
    text,
    credits,
    words: formatCount(credits, 'credit'),
    left,
    refusal: refusalOf(credits, left),
    onChange: (typed) => setTexts({ budget: typed }),
  }
}

function refusalOf(credits: number, left: number | undefined): string | null {
  if (left === undefined) return null
  if (left < 1) return 'No credits are left this month.'
  if (credits > left)
    return left === 1
      ? 'Only 1 credit is left this month.'
      : `Only ${formatCredits(left)} credits are left this month.`
  return credits > 0 ? null : `Allow at least 1 credit. You have ${formatCredits(left)}.`
}
