/**
 * Reads fields of COPY lines and writes bytes without intermediate strings. The loops use local copies of the positions:
 * going through the cursor for every byte is noticeably slower.
 */
export interface ByteCursor extends ByteReader {
  /** The output, a view of the same bytes, and the next byte to write. */
  out: Buffer
  view: DataView
  to: number
}

/** COPY lines, and the next byte to read. */
export interface ByteReader {
  source: Buffer
  at: number
}

/** Text that is written often, as numbers of eight bytes each. No UTF-8 text has the bytes of a NaN, so none is changed. */
export interface Part {
  words: readonly number[]
  length: number
}

export function partOf(text: string): Part {
  const { length } = Buffer.from(text)
  const bytes = Buffer.from(text.padEnd(text.length + WORD_BYTES))
  const count = Math.ceil(length / WORD_BYTES)
  const words = Array.from({ length: count }, (_, index) => bytes.readDoubleLE(index * WORD_BYTES))
  return { words, length }
}

const TAB = codeOf('\t')
const LINE_END = codeOf('\n')
const MINUS = codeOf('-')
const POINT = codeOf('.')
const ZERO = codeOf('0')
const TRUE = codeOf('t')

const WORD_BYTES = 8

export function codeOf(character: string): number {
  return character.charCodeAt(0)
}

/**
 * By words: for texts of this length, `set` takes twice as long. The last word may write up to seven bytes too many, which
 * the next part overwrites. The output must have room for them.
 */
export function put(cursor: ByteCursor, { words, length }: Part): void {
  const { view, to } = cursor
  for (let index = 0; index < words.length; index += 1)
    view.setFloat64(to + index * WORD_BYTES, words[index] as number, true)
  cursor.to = to + length
}

/** The integer in this field; -1 if it is empty. The fields have no negative numbers. */
export function readInteger(cursor: ByteReader): number {
  const { source } = cursor
  let from = cursor.at
  let byte = source[from++] as number
  let value = byte === TAB || byte === LINE_END ? -1 : 0
  while (byte !== TAB && byte !== LINE_END) {
    value = value * 10 + byte - ZERO
    byte = source[from++] as number
  }
  cursor.at = from
  return value
}

/** The same for integers below 2^31, which take half the time. */
export function readSmall(cursor: ByteReader): number {
  const { source } = cursor
  let from = cursor.at
  let byte = source[from++] as number
  let value = byte === TAB || byte === LINE_END ? -1 : 0
  while (byte !== TAB && byte !== LINE_END) {
    value = (Math.imul(value, 10) + byte - ZERO) | 0
    byte = source[from++] as number
  }
  cursor.at = from
  return value
}

/** The integer in this field, which may be negative; null if it is empty. */
export function readSigned(cursor: ByteReader): number | null {
  const isNegative = cursor.source[cursor.at] === MINUS
  if (isNegative) cursor.at += 1
  const isEmpty = cursor.source[cursor.at] === TAB || cursor.source[cursor.at] === LINE_END
  const value = readInteger(cursor)
  if (isEmpty) return null
  return isNegative ? -value : value
}

/** The single byte of this field. */
export function readByte(cursor: ByteReader): number {
  const byte = cursor.source[cursor.at] as number
  cursor.at += 2
  return byte
}

export function readFlag(cursor: ByteReader): boolean {
  return readByte(cursor) === TRUE
}

/** Copies this field unchanged, or writes `empty` if it is null. */
export function copyField(cursor: ByteCursor, empty: Part): void {
  const { source, out, at } = cursor
  let from = at
  let place = cursor.to
  let byte = source[from++] as number
  while (byte !== TAB && byte !== LINE_END) {
    out[place++] = byte
    byte = source[from++] as number
  }
  cursor.at = from
  cursor.to = place
  if (from - at === 1) put(cursor, empty)
}

/** Copies an integer as a JSON decimal: `12340` with two digits → `123.4`. Writes `empty` if it is null. */
export function copyDecimal(cursor: ByteCursor, digits: number, empty: Part): void {
  const { source, out } = cursor
  let from = cursor.at
  let place = cursor.to
  let end = from
  while (source[end] !== TAB && source[end] !== LINE_END) end += 1
  cursor.at = end + 1
  if (end === from) {
    put(cursor, empty)
    return
  }
  if (source[from] === MINUS) out[place++] = source[from++] as number
  const point = end - digits
  if (from >= point) out[place++] = ZERO
  while (from < point) out[place++] = source[from++] as number
  let last = end
  while (last > from && source[last - 1] === ZERO) last -= 1
  if (last > from) {
    out[place++] = POINT
    for (let missing = from - point; missing > 0; missing -= 1) out[place++] = ZERO
  }
  while (from < last) out[place++] = source[from++] as number
  cursor.to = place
}

/** A whole number from 0 to below 2^31. */
export function putInteger(cursor: ByteCursor, value: number): void {
  let length = 1
  for (let limit = 10; value >= limit; limit *= 10) length += 1
  putDigits(cursor, value, length)
}

/** The last digits of a whole number below 2^31. */
function putDigits(cursor: ByteCursor, value: number, length: number): void {
  const { out, to } = cursor
  let rest = value
  for (let at = to + length - 1; at >= to; at -= 1) {
    const tens = (rest / 10) | 0
    out[at] = ZERO + rest - tens * 10
    rest = tens
  }
  cursor.to = to + length
}

/** A number of so many decimals, from its parts before and after the point. */
export function putDecimal(cursor: ByteCursor, whole: number, fraction: number, digits: number): void {
  putInteger(cursor, whole)
  if (fraction === 0) return
  cursor.out[cursor.to++] = POINT
  putDigits(cursor, fraction, digits)
}

/** `14:05:09.027Z`, from milliseconds since midnight. */
export function putTimeOfDay(cursor: ByteCursor, ms: number): void {
  const second = Math.floor(ms / 1000)
  const minute = Math.floor(second / 60)
  put(cursor, minuteText(minute))
  put(cursor, secondText(second - minute * 60))
  put(cursor, msText(ms - second * 1000))
}

const minuteText = parts((minute) => `${padded(Math.floor(minute / 60), 2)}:${padded(minute % 60, 2)}:`)
const secondText = parts((second) => `${padded(second, 2)}.`)
const msText = parts((ms) => `${padded(ms, 3)}Z`)

/** Each text is made when it is first needed. */
function parts(text: (index: number) => string): (index: number) => Part {
  const known: Part[] = []
  return (index) => {
    known[index] ??= partOf(text(index))
    return known[index]
  }
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
