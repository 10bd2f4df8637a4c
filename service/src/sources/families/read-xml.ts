import { startSlices } from '../../kernel/event-loop.ts'

/** One element of a parsed document. Values stay text: a price is never a float. */
export interface Element {
  /** Without the prefix of its namespace, and as it is written. */
  name: string
  tag: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
}

export function isElement(value: unknown): value is Element {
  return value instanceof Object && 'attributes' in value && value.attributes instanceof Map
}

/**
 * Reads one document. Throws if it is malformed, has two roots, nests too deeply, or has a document type, which is how entity
 * bombs and external references work; no answer of this protocol has one.
 *
 * Written by hand because a tree library took ten times as long, which was half the cost of a grid task. It knows elements,
 * attributes, text, CDATA, comments and character references. It expands nothing else. A long document lets others go first now and
 * then.
 */
export async function parseXml(document: string): Promise<Element> {
  const slices = startSlices()
  let tags = 0
  const text = document.startsWith('\ufeff') ? document.slice(1) : document
  const open: Element[] = []
  let root: Element | undefined
  let at = 0

  function close(element: Element): void {
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else if (root) throw new SyntaxError('two root elements')
    else root = element
  }

  function put(piece: string): void {
    const inside = open.at(-1)
    if (inside) inside.text += piece
    else if (piece.trim() !== '') throw new SyntaxError('text outside the root element')
  }

  while (at < text.length) {
    const mark = text.indexOf('<', at)
    const end = mark === -1 ? text.length : mark
    if (end > at) put(decode(text.slice(at, end)))
    if (mark === -1) break
    tags += 1
    if (tags % TAGS_AT_ONCE === 0) await slices.pause()
    if (text.startsWith('</', mark)) {
      const stop = endOf(text, '>', mark)
      const opened = open.pop()
      if (!opened || opened.tag !== text.slice(mark + 2, stop).trimEnd())
        throw new SyntaxError('an element is closed that is not open')
      opened.text = opened.text.trim()
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
      const { element, closed, next } = readTag(text, mark + 1)
      if (closed) close(element)
      else if (open.push(element) > DEEPEST) throw new SyntaxError('the document nests too deep')
      at = next
    }
  }
  if (open.length > 0 || !root) throw new SyntaxError('the document ends too early')
  return root
}

const DEEPEST = 60

/** Looking at the clock for each would take longer than reading it. */
const TAGS_AT_ONCE = 500

interface Opened {
  element: Element
  closed: boolean
  /** Where the text after it begins. */
  next: number
}

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  if (found === -1) throw new SyntaxError('the document ends too early')
  return found
}

/** Character by character: with regular expressions for names and attributes, reading took a fifth longer. */
function readTag(text: string, from: number): Opened {
  let at = endOfName(text, from)
  const tag = nameAt(text, from, at)
  const attributes = new Map<string, string>()
  for (;;) {
    const next = skipSpace(text, at)
    const closed = text.charCodeAt(next) === SLASH
    if (text.charCodeAt(closed ? next + 1 : next) === GREATER) {
      const element = { name: withoutPrefix(tag), tag, attributes, children: [], text: '' }
      return { element, closed, next: next + (closed ? 2 : 1) }
    }
    if (next === at) throw new SyntaxError(`the tag ${tag.slice(0, 40)} cannot be read`)
    at = readAttribute(text, next, attributes)
  }
}

/** Adds the attribute that begins here, and returns where it ends. */
function readAttribute(text: string, from: number, attributes: Map<string, string>): number {
  const nameEnd = endOfName(text, from)
  const equals = skipSpace(text, nameEnd)
  const opening = skipSpace(text, equals + 1)
  const quote = text[opening]
  if (text.charCodeAt(equals) !== EQUALS || (quote !== '"' && quote !== "'"))
    throw new SyntaxError('an attribute without a value')
  const closing = endOf(text, quote, opening + 1)
  const name = nameAt(text, from, nameEnd)
  const value = text.slice(opening + 1, closing)
  if (value.includes('<')) throw new SyntaxError('a tag inside an attribute')
  if (!name.startsWith('xmlns')) {
    const local = withoutPrefix(name)
    const before = attributes.size
    attributes.set(local, decode(value).trim())
    if (attributes.size === before) throw new SyntaxError(`${local} appears twice`)
  }
  return closing + 1
}

const [SLASH, EQUALS, GREATER] = [0x2f, 0x3d, 0x3e]
const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy
/** By character code: 1 if a name may contain it, 2 if a name may also start with it. */
const IN_NAME = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z_]/.test(character)) return 2
  return /[0-9.:-]/.test(character) ? 1 : 0
})

function endOfName(text: string, from: number): number {
  let at = from
  while ((IN_NAME[text.charCodeAt(at)] ?? 0) > 0) at += 1
  if (text.charCodeAt(at) >= 128) {
    NAME.lastIndex = from
    at = from + (NAME.exec(text)?.[0].length ?? 0)
  } else if (IN_NAME[text.charCodeAt(from)] !== 2) at = from
  if (at === from) throw new SyntaxError('a tag or attribute without a name')
  return at
}

const MOST_NAMES = 1000
const names = new Map<number, string>()

/**
 * A name as one string for all its occurrences: comparing takes less than copying and hashing it each time, and a document
 * repeats a few dozen names hundreds of times.
 */
function nameAt(text: string, from: number, end: number): string {
  const key = ((end - from) << 14) | (text.charCodeAt(from) << 7) | text.charCodeAt(end - 1)
  const known = names.get(key)
  if (known !== undefined && known.length === end - from && text.startsWith(known, from)) return known
  const name = text.slice(from, end)
  // A copy, because a slice would keep the document in memory.
  if (known === undefined && names.size < MOST_NAMES) names.set(key, Buffer.from(name).toString())
  return name
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** XML has four: space, tab, and the two that end a line. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
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
