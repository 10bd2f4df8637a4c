import type { Minor } from '../kernel/money.ts'

/** From the hotel's point of view: `lose` if the channel is cheaper. */
export type Verdict = 'win' | 'meet' | 'lose'

/** Prices this close are the same, in percent of the direct rate. A converted price is less certain. */
const TOLERANCE_PCT = 1
const TOLERANCE_CONVERTED_PCT = 2

/** Null if the direct rate is 0. */
export function verdictOf(gap: Minor, direct: Minor, isConverted: boolean): Verdict | null {
  if (direct <= 0) return null
  const tolerance = BigInt(direct) * BigInt(isConverted ? TOLERANCE_CONVERTED_PCT : TOLERANCE_PCT)
  if (100n * BigInt(Math.abs(gap)) <= tolerance) return 'meet'
  return gap < 0 ? 'lose' : 'win'
}

/** How many channels have each verdict. */
export interface Score {
  win: number
  meet: number
  lose: number
  compared: number
  /** All channels in the answer. */
  channels: number
}

export function scoreOf(verdicts: readonly (Verdict | null)[]): Score {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  const [win, meet, lose] = [count('win'), count('meet'), count('lose')]
  return { win, meet, lose, compared: win + meet + lose, channels: verdicts.length }
}

/** One channel that is cheaper decides. Null if no channel was compared. */
export function overall({ win, meet, lose }: Score): Verdict | null {
  if (lose > 0) return 'lose'
  if (win > 0) return 'win'
  return meet > 0 ? 'meet' : null
}
