/** Letters that Unicode does not decompose, though people type them without their stroke or tail. */
const PLAIN: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}

const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0640]/gu

/**
 * A name for comparison: without case, accents, wide forms and odd spaces. Only accents and vowel points are removed:
 * marks are the vowels of Indic scripts, and distinguish letters in Japanese.
 */
export function fold(text: string): string {
  return tidied(text)
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ıøßæœłđðþ]/g, (letter) => PLAIN[letter] ?? letter)
    .trim()
}

/** The same words with single spaces and without invisible characters. */
export function tidied(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}
