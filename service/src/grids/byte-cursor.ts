/**
 * Reads fields of COPY lines and writes bytes without intermediate strings. The loops use local copies of the positions:
 * going through the cursor for every byte is noticeably slower.
 */
export interface ByteCursor {
  /** COPY lines, and the next byte to read. */
  source: Buffer
  at: number
  /** The output, and the next byte to write. */
  out: Buffer
  to: number
}

const TAB = codeOf('\t')
const LINE_END = codeOf('\n')
const MINUS = codeOf('-')
const POINT = codeOf('.')
const COLON = codeOf(':')
const ZERO = codeOf('0')
const TRUE = codeOf('t')
const UTC = codeOf('Z')

/** Below this length a loop is faster than `set`. */
const SHORT = 12

export function codeOf(character: string): number {
  return character.charCodeAt(0)
}

export function put(cursor: ByteCursor, part: Buffer): void {
  const { out, to } = cursor
  const { length } = part
  if (length < SHORT) {
    for (let index = 0; index < length; index += 1) out[to + index] = part[index] as number
  } else out.set(part, to)
  cursor.to = to + length
}

/** The integer in this field; -1 if it is empty. The fields have no negative numbers. */
export function readInteger(cursor: ByteCursor): number {
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

/** The integer in this field, which may be negative; null if it is empty. */
export function readSigned(cursor: ByteCursor): number | null {
  const isNegative = cursor.source[cursor.at] === MINUS
  if (isNegative) cursor.at += 1
  const isEmpty = cursor.source[cursor.at] === TAB || cursor.source[cursor.at] === LINE_END
  const value = readInteger(cursor)
  if (isEmpty) return null
  return isNegative ? -value : value
}

/** The single byte of this field. */
export function readByte(cursor: ByteCursor): number {
  const byte = cursor.source[cursor.at] as number
  cursor.at += 2
  return byte
}

export function readFlag(cursor: ByteCursor): boolean {
  return readByte(cursor) === TRUE
}

/** Copies this field unchanged, or writes `empty` if it is null. */
export function copyField(cursor: ByteCursor, empty: Buffer): void {
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
export function copyDecimal(cursor: ByteCursor, digits: number, empty: Buffer): void {
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

export function putInteger(cursor: ByteCursor, value: number): void {
  if (value >= 10) putInteger(cursor, Math.floor(value / 10))
  cursor.out[cursor.to++] = ZERO + (value % 10)
}

/** `14:05:09.027Z`, from milliseconds since midnight. */
export function putTimeOfDay(cursor: ByteCursor, ms: number): void {
  putPadded(cursor, Math.floor(ms / 3_600_000), 2)
  cursor.out[cursor.to++] = COLON
  putPadded(cursor, Math.floor(ms / 60_000) % 60, 2)
  cursor.out[cursor.to++] = COLON
  putPadded(cursor, Math.floor(ms / 1000) % 60, 2)
  cursor.out[cursor.to++] = POINT
  putPadded(cursor, ms % 1000, 3)
  cursor.out[cursor.to++] = UTC
}

function putPadded(cursor: ByteCursor, value: number, width: number): void {
  const { out, to } = cursor
  for (let place = width - 1, rest = value; place >= 0; place -= 1, rest = Math.floor(rest / 10))
    out[to + place] = ZERO + (rest % 10)
  cursor.to = to + width
}
