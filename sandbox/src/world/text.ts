/** Most names are plain ASCII and need no folding. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/

/** A name for comparison: lower case, without accents, punctuation as spaces. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const plain = isAscii(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain
    .toLowerCase()
    .replaceAll(/['’‘`]/g, '')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Without accents, but in its own case: how some agencies store a name. */
export function withoutAccents(text: string): string {
  return isAscii(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
