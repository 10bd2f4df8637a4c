import { XMLParser } from 'fast-xml-parser'

/** A parsed element without its namespace prefix. */
export interface Node {
  name: string
  attributes: Record<string, string>
  children: Node[]
  text: string
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/** The root of a well-formed document; undefined for anything else, document types included. */
export function readXml(text: string): Node | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    const parsed: unknown = parser.parse(text, true)
    const roots = nodesOf(parsed)
    return roots.length === 1 ? roots[0] : undefined
  } catch {
    // The parser's only complaint is that the document is not well-formed, and the caller answers just that.
    return undefined
  }
}

function nodesOf(list: unknown): Node[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: Record<string, unknown>) => {
    const name = Object.keys(entry).find((key) => key !== ':@')
    if (name === undefined || name === '#text') return []
    const content = entry[name]
    return [
      { name, attributes: attributesOf(entry[':@']), children: nodesOf(content), text: textOf(content) },
    ]
  })
}

function attributesOf(group: unknown): Record<string, string> {
  if (typeof group !== 'object' || group === null) return {}
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, unescaped(String(value))]))
}

function textOf(list: unknown): string {
  if (!Array.isArray(list)) return ''
  const texts = list.map((entry: Record<string, unknown>) => entry['#text'])
  return unescaped(texts.filter((text) => typeof text === 'string').join('')).trim()
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string, name: string) => {
    if (name !== undefined) return NAMED[name] ?? whole
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
  })
}

/** The first node at the end of a path of names. */
export function at(node: Node | undefined, ...path: string[]): Node | undefined {
  let found = node
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

/** Every node of a name right below another. */
export function childrenOf(node: Node | undefined, name: string): Node[] {
  return node?.children.filter((child) => child.name === name) ?? []
}
