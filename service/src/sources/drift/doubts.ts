import type { Deviation } from './deviation.ts'
import type { Facts } from './facts.ts'
import { knowsHotels, objectsAbove, type Shape } from './shape.ts'

/**
 * A field that few answers have shown may be missing in one because of its hotel or its dates. Only if other hotels lack it too is it gone, or if
 * known hotels lack it for long. Of one process: a change at the vendor comes back soon.
 */
export interface Doubts {
  /** What is beyond doubt with this answer. */
  weigh(found: readonly Deviation[], facts: Facts, shape: Shape, hotel: string): Deviation[]
  /** Paths of which the next answer will tell more. */
  open(): Set<string>
}

const IN_A_ROW = 3
/** Where only one or two hotels have it. */
const LONG = 10
/** What is not beyond doubt by then is left to the answers that are compared anyway. */
const GIVEN_UP = 30

interface Doubt {
  deviation: Deviation
  answers: number
  hotels: Set<string>
  /** Whether all of the hotels were known. */
  known: boolean
}

function isSure({ answers, hotels, known }: Doubt, shape: Shape): boolean {
  const isElsewhere = hotels.size >= Math.min(IN_A_ROW, shape.hotels.length)
  return (answers >= IN_A_ROW && isElsewhere) || (answers >= LONG && known)
}

export function createDoubts(): Doubts {
  const doubts = new Map<string, Doubt>()
  return {
    open: () => new Set([...doubts].filter(([, { answers }]) => answers < GIVEN_UP).map(([path]) => path)),
    weigh(found, facts, shape, hotel) {
      const known = knowsHotels(shape, hotel)
      const sure: Deviation[] = []
      for (const [path, doubt] of doubts) {
        if (objectsAbove(path, facts) === 0) continue
        if ((facts.get(path)?.present ?? 0) > 0) doubts.delete(path)
        else {
          doubt.answers += 1
          doubt.hotels.add(hotel)
          doubt.known &&= known
        }
        if (!isSure(doubt, shape)) continue
        doubts.delete(path)
        sure.push(doubt.deviation)
      }
      for (const deviation of found) {
        if (deviation.change !== 'gone' || (deviation.isSure && known)) sure.push(deviation)
        else if (!doubts.has(deviation.path))
          doubts.set(deviation.path, { deviation, answers: 1, hotels: new Set([hotel]), known })
      }
      return sure
    },
  }
}
