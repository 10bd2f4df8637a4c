import { XMLParser } from 'fast-xml-parser'

/** One element of a parsed document, without its namespace prefix. Values stay text: a price is never a float. */
export interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
}

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: TEXT,
  cdataPropName: CDATA,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // The five predefined entities and character references are decoded below; nothing else is ever expanded.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 60,
})

/** Reads one document. Throws where it is not well-formed, has two roots, or brings a document type along. */
export function parseXml(text: string): Element {
  // A DTD is where entity bombs and external references live, and no answer of this protocol has one.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SyntaxError('the document carries a document type')
  const parsed: unknown = parser.parse(text, true)
  const roots = elementsOf(parsed)
  const [root] = roots
  if (root === undefined || roots.length !== 1) throw new SyntaxError(`${roots.length} root elements`)
  return root
}

function elementsOf(nodes: unknown): Element[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: unknown) => {
    if (typeof node !== 'object' || node === null) return []
    const record = node as Record<string, unknown>
    const name = Object.keys(record).find((key) => key !== ATTRIBUTES)
    if (name === undefined || name === TEXT || name === CDATA) return []
    const content = record[name]
    return [
      {
        name,
        attributes: attributesOf(record[ATTRIBUTES]),
        children: elementsOf(content),
        text: textOf(content),
      },
    ]
  })
}

function attributesOf(group: unknown): Map<string, string> {
  if (typeof group !== 'object' || group === null) return new Map()
  return new Map(Object.entries(group).map(([name, value]) => [name, decode(String(value)).trim()]))
}

function textOf(nodes: unknown): string {
  if (!Array.isArray(nodes)) return ''
  return nodes
    .map((node: Record<string, unknown>) => {
      const plain = node[TEXT]
      if (typeof plain === 'string') return decode(plain)
      return CDATA in node ? verbatim(node[CDATA]) : ''
    })
    .join('')
    .trim()
}

/** Inside CDATA an ampersand is an ampersand. */
function verbatim(nodes: unknown): string {
  if (!Array.isArray(nodes)) return ''
  return nodes
    .map((node: Record<string, unknown>) => (typeof node[TEXT] === 'string' ? node[TEXT] : ''))
    .join('')
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g,
    (whole, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** The first element at the end of a path of names below this one. */
export function at(element: Element | undefined, ...path: string[]): Element | undefined {
  let found = element
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

/** All elements of the last name in the path, below every element that the path before it matches. */
export function all(element: Element | undefined, ...path: string[]): Element[] {
  let found = element ? [element] : []
  for (const name of path)
    found = found.flatMap((parent) => parent.children.filter((child) => child.name === name))
  return found
}

/** An attribute's text; undefined where it is missing or empty. */
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

/** Text that is safe inside an element or an attribute. */
function escapeXml(text: string): string {
  return (
    text
      // Characters that XML 1.0 cannot carry in any form, lone surrogates among them.
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}

/** Markup that is already escaped: what `xml` returns and takes as content. */
export interface Markup {
  markup: string
}

export type Attributes = Record<string, string | number | boolean | undefined>

/** One element; a string among the content is text and gets escaped, undefined is left out. */
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
