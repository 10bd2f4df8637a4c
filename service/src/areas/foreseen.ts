import type { PlaceDeps } from '../hotels/chain-lookups.ts'
import { countAround } from '../hotels/directory/counting.ts'
import type { LookupPlan } from '../hotels/lookup.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/**
 * The hotels that a quote counts, by chain, and so the most that the answer takes. A chain without an entry may have any number: its place
 * is not known yet, or the directory has not read it.
 */
export type Foreseen = ReadonlyMap<Source, number>

/** By the lookups that are cached, otherwise by the directory. */
export async function foresee(
  { pool }: PlaceDeps,
  { resolved, known, missing }: Pick<LookupPlan, 'resolved' | 'known' | 'missing'>,
  radiusMi: number,
): Promise<Foreseen> {
  const foreseen = new Map(known.map(({ source, hotels }) => [source, hotels.length]))
  const place = resolved?.place
  if (!place) return foreseen
  const ids = missing.map(({ id }) => id)
  const counts = await countAround(pool, ids, place, radiusMi)
  for (const source of missing) {
    const count = counts.get(source.id)
    if (count !== undefined) foreseen.set(source, count)
  }
  return foreseen
}

/** What each hotel that a quote counts costs, at most so many, the dearest first. */
export function dearest<Price>(
  chains: readonly Source[],
  foreseen: Foreseen,
  most: number,
  priceOf: (chain: Source) => Price,
  sizeOf: (price: Price) => number,
): Price[] {
  return chains
    .flatMap((chain) => {
      const price = priceOf(chain)
      return Array.from({ length: Math.min(foreseen.get(chain) ?? most, most) }, () => price)
    })
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, most)
}

/** The nearest hotels of each chain, as many as the quote counted, and the others. */
export function splitForeseen<Hotel extends { source: Source }>(
  nearest: readonly Hotel[],
  foreseen: Foreseen,
): { taken: Hotel[]; others: Hotel[] } {
  const counts = new Map<Source, number>()
  const split = { taken: [] as Hotel[], others: [] as Hotel[] }
  for (const hotel of nearest) {
    const { source } = hotel
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    split[count <= (foreseen.get(source) ?? count) ? 'taken' : 'others'].push(hotel)
  }
  return split
}
