import { minorDigits } from '../../src/kernel/money.ts'

export interface CompsetBody {
  hotels: {
    chain: string
    hotel_code: string
    comparable: { currency: string; bar: number; bar_after_tax: number | null } | null
  }[]
  market: {
    currency: string
    basis: string
    priced: number
    min: number | null
    median: number | null
    mean: number | null
    max: number | null
    subject: {
      rank: number
      of: number
      rate_index: number
      vs_median_pct: number
      others_median: number | null
      vs_others_median_pct: number | null
    } | null
  }
}

/** The market of a set, computed from its rows. */
export function marketByHand(
  body: CompsetBody,
  subject: { chain: string; hotel_code: string },
  currency: string,
) {
  const scale = 10 ** minorDigits(currency)
  const half = (value: number) => Math.floor(Number(value.toFixed(6)) + 0.5)
  const hasTaxed = body.hotels.some(({ comparable }) => (comparable?.bar_after_tax ?? null) !== null)
  const rows = body.hotels.flatMap(({ chain, hotel_code, comparable }) => {
    const figure = hasTaxed ? comparable?.bar_after_tax : comparable?.bar
    const isSubject = chain === subject.chain && hotel_code === subject.hotel_code
    return figure === undefined || figure === null ? [] : [{ isSubject, figure: Math.round(figure * scale) }]
  })
  const sorted = rows.map(({ figure }) => figure).toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = half(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2)
  const sum = sorted.reduce((total, figure) => total + figure, 0)
  const own = rows.find(({ isSubject }) => isSubject)?.figure
  const others = rows.filter(({ isSubject }) => !isSubject).map(({ figure }) => figure)
  const ordered = others.toSorted((a, b) => a - b)
  const mid = (ordered.length - 1) / 2
  const othersMedian =
    ordered.length === 0 ? null : half(((ordered[Math.floor(mid)] ?? 0) + (ordered[Math.ceil(mid)] ?? 0)) / 2)
  const shown = (value: number | undefined) =>
    sorted.length === 0 || value === undefined ? null : value / scale
  const tenth = (value: number) => half(value * 10) / 10
  return {
    currency,
    basis: hasTaxed ? 'bar_after_tax' : 'bar',
    priced: sorted.length,
    min: shown(sorted[0]),
    median: shown(median),
    mean: shown(half(sum / sorted.length)),
    max: shown(sorted.at(-1)),
    subject:
      own === undefined
        ? null
        : {
            rank: 1 + others.filter((figure) => figure < own).length,
            of: sorted.length,
            rate_index: others.length > 0 ? tenth((own * 100 * others.length) / (sum - own)) : null,
            vs_median_pct: tenth(((own - median) * 100) / median),
            others_median: othersMedian === null ? null : othersMedian / scale,
            vs_others_median_pct:
              othersMedian === null ? null : tenth(((own - othersMedian) * 100) / othersMedian),
          },
  }
}
