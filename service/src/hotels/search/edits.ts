const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')
/** Longer words have too many edits to look up each. */
const MOST_LETTERS = 24

/** Every word that is one typo away: a letter left out, added, wrong, or swapped with the next. */
export function oneEditAway(word: string): string[] {
  const letters = Array.from(word)
  if (letters.length < 2 || letters.length > MOST_LETTERS) return []
  const edited = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('')
    const after = letters.slice(at).join('')
    const [letter, next, ...rest] = letters.slice(at)
    for (const added of LETTERS) edited.add(before + added + after)
    if (letter === undefined) continue
    const remaining = [next ?? '', ...rest].join('')
    edited.add(before + remaining)
    for (const other of LETTERS) edited.add(before + other + remaining)
    if (next !== undefined) edited.add(before + next + letter + rest.join(''))
  }
  edited.delete(word)
  return [...edited]
}

/** Whether one text becomes the other by so many edits; a swap of neighbours is one. */
export function isWithinEdits(one: string, other: string, most: number): boolean {
  const [a, b] = [Array.from(one), Array.from(other)]
  if (Math.abs(a.length - b.length) > most) return false
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) row.push(cost(rows, row, a, b, i, j))
    rows.push(row)
  }
  return (rows[a.length]?.[b.length] ?? most + 1) <= most
}

function cost(rows: number[][], row: number[], a: string[], b: string[], i: number, j: number): number {
  const above = rows[i - 1] ?? []
  const replaced = (above[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
  const fewest = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
  const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
  return isSwap ? Math.min(fewest, (rows[i - 2]?.[j - 2] ?? 0) + 1) : fewest
}
