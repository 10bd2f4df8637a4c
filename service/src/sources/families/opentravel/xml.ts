import type { Element } from '../read-xml.ts'

/** The first element at the end of a path of names below this one. */
export function at(element: Element | undefined, ...path: string[]): Element | undefined {
  let found = element
  for (const name of path) {
    const parent: Element | undefined = found
    found = undefined
    if (parent === undefined) return undefined
    for (const child of parent.children) {
      if (child.name !== name) continue
      found = child
      break
    }
  }
  return found
}

/**
 * All elements of the last name in the path, below every element that the path before it matches. It is called hundreds of times
 * for each answer, so it makes one list, not one for each step.
 */
export function all(element: Element | undefined, ...path: string[]): Element[] {
  const found: Element[] = []
  if (element) collect(element, path, 0, found)
  return found
}

function collect(parent: Element, path: readonly string[], step: number, found: Element[]): void {
  const name = path[step]
  for (const child of parent.children) {
    if (child.name !== name) continue
    if (step === path.length - 1) found.push(child)
    else collect(child, path, step + 1, found)
  }
}

/** An attribute's text; undefined if missing or empty. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  const value = element?.attributes.get(name)
  return value === '' ? undefined : value
}

/** An `xs:boolean`, which may also be written 1 or 0. */
export function flag(element: Element | undefined, name: string): boolean | undefined {
  const value = attribute(element, name)
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return undefined
}

const NOT_PLAIN = /[^ -~]|[&<>"']/

/** Text that is safe inside an element or an attribute. */
function escapeXml(text: string): string {
  if (!NOT_PLAIN.test(text)) return text
  return (
    text
      // Characters that XML 1.0 cannot represent, including lone surrogates.
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}

/** Escaped markup: what `xml` returns and accepts as content. */
export interface Markup {
  markup: string
}

export type Attributes = Record<string, string | number | boolean | undefined>

/** One element. Strings in the content are escaped; undefined is skipped. */
export function xml(
  name: string,
  attributes: Attributes = {},
  content: readonly (Markup | string | undefined)[] = [],
): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  const inside = content
    .map((part) => (part === undefined ? '' : typeof part === 'string' ? escapeXml(part) : part.markup))
    .join('')
  return { markup: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` }
}
