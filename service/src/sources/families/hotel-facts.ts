import { LRUCache } from 'lru-cache'
import { atMost } from '../../kernel/at-most.ts'
import { SourceFailure } from '../source.ts'

const MAX_REMEMBERED = 20_000
const KNOWN_MS = 86_400_000
/** A hotel may open any day, so "unknown hotel" is cached for a shorter time. */
const UNKNOWN_MS = 3_600_000

/** A hotel's facts, null if the vendor has no such hotel, or why they are unknown. */
export type Known<Fact> = Fact | null | SourceFailure

/** Prices do not distinguish a full hotel from an unknown one, so the description of each hotel is requested once and cached. */
export interface HotelFacts<Fact> {
  /**
   * `look` is called for what is not cached; hotels it leaves out do not exist. If it fails, only the hotels it was called for
   * fail. `suffices` rejects a cached fact that says too little.
   */
  of(
    codes: readonly string[],
    look: (codes: readonly string[]) => Promise<ReadonlyMap<string, Fact>>,
    suffices?: (fact: Fact) => boolean,
  ): Promise<Map<string, Known<Fact>>>
}

export function createHotelFacts<Fact extends object>(now: () => number): HotelFacts<Fact> {
  const remembered = new LRUCache<string, { fact: Fact | null }>({
    ...atMost(MAX_REMEMBERED),
    ttl: KNOWN_MS,
    perf: { now },
  })
  return {
    async of(codes, look, suffices = () => true) {
      const known = new Map<string, Known<Fact>>()
      const missing: string[] = []
      for (const code of codes) {
        const held = remembered.get(code)
        if (held && (held.fact === null || suffices(held.fact))) known.set(code, held.fact)
        else missing.push(code)
      }
      if (missing.length === 0) return known
      try {
        const found = await look(missing)
        for (const code of missing) {
          const fact = found.get(code) ?? null
          known.set(code, fact)
          remembered.set(code, { fact }, { ttl: fact === null ? UNKNOWN_MS : KNOWN_MS })
        }
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error
        for (const code of missing) known.set(code, error)
      }
      return known
    },
  }
}

/** The facts of existing hotels; throws if any is unknown. */
export function existing<Fact extends object>(known: ReadonlyMap<string, Known<Fact>>): Fact[] {
  return [...known.values()].flatMap((fact) => {
    if (fact instanceof SourceFailure) throw fact
    return fact ?? []
  })
}
