/** Letters that Unicode does not decompose, though people write them without their stroke. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', ı: 'i' }

const WORDS = /\d+|[\p{L}\p{M}]+|[/&+]/gu

/** The endings of compound words whose beginnings are words of their own: Doppelzimmer, Meerblick, oceanfront. */
const ENDINGS = ['zimmer', 'suite', 'blick', 'view', 'front', 'bett', 'betten']

/** A name as folded words: lower case, without accents, numbers apart from letters. */
export function wordsOf(name: string, isKnown: (word: string) => boolean): string[] {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßøæœłı]/g, (letter) => PLAIN[letter] ?? letter)
  const words: string[] = []
  for (const [word] of folded.matchAll(WORDS)) {
    const ending = isKnown(word) ? undefined : ENDINGS.find((end) => word.endsWith(end))
    const start = ending ? beginning(word.slice(0, -ending.length), isKnown) : undefined
    if (ending && start) words.push(start, ending)
    else words.push(word)
  }
  return words
}

/** German joins words with an s: Ausblicks-, Hochzeitssuite. */
function beginning(start: string, isKnown: (word: string) => boolean): string | undefined {
  if (isKnown(start)) return start
  return start.endsWith('s') && isKnown(start.slice(0, -1)) ? start.slice(0, -1) : undefined
}
