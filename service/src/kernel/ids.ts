import { randomBytes, randomUUID } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unbiased base62 text: bytes that would favour the first letters are thrown away. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
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

export type IdPrefix = 'acc' | 'key' | 'job' | 'wat' | 'evt' | 'req'

/** A public id: prefixed, and with 131 random bits not to be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`
}

let lastMs = 0

/**
 * A version 7 UUID: begins with the time, so rows keyed by it are appended to their index and read back newest
 * first. Never runs backwards within a process, even when the machine's clock does.
 */
export function newOrderedId(nowMs: number = Date.now()): string {
  lastMs = Math.max(lastMs, nowMs)
  const time = lastMs.toString(16).padStart(12, '0')
  const random = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
