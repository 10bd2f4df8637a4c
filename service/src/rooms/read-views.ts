import type { Item } from './lexicon.ts'

interface Views {
  views: string[]
  /** Places that the room is named after without a view: a garden room. */
  features: string[]
  /** The items that a view took as its place. */
  used: ReadonlySet<number>
}

/**
 * What the room looks out on: the places before the word for a view ("city and mountain view"), else those after it ("vue sur
 * la mer"), else the word before it ("Waikiki view").
 */
export function readViews(items: readonly Item[]): Views {
  const views = new Set<string>()
  const used = new Set<number>()
  items.forEach((item, at) => {
    if (item.is !== 'view' && item.is !== 'front') return
    const before = walk(items, at, -1, (is) => is === 'or' || is === 'and' || is === 'partial')
    const places =
      before.length > 0
        ? before
        : walk(items, at, 1, (is) => is === 'silent' || is === 'partial' || is === 'number' || is === 'and')
    const from = Math.min(at, ...places)
    const isPartial =
      items[from - 1]?.is === 'partial' ||
      places.some((i) => items[i - 1]?.is === 'partial' || items[i + 1]?.is === 'partial') ||
      items[at - 1]?.is === 'partial'
    for (const i of places) {
      const place = items[i]
      if (place?.is !== 'place' || used.has(i)) continue
      used.add(i)
      views.add(`${isPartial ? 'partial ' : ''}${place.value}${item.is === 'front' ? ' front' : ''}`)
    }
    const word = items[at - 1]
    if (places.length === 0 && word?.is === 'word') {
      used.add(at - 1)
      views.add(word.word)
    } else if (places.length === 0 && item.is === 'view') views.add('any')
  })
  // A front seen twice ("ocean front view") is one front.
  for (const view of views) if (view.endsWith(' front')) views.delete(view.slice(0, -' front'.length))
  if (views.size > 1) views.delete('any')
  const features = items.flatMap((item, i) => (item.is === 'place' && !used.has(i) ? [item.value] : []))
  return { views: [...views].toSorted(), features, used }
}

/** The places in one direction, across the words that may stand between. */
function walk(
  items: readonly Item[],
  from: number,
  step: 1 | -1,
  isBetween: (is: Item['is']) => boolean,
): number[] {
  const found: number[] = []
  for (let i = from + step; ; i += step) {
    const is = items[i]?.is
    if (is === 'place') found.push(i)
    else if (is === undefined || !isBetween(is)) return found
  }
}
