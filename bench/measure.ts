import { setTimeout as wait } from 'node:timers/promises'
import { watchDisturbance } from './disturbance.ts'

/** One sample of each side, taken right after each other under the same conditions. */
export interface Pair<T = number> {
  ours: T
  theirs: T
  /** The share of the machine that other programs used meanwhile. */
  disturbance: number
}

export interface Summary {
  /** Medians. */
  ours: number
  theirs: number
  ratio: number
  /** The quartiles of the pairs' ratios: half of the pairs lie between them. */
  low: number
  high: number
  /** The median share of the machine that other programs used. */
  disturbance: number
}

type Sample<T> = () => Promise<T>

/** Above this share, a pair is too disturbed to count. */
const DISTURBED = 0.08
const LOOK_MS = 500
/** The longest total wait for an idle machine, and the maximum number of pairs. */
export const PATIENCE_MS = 45_000
const MOST_PAIRS = 2

/**
 * Alternates both sides, every other pair in reverse order, so that a machine that gets slower or faster favours neither.
 * Pairs are selected by how disturbed they were, never by their result.
 */
export async function inTurns<T>(pairs: number, ours: Sample<T>, theirs: Sample<T>): Promise<Pair<T>[]> {
  const taken: Pair<T>[] = []
  let calm = 0
  let patienceMs = PATIENCE_MS
  while (calm < pairs && taken.length < pairs * MOST_PAIRS) {
    patienceMs -= await waitForCalm(patienceMs)
    const disturbanceOf = await watchDisturbance()
    const pair = taken.length % 2 === 0 ? await oursFirst(ours, theirs) : await theirsFirst(ours, theirs)
    const disturbance = await disturbanceOf()
    taken.push({ ...pair, disturbance })
    if (disturbance <= DISTURBED) calm += 1
  }
  return taken.toSorted((a, b) => a.disturbance - b.disturbance).slice(0, pairs)
}

/** Returns how long it waited. */
export async function waitForCalm(patienceMs: number): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < patienceMs) {
    const disturbanceOf = await watchDisturbance()
    await wait(LOOK_MS)
    if ((await disturbanceOf()) <= DISTURBED) break
  }
  return performance.now() - started
}

async function oursFirst<T>(ours: Sample<T>, theirs: Sample<T>): Promise<{ ours: T; theirs: T }> {
  const mine = await ours()
  return { ours: mine, theirs: await theirs() }
}

async function theirsFirst<T>(ours: Sample<T>, theirs: Sample<T>): Promise<{ ours: T; theirs: T }> {
  const rival = await theirs()
  return { ours: await ours(), theirs: rival }
}

/** The ratio is the median of the pairs' own ratios, not the ratio of the medians: a slow minute touches whole pairs. */
export function summarize(pairs: readonly Pair[]): Summary {
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs)
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    theirs: median(pairs.map(({ theirs }) => theirs)),
    ratio: median(ratios),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
    disturbance: median(pairs.map(({ disturbance }) => disturbance)),
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Interpolates between two values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (sorted.length - 1) * share
  const below = sorted[Math.floor(rank)] ?? Number.NaN
  const above = sorted[Math.ceil(rank)] ?? Number.NaN
  return below + (above - below) * (rank - Math.floor(rank))
}
