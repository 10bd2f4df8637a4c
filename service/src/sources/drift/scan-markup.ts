import { TEXT } from './markup.ts'

/** What is met on the way through XML, in its order. True ends it. */
export interface Visitor {
  opens(name: string): boolean
  /** An attribute, `@name`, or a text. */
  has(name: string, value: string): boolean
  closes(): void
}

const [SPACE, SLASH, EQUALS, GREATER, QUOTE, APOSTROPHE, MARK, ASKED] = [
  0x20, 0x2f, 0x3d, 0x3e, 0x22, 0x27, 0x21, 0x3f,
]

/** Walks through XML with the names of `readMarkup`. What is malformed ends it. Returns whether the visitor ended it. */
export function scanMarkup(text: string, visitor: Visitor): boolean {
  let at = 0
  for (;;) {
    const mark = text.indexOf('<', at)
    if (mark === -1) return false
    if (mark > at && hasText(text, at, mark) && visitor.has(TEXT, text.slice(at, mark).trim())) return true
    const next = text.charCodeAt(mark + 1)
    if (next === SLASH) {
      visitor.closes()
      at = after(text, '>', mark)
    } else if (next === MARK) {
      const isData = text.startsWith('<![CDATA[', mark)
      at = after(text, isData ? ']]>' : '-->', mark)
      const data = isData ? text.slice(mark + 9, at - 3).trim() : ''
      if (at > 0 && data !== '' && visitor.has(TEXT, data)) return true
    } else if (next === ASKED) at = after(text, '?>', mark)
    else {
      let end = endOfName(text, mark + 1)
      if (end === mark + 1) return false
      if (visitor.opens(text.slice(mark + 1, end))) return true
      for (;;) {
        while (text.charCodeAt(end) <= SPACE) end += 1
        const code = text.charCodeAt(end)
        if (code === GREATER || code === SLASH || Number.isNaN(code)) break
        const nameEnd = endOfName(text, end)
        let opening = nameEnd
        while (text.charCodeAt(opening) <= SPACE || text.charCodeAt(opening) === EQUALS) opening += 1
        const quote = text.charCodeAt(opening)
        if (nameEnd === end || (quote !== QUOTE && quote !== APOSTROPHE)) return false
        const closing = text.indexOf(quote === QUOTE ? '"' : "'", opening + 1)
        if (closing === -1) return false
        if (visitor.has(attributeAt(text, end, nameEnd), text.slice(opening + 1, closing))) return true
        end = closing + 1
      }
      if (text.charCodeAt(end) === SLASH) {
        visitor.closes()
        end += 1
      }
      at = end + 1
    }
    if (at <= mark) return false
  }
}

function after(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found === -1 ? -1 : found + what.length
}

function hasText(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (text.charCodeAt(at) > SPACE) return true
  return false
}

function endOfName(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (Number.isNaN(code) || code <= SPACE || code === SLASH || code === EQUALS || code === GREATER)
      return at
    at += 1
  }
}

function attributeAt(text: string, from: number, end: number): string {
  return `@${text.slice(from, end)}`
}
