import { KIND_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'

interface Placed {
  country: string | null
  city: string | null
  stars: number | null
}

/**
 * The hotels that are counted together: of the same town and class. All chains are one market; an agency or a metasearch engine is one of
 * its own, because several list the same hotel; and so is a chain for points, which it prices by its own chart.
 */
export function marketOf(source: Source, { country, city, stars }: Placed, kind: string): string {
  const isShared = source.kind === 'chain' && kind !== KIND_LETTER.award
  return JSON.stringify([
    isShared ? null : source.id,
    country,
    city,
    stars === null ? null : Math.round(stars),
  ])
}
