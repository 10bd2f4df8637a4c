import { median, type Pair, quantile, type Summary } from './measure.ts'

/** The result of a measure. */
export interface Finding {
  /** The measure's short name, as `--only` takes it. */
  name: string
  what: string
  value: string
  comparedWith: string
  /** The judged figure: a ratio, or seconds if the promise is in seconds. */
  figure: number
  unit: 'ratio' | 's' | 'ms' | 'MiB' | 'MB' | 'count'
  better: 'more' | 'less'
  /** Null without a promise: the figure is only shown. */
  mustReach: number | null
  aim: number | null
  /** The middle half of the samples. */
  spread: [number, number]
  /** The median share of the machine that other programs used during the samples. */
  disturbance: number
  samples: readonly unknown[]
}

export type Verdict = 'aim' | 'reached' | 'MISSED' | 'shown'

export function judge({ figure, better, mustReach, aim }: Finding): Verdict {
  const reaches = (bound: number | null) =>
    bound !== null && (better === 'more' ? figure >= bound : figure <= bound)
  if (mustReach === null) return 'shown'
  if (reaches(aim)) return 'aim'
  return reaches(mustReach) ? 'reached' : 'MISSED'
}

/** A finding about the ratio of two sides. */
export function compared(
  about: Pick<Finding, 'name' | 'what' | 'better' | 'mustReach' | 'aim'>,
  { ours, theirs, ratio, low, high, disturbance }: Summary,
  samples: readonly Pair[],
  show: { value: (side: number) => string; rival: string },
): Finding {
  return {
    ...about,
    value: show.value(ours),
    comparedWith: `${show.value(theirs)} ${show.rival}`,
    figure: ratio,
    unit: 'ratio',
    spread: [low, high],
    disturbance,
    samples,
  }
}

type Absolute = Exclude<Finding['unit'], 'ratio'>

const SHOWN: Readonly<Record<Absolute, (figure: number) => string>> = {
  ms: milliseconds,
  s: (figure) => `${figure.toFixed(2)} s`,
  MiB: (figure) => `${figure.toFixed(1)} MiB`,
  MB: (figure) => `${Math.round(figure)} MB`,
  count: String,
}

/** A finding that is no ratio, such as a time or a size: the less, the better. */
export function absolute(
  about: Pick<Finding, 'name' | 'what' | 'mustReach' | 'aim'> & { unit: Absolute },
  samples: readonly number[],
  { figure = median(samples), comparedWith = '-', disturbance = 0 } = {},
): Finding {
  return {
    ...about,
    value: SHOWN[about.unit](figure),
    comparedWith,
    figure,
    better: 'less',
    spread: [quantile(samples, 0.25), quantile(samples, 0.75)],
    disturbance,
    samples,
  }
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 2 : 1)} ms`
}
