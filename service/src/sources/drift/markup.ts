/**
 * XML as plain values and back: an element is `{"@name": attribute, "child": [elements], "#": text}`, names with their prefix. Reading
 * a family's way is the family's business; this only has to find every place where something stands, and to write the rest as it was.
 */

export interface Markup {
  [name: string]: string | Markup[]
}

export const TEXT = '#'

/** No name has a `<` in it: else each of many would be tried as the beginning of all the others. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>]+)\s*>|<([^\s/<>!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Throws if it is malformed. References such as `&amp;` stay as they are written. */
export function readMarkup(text: string): Markup {
  const root: Markup = {}
  const open: { name: string; element: Markup }[] = [{ name: '', element: root }]
  let end = 0
  for (const token of text.matchAll(TOKEN)) {
    if (token.index !== end) throw new SyntaxError('not XML')
    end = token.index + token[0].length
    const [, data, closing, opening, attributes = '', empty, words] = token
    const within = open.at(-1)
    if (!within) throw new SyntaxError('not XML')
    if (opening !== undefined) {
      const element: Markup = {}
      for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE))
        element[`@${name}`] = double ?? (single ?? '').replaceAll('"', '&quot;')
      childrenOf(within.element, opening).push(element)
      if (empty === '') open.push({ name: opening, element })
    } else if (closing !== undefined) {
      if (open.pop()?.name !== closing) throw new SyntaxError('not XML')
    } else if (data !== undefined)
      addText(within.element, data.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    else if (words !== undefined) addText(within.element, words)
  }
  if (end !== text.length || open.length !== 1) throw new SyntaxError('not XML')
  return root
}

export function writeMarkup(root: unknown): string {
  return typeof root === 'object' && root !== null ? inside(root) : said(root)
}

function inside(element: object): string {
  return Object.entries(element)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, value]: [string, unknown]) =>
      name === TEXT
        ? String(value)
        : listOf(value)
            .map((child) => written(name, child))
            .join(''),
    )
    .join('')
}

function written(name: string, child: unknown): string {
  if (typeof child !== 'object' || child === null) return `<${name}>${said(child)}</${name}>`
  const attributes = Object.entries(child)
    .filter(([key]) => key.startsWith('@'))
    .map(([key, value]) => ` ${key.slice(1)}="${String(value)}"`)
  return `<${name}${attributes.join('')}>${inside(child)}</${name}>`
}

/** A change may have put a number or nothing in the place of an element. */
function said(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function childrenOf(element: Markup, name: string): Markup[] {
  const known = element[name]
  if (Array.isArray(known)) return known
  const list: Markup[] = []
  element[name] = list
  return list
}

function addText(element: Markup, words: string): void {
  const text = words.trim()
  if (text === '') return
  const before = element[TEXT]
  element[TEXT] = typeof before === 'string' ? before + text : text
}
