import { isBefore, type Segment } from './segments.ts'

/** Segments in the order of plans. Most lists are only asked for their first, so they are sorted when the second is. */
export class SegmentList {
  readonly length: number
  readonly first: Segment
  readonly #segments: readonly Segment[]
  #sorted: readonly Segment[] | null = null

  constructor(first: Segment, segments: readonly Segment[]) {
    this.first = segments.reduce((least, segment) => (isBefore(segment, least) ? segment : least), first)
    this.length = segments.length
    this.#segments = segments
  }

  at(place: number): Segment | undefined {
    if (place === 0) return this.first
    this.#sorted ??= this.#segments.toSorted((a, b) => a.cost - b.cost || a.used - b.used)
    return this.#sorted[place]
  }
}
