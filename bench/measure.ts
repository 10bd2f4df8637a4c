import { setTimeout as wait } from 'node:timers/promises'
import { watchDisturbance } from './disturbance.ts'

/** One look at both sides, taken right after one another so that the machine's mood is the same for both. */
export interface Pair<T = number> {
  ours: T
  theirs: T
  /** The share of the machine that others took meanwhile. */
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
  /** The median share of the machine that others took. */
  disturbance: number
}

type Sample<T> = () => Promise<T>

/** Above this share of the machine a pair measures the neighbours. */
const DISTURBED = 0.08
const LOOK_MS = 500
/** How long one measure waits for a calm machine, all in all, and how many pairs it takes at most. */
export const PATIENCE_MS = 45_000
const MOST_PAIRS = 2

/**
 * Takes both sides in turns, every other pair the other way round, so that a machine that gets slower or faster during the
 * run favours neither. What counts is chosen by how much others disturbed it, never by its outcome.
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

/** Tells how long it waited. */
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

/** Between two values where the rank falls between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (sorted.length - 1) * share
  const below = sorted[Math.floor(rank)] ?? Number.NaN
  const above = sorted[Math.ceil(rank)] ?? Number.NaN
  return below + (above - below) * (rank - Math.floor(rank))
}
