/** Markup that is already escaped. */
export interface Markup {
  markup: string
}

export type Attributes = Record<string, string | number | boolean | undefined>

/** One element; a string among the content is text, undefined is left out. */
export function xml(
  name: string,
  attributes: Attributes = {},
  ...content: (Markup | Markup[] | string | undefined)[]
): Markup {
  let head = `<${name}`
  for (const key of Object.keys(attributes)) {
    const value = attributes[key]
    if (value !== undefined) head += ` ${key}="${typeof value === 'string' ? escaped(value) : value}"`
  }
  let inside = ''
  for (const part of content) inside += partOf(part)
  return { markup: inside === '' ? `${head}/>` : `${head}>${inside}</${name}>` }
}

function partOf(part: Markup | Markup[] | string | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escaped(part)
  if (!Array.isArray(part)) return part.markup
  let all = ''
  for (const each of part) all += each.markup
  return all
}

/** Nearly every text is plain: replacing in all of them took a third of an answer's time. */
const NOT_PLAIN = /[^ -~]|[&<>"']/

function escaped(text: string): string {
  if (!NOT_PLAIN.test(text)) return text
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
