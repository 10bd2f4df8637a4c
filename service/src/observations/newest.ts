/**
 * Points have no currency, so of each night the newest award cell counts, whatever currency it was requested in. These are parts of
 * statements; `cells` are the cells of one hotel. Only the columns that summaries need, because sorting whole rows takes longer.
 */
export function newestOf(cells: string): string {
  return `(
    select distinct on (night) night, currency, seen, quoted, cpp, bar, bar_after_tax, points, premium
    from ${cells} order by night, seen desc, currency)`
}

/**
 * An aggregate over these cells, each as `c`; `from` may add to them. Most hotels have cells in one currency, so one per night,
 * which are aggregated as they are read: finding the newest takes longer.
 */
export function overNewest(
  aggregate: string,
  cells: string,
  from: (cells: string) => string = (some) => `${some} c`,
): string {
  return `(
    select case when min(c.currency) < max(c.currency) then (select ${aggregate} from ${from(newestOf(cells))}) else ${aggregate} end
    from ${from(cells)})`
}
