import { randomFillSync, randomUUID } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Random bytes are generated in bulk: every request gets an id, and one generator call per id costs more than the rest of
 * making it. Used bytes are wiped.
 */
const stock = Buffer.alloc(4096)
let taken = stock.length

function randomByte(): number {
  if (taken === stock.length) {
    randomFillSync(stock)
    taken = 0
  }
  const byte = stock[taken] ?? 0
  stock[taken] = 0
  taken += 1
  return byte
}

/** Unbiased base62 text: bytes that would favour the first letters are skipped. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += ALPHABET[byte % 62]
  }
  return text
}

export function toBase62(value: number, length: number): string {
  let text = ''
  let rest = value
  while (text.length < length) {
    text = ALPHABET.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'job'
  | 'wat'
  | 'evt'
  | 'end'
  | 'req'
  | 'set'
  | 'sch'
  | 'run'
  | 'inv'
  | 'fed'
  | 'brd'
  | 'rcp'
  | 'bkg'
  | 'psk'

/** A public id: a prefix and 131 random bits, so it cannot be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`
}

let lastMs = 0
let lastTime = ''

/**
 * A version 7 UUID. It starts with the time, so rows are appended to their index and read newest first. Never runs backwards
 * within a process, even if the clock does.
 */
export function newOrderedId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    const time = nowMs.toString(16).padStart(12, '0')
    lastTime = `${time.slice(0, 8)}-${time.slice(8)}-7`
    lastMs = nowMs
  }
  return lastTime + randomUUID().slice(15)
}
