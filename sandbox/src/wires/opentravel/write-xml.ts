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
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')
  const inside = content.map(partOf).join('')
  return { markup: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` }
}

function partOf(part: Markup | Markup[] | string | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escaped(part)
  return Array.isArray(part) ? part.map((each) => each.markup).join('') : part.markup
}

function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
