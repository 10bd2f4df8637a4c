/** Small drawings for a terminal. */

const LEVELS = '▁▂▃▄▅▆▇█'
const GAP = '·'

/** A value that held from a moment on; null if there was none. */
export interface Step {
  fromMs: number
  value: number | null
}

/** The value in force at evenly spaced moments, as a line of bars: the lowest value is the lowest bar. */
export function sparkline(steps: readonly Step[], untilMs: number, width: number): string {
  const sampled = sample(steps, untilMs, width)
  const known = sampled.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return sampled
    .map((value) => {
      if (value === null) return GAP
      const level = high === low ? 3 : Math.round(((value - low) / (high - low)) * (LEVELS.length - 1))
      return LEVELS[level] ?? GAP
    })
    .join('')
}

function sample(steps: readonly Step[], untilMs: number, width: number): (number | null)[] {
  const fromMs = steps[0]?.fromMs ?? untilMs
  return Array.from({ length: width }, (_, column) => {
    const atMs = fromMs + ((untilMs - fromMs) * column) / Math.max(1, width - 1)
    return steps.findLast((step) => step.fromMs <= atMs)?.value ?? null
  })
}

export interface Spread {
  p10: number
  p25: number
  median: number
  p75: number
  p90: number
}

/** From the 10th to the 90th percentile: a thick line for the middle half, a bar for the median, a dot for the value. */
export function percentileBar({ p10, p25, median, p75, p90 }: Spread, value: number, width: number): string {
  const [low, high] = [Math.min(p10, value), Math.max(p90, value)]
  const columnOf = (figure: number) =>
    high === low ? Math.floor(width / 2) : Math.round(((figure - low) / (high - low)) * (width - 1))
  const [first, from, middle, to, last, here] = [p10, p25, median, p75, p90, value].map(columnOf) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Array.from({ length: width }, (_, column) => {
    if (column === here) return '●'
    if (column === middle) return '┃'
    if (column >= from && column <= to) return '━'
    return column >= first && column <= last ? '─' : ' '
  }).join('')
}
