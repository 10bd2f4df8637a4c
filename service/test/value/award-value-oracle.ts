/** The ranking once more, the plain way: every night looked at, nothing clever. */

export interface Night {
  chain: string
  hotel_code: string
  night: string
  currency: string
  lowest_points: number | null
  cpp: number | null
  cache_age_sec: number
  /** Of several cells of one night the newest counts. Default: there is one. */
  observed_at?: string
}

/** What a point is worth in a currency, in its cents; null if that cannot be said. */
export type WorthIn<Cell> = (cell: Cell, currency: string) => number | null

export interface ValueRow<Cell extends Night = Night> {
  chain: string
  hotel_code: string
  best_cpp: number
  avg_cpp: number
  nights: number
  best: Cell
}

export interface ValueTerms {
  currency?: string
  from?: string
  to?: string
  min_cpp?: number
  min_nights?: number
  rank?: 'best' | 'avg'
  limit?: number
  max_age?: number
}

const SAME_CURRENCY: WorthIn<Night> = ({ cpp, currency }, to) => (currency === to ? cpp : null)

export function valueOracle<Cell extends Night>(
  cells: readonly Cell[],
  terms: ValueTerms,
  worthIn: WorthIn<Cell> = SAME_CURRENCY,
): ValueRow<Cell>[] {
  const worth = (cell: Cell) => (cell.cpp === null ? null : worthIn(cell, terms.currency ?? 'USD'))
  const byNight = Map.groupBy(cells, ({ chain, hotel_code, night }) => `${chain}/${hotel_code}/${night}`)
  const newest = [...byNight.values()].map((same) =>
    same.reduce((one, other) => ((other.observed_at ?? '') > (one.observed_at ?? '') ? other : one)),
  )
  const counting = newest.filter(
    (cell) =>
      worth(cell) !== null &&
      Number(worth(cell)) >= (terms.min_cpp ?? 0) &&
      cell.night >= (terms.from ?? '') &&
      cell.night <= (terms.to ?? '9999') &&
      cell.cache_age_sec <= (terms.max_age ?? 604_800),
  )
  const rows: ValueRow<Cell>[] = []
  for (const nights of Map.groupBy(counting, (cell) => `${cell.chain}/${cell.hotel_code}`).values()) {
    const [best] = nights.toSorted(
      (a, b) => Number(worth(b)) - Number(worth(a)) || (a.night < b.night ? -1 : 1),
    ) as [Cell]
    if (nights.length < (terms.min_nights ?? 1)) continue
    const hundredths = nights.reduce((sum, cell) => sum + Math.round(Number(worth(cell)) * 100), 0)
    rows.push({
      chain: best.chain,
      hotel_code: best.hotel_code,
      best_cpp: Number(worth(best)),
      // Half up, in whole numbers.
      avg_cpp: Math.floor((2 * hundredths + nights.length) / (2 * nights.length)) / 100,
      nights: nights.length,
      best,
    })
  }
  const figure = terms.rank === 'avg' ? 'avg_cpp' : 'best_cpp'
  return rows
    .toSorted((a, b) => b[figure] - a[figure] || text(a.hotel_code, b.hotel_code) || text(a.chain, b.chain))
    .slice(0, terms.limit ?? 25)
}

function text(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
