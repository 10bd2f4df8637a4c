import type { Work } from './define-work.ts'
import type { LeasedRow } from './work.ts'

/** The concurrency limits of several kinds of work. */
export interface Shares<Row> {
  /** Of all workers together; Infinity if only the claim limits it. */
  capOf(name: string): number
  /** Rows of a kind without shares belong to one share with the kind's name. */
  nameOf(row: Row): string
  /** Every kind and share that has a limit. */
  places: readonly { kind: string; share: string; name: string }[]
}

export function sharesOf<Row extends LeasedRow>(works: readonly Work<Row>[]): Shares<Row> {
  const places = works.flatMap(({ kind, shares }) =>
    [...(shares?.() ?? [])].map(([share, { name, cap }]) => ({ kind, share, name, cap })),
  )
  const caps = new Map(places.map(({ name, cap }) => [name, cap]))
  const names = new Map(places.map(({ kind, share, name }) => [`${kind}/${share}`, name]))
  return {
    capOf: (name) => caps.get(name) ?? Infinity,
    nameOf: ({ kind, share }) => names.get(`${kind}/${share}`) ?? kind,
    places,
  }
}
