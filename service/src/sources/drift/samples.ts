import type { Family } from '../source.ts'
import { readSample, type Sample } from './sample.ts'

/** The calls that are kept of one question at one source: few, that have as much as possible of what its bodies can have. */
export interface Samples {
  list(): readonly Sample[]
  /** Keeps it, if it has something that no other has and the family reads it again as it did. Returns whether it does. */
  consider(sample: Sample, has: ReadonlySet<string>, family: Family, sourceId: string): Promise<boolean>
}

const MOST_SAMPLES = 8
/** The bodies of one, in characters. */
const MOST_CHARS = 500_000

interface Kept {
  sample: Sample
  has: ReadonlySet<string>
}

export function createSamples(kept: readonly Kept[]): Samples {
  let held = [...kept]

  /** How much would be lost without it. */
  const worthOf = ({ has }: Kept, among: readonly Kept[]): number => {
    const others = among.filter((each) => each.has !== has)
    return [...has].filter((one) => !others.some((each) => each.has.has(one))).length
  }

  return {
    list: () => held.map(({ sample }) => sample),
    async consider(sample, has, family, sourceId) {
      const gain = [...has].filter((one) => !held.some((each) => each.has.has(one))).length
      if (gain === 0) return false
      const candidate = { sample, has }
      const least = held.toSorted((a, b) => worthOf(a, held) - worthOf(b, held))[0]
      const isFull = held.length >= MOST_SAMPLES
      if (isFull && least && worthOf(least, [...held, candidate]) >= gain) return false
      const chars = sample.exchanges.reduce((sum, { body }) => sum + body.length, 0)
      if (chars > MOST_CHARS || (await readSample(family, sourceId, sample)) !== sample.row) return false
      held = [...held.filter((each) => !isFull || each !== least), candidate]
      return true
    },
  }
}
