import type { Item } from './lexicon.ts'
import type { Bed, BedType } from './words/beds.ts'

interface Mention extends Bed {
  /** Where its number stands. */
  countAt: number | null
  /** Where it stands itself. */
  at: number
  /** Whether a number stands before it, as in "two queen beds". */
  isCounted: boolean
  /** Whether it is called a bed: "king size bed", but not "king room". */
  isBed: boolean
  /** Whether it is another choice than the one before. */
  isChoice: boolean
}

/** Beds that people sleep in when they are alone or a couple; the others stand beside them. */
const MAIN: ReadonlySet<BedType> = new Set(['king', 'queen', 'double', 'single', 'bed'])

/** Words that may stand between a number and its bed: two large double beds. */
const SIZES: ReadonlySet<string> = new Set(['large', 'small', 'comfort', 'grand'])

/**
 * The beddings of a name. "Queen room with two queen beds" has two, not three: a word without a number names the kind of room
 * if another one is counted.
 */
export function readBeds(items: readonly Item[]): { beds: Bed[][]; used: ReadonlySet<number> } {
  const all = mentions(items)
  const isCounted = all.some((bed) => bed.isCounted && MAIN.has(bed.type))
  const kept = isCounted ? all.filter((bed) => bed.isCounted || !MAIN.has(bed.type)) : unnamed(paired(all))
  const choices: Bed[][] = []
  for (const { type, count, isChoice } of kept) {
    const last = choices.at(-1)
    if (!last || isChoice) choices.push([{ type, count }])
    else if (!last.some((bed) => bed.type === type)) last.push({ type, count })
  }
  return {
    beds: choices.map((beds) => beds.toSorted((a, b) => (a.type < b.type ? -1 : 1))),
    used: new Set(all.flatMap(({ countAt }) => (countAt === null ? [] : [countAt]))),
  }
}

function mentions(items: readonly Item[]): Mention[] {
  const found: Mention[] = []
  let countAt: number | null = null
  let isChoice = false
  items.forEach((item, at) => {
    if (item.is === 'number') countAt = at
    else if (item.is === 'or') isChoice = found.length > 0
    else if (item.is === 'bed') {
      const number = countAt === null ? undefined : items[countAt]
      const count = number?.is === 'number' ? number.value : item.count
      const isBare = count === 0
      const next = items[at + 1]
      const isBed = next?.is === 'bed' && next.type === 'bed' && next.count === 0
      if (!isBare)
        found.push({ type: item.type, count, at, isCounted: countAt !== null, isBed, isChoice, countAt })
      countAt = null
      isChoice &&= isBare
    } else if (!(item.is === 'grade' && SIZES.has(item.value))) {
      countAt = null
      isChoice &&= item.is === 'silent'
    }
  })
  return found
}

/** "Double queen" and "queen queen" are two queen beds; "double twin" is either. */
function paired(beds: readonly Mention[]): Mention[] {
  const found: Mention[] = []
  for (const bed of beds) {
    const last = found.at(-1)
    const isPair = last && !bed.isChoice && MAIN.has(bed.type) && last.count === 1 && last.at === bed.at - 1
    if (isPair && bed.type === 'single' && last.type === 'double') found.push({ ...bed, isChoice: true })
    else if (isPair && !bed.isBed && (last.type === 'double' || last.type === bed.type) && bed.count === 1) {
      found[found.length - 1] = { ...bed, count: 2, isChoice: last.isChoice }
    } else found.push(bed)
  }
  return found
}

/** A double or twin room with a king size bed has that bed. */
function unnamed(beds: readonly Mention[]): Mention[] {
  const isNamed = beds.some((bed) => bed.isBed && MAIN.has(bed.type))
  const isRoom = ({ type, isBed }: Mention) => !isBed && (type === 'double' || type === 'single')
  return isNamed ? beds.filter((bed) => bed.isChoice || !isRoom(bed)) : [...beds]
}
