import type { Element } from './xml.ts'

/**
 * Reads one document. Throws if it is malformed, has two roots, nests too deeply, or has a document type, which is how entity
 * bombs and external references work; no answer of this protocol has one.
 *
 * Written by hand because a tree library took ten times as long, which was half the cost of a grid task. It knows elements,
 * attributes, text, CDATA, comments and character references. It expands nothing else.
 */
export function parseXml(document: string): Element {
  const text = document.startsWith('\ufeff') ? document.slice(1) : document
  const open: Opened[] = []
  let root: Element | undefined
  let at = 0

  function close(opened: Opened): void {
    const { element, pieces } = opened
    element.text = pieces.join('').trim()
    const parent = open.at(-1)
    if (parent) parent.element.children.push(element)
    else if (root) throw new SyntaxError('two root elements')
    else root = element
  }

  function put(piece: string): void {
    const inside = open.at(-1)
    if (inside) inside.pieces.push(piece)
    else if (piece.trim() !== '') throw new SyntaxError('text outside the root element')
  }

  while (at < text.length) {
    const mark = text.indexOf('<', at)
    const end = mark === -1 ? text.length : mark
    if (end > at) put(decode(text.slice(at, end)))
    if (mark === -1) break
    if (text.startsWith('</', mark)) {
      const stop = endOf(text, '>', mark)
      const opened = open.pop()
      if (!opened || opened.tag !== text.slice(mark + 2, stop).trimEnd())
        throw new SyntaxError('an element is closed that is not open')
      close(opened)
      at = stop + 1
    } else if (text.startsWith('<!--', mark)) {
      at = endOf(text, '-->', mark + 4) + 3
    } else if (text.startsWith('<![CDATA[', mark)) {
      const stop = endOf(text, ']]>', mark)
      put(text.slice(mark + 9, stop))
      at = stop + 3
    } else if (text.startsWith('<?', mark)) {
      at = endOf(text, '?>', mark) + 2
    } else if (text.startsWith('<!', mark)) {
      throw new SyntaxError('the document carries a document type')
    } else {
      const { opened, closed, next } = readTag(text, mark + 1)
      if (closed) close(opened)
      else if (open.push(opened) > DEEPEST) throw new SyntaxError('the document nests too deep')
      at = next
    }
  }
  if (open.length > 0 || !root) throw new SyntaxError('the document ends too early')
  return root
}

const DEEPEST = 60

/** An open element. Its tag includes the prefix, which its end tag must repeat. */
interface Opened {
  tag: string
  element: Element & { text: string }
  pieces: string[]
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  if (found === -1) throw new SyntaxError('the document ends too early')
  return found
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy
const TAG_END = /\s*(\/?)>/y

function readTag(text: string, from: number): { opened: Opened; closed: boolean; next: number } {
  NAME.lastIndex = from
  const tag = NAME.exec(text)?.[0]
  if (tag === undefined) throw new SyntaxError('a tag without a name')
  const attributes = new Map<string, string>()
  let at = from + tag.length
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(text)
    if (!found) break
    const [whole, name = '', double, single = ''] = found
    at += whole.length
    if (name.startsWith('xmlns')) continue
    const local = withoutPrefix(name)
    if (attributes.has(local)) throw new SyntaxError(`${local} appears twice`)
    attributes.set(local, decode(double ?? single).trim())
  }
  TAG_END.lastIndex = at
  const end = TAG_END.exec(text)
  if (!end) throw new SyntaxError(`the tag ${tag.slice(0, 40)} cannot be read`)
  const element = { name: withoutPrefix(tag), attributes, children: [], text: '' }
  return { opened: { tag, element, pieces: [] }, closed: end[1] === '/', next: at + end[0].length }
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));|&/g

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (whole === '&') throw new SyntaxError('an ampersand that refers to nothing')
    if (name !== undefined) return NAMED[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
