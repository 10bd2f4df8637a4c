import type { Figures } from '../../observations/figures.ts'
import type { Step, Subject } from '../conditions/condition.ts'
import { type ConditionTerms, judgeStep } from '../conditions/registry.ts'

/** The figures of a night, and when they were observed. */
export interface Mark {
  seenMs: number
  figures: Figures
}

export type Leg = 'direct' | 'channel'

/** The judged state of a night. */
export interface NightState {
  direct: Mark | null
  channel: Mark | null
  holds: boolean | null
}

export const UNSEEN: NightState = { direct: null, channel: null, holds: null }

/** A transition to report. */
export interface Fired {
  previous: Mark | null
  current: Mark
  detail: Record<string, unknown> | null
}

export interface Walked {
  state: NightState
  fired: Fired[]
}

/** Judges each observation against the one before. */
export function walk(
  terms: ConditionTerms,
  subject: Subject,
  start: NightState,
  marks: readonly Mark[],
): Walked {
  const fired: Fired[] = []
  let state = start
  for (const mark of marks) {
    const step = judged(terms, subject, state, { direct: mark })
    if (step.fired) fired.push(step.fired)
    state = step.state
  }
  return { state, fired }
}

/**
 * The two answers of one refresh arrive at different times and must be judged together: comparing a new price of one side
 * with an old one of the other would report gaps that never existed. Refreshes are further apart than this.
 */
export const TOGETHER_MS = 450_000

/** The same for a hotel and a channel. Nothing fires before both have been observed. */
export function walkBoth(
  terms: ConditionTerms,
  subject: Subject,
  start: NightState,
  marks: readonly (Mark & { leg: Leg })[],
): Walked {
  const fired: Fired[] = []
  let state = start
  for (const { direct, channel } of pairsOf(marks)) {
    const step = judged(terms, subject, state, { direct, channel })
    if (step.fired) fired.push(step.fired)
    state = step.state
  }
  return { state, fired }
}

/** Judges the current state again: an answer that was missing before can matter even if it did not change. */
export function judgeAgain(
  terms: ConditionTerms,
  subject: Subject,
  state: NightState,
  like: Step['like'] = null,
): Walked {
  const step = judged(terms, subject, state, {}, like)
  return { state: step.state, fired: step.fired ? [step.fired] : [] }
}

/** Records observations without judging them, because the two sides are from different times. */
export function note(start: NightState, marks: readonly (Mark & { leg: Leg })[]): NightState {
  const state = { ...start }
  for (const { leg, ...mark } of marks) state[leg] = folded(state[leg], mark)
  return state
}

interface Pair {
  direct?: Mark | undefined
  channel?: Mark | undefined
}

function pairsOf(marks: readonly (Mark & { leg: Leg })[]): Pair[] {
  const pairs: (Pair & { lastMs: number })[] = []
  for (const { leg, ...mark } of marks.toSorted((a, b) => a.seenMs - b.seenMs)) {
    const open = pairs.at(-1)
    if (open && open[leg] === undefined && mark.seenMs - open.lastMs <= TOGETHER_MS) {
      open[leg] = mark
      open.lastMs = mark.seenMs
    } else {
      pairs.push({ [leg]: mark, lastMs: mark.seenMs })
    }
  }
  return pairs
}

function judged(
  terms: ConditionTerms,
  subject: Subject,
  state: NightState,
  news: Pair,
  like: Step['like'] = null,
): { state: NightState; fired: Fired | null } {
  const direct = news.direct ? folded(state.direct, news.direct) : state.direct
  const channel = news.channel ? folded(state.channel, news.channel) : state.channel
  const seen = { direct, channel, holds: state.holds }
  if (direct === null || (terms.condition === 'undercut' && channel === null))
    return { state: seen, fired: null }
  const step: Step = {
    previous: state.direct?.figures ?? null,
    current: direct.figures,
    previousChannel: state.channel?.figures ?? null,
    channel: channel?.figures ?? null,
    holds: state.holds,
    like,
  }
  const { holds, fired, detail } = judgeStep(terms, step, subject)
  return {
    state: { ...seen, holds },
    // The first judged pair has no previous cell, even if one side was recorded before.
    fired: fired
      ? {
          previous: terms.condition === 'undercut' && state.holds === null ? null : state.direct,
          current: news.direct ?? direct,
          detail,
        }
      : null,
  }
}

/** Figures that the new answer cannot show keep their earlier value if the currency is the same. */
function folded(before: Mark | null, now: Mark): Mark {
  if (before === null) return now
  const [then, figures] = [before.figures, now.figures]
  const kept: Partial<Figures> = {}
  if (!figures.memberKnown && then.memberKnown && then.currency === figures.currency) {
    kept.member = then.member
    kept.memberKnown = true
  }
  if (!figures.pointsKnown && then.pointsKnown && then.currency === figures.currency) {
    const { points, premium, pointsCash, copay } = then
    Object.assign(kept, { points, premium, pointsCash, copay, pointsKnown: true })
  }
  return { seenMs: now.seenMs, figures: { ...figures, ...kept } }
}
