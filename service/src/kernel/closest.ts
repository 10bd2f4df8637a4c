const LONGEST_NAME = 40

/** The name that a mistyped word means; null if none is close. */
export function closest(word: string, names: readonly string[]): string | null {
  if (word.length > LONGEST_NAME) return null
  const most = word.length < 5 ? 1 : 2
  const near = names
    .filter((name) => Math.abs(name.length - word.length) <= most)
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.name ?? null
}

/** A question to append to a sentence without its full stop. Empty if no name is close. */
export function meant(word: string, names: readonly string[]): string {
  const name = closest(word, names)
  return name === null ? '' : `. Did you mean \`${name}\`?`
}

/** Levenshtein distance, one row at a time. Two letters in the wrong order count as one change. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    let left = at + 1
    const next = [left]
    for (const [column, other] of to.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      left = Math.min(replaced, (row[column + 1] ?? 0) + 1, left + 1)
      const isSwapped = column > 0 && letter === to[column - 1] && from[at - 1] === other
      if (isSwapped) left = Math.min(left, (before[column - 1] ?? 0) + 1)
      next.push(left)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
