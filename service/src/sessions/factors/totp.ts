import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time codes (RFC 6238), as every authenticator app makes them: SHA-1, six digits, half a minute. */
const STEP_SEC = 30
const DIGITS = 6
/** 160 bits, in base 32. */
const SECRET_LENGTH = 32
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base 32, as apps and people read it. */
export function newSecret(): string {
  return Array.from(randomBytes(SECRET_LENGTH), (byte) => ALPHABET[byte % 32]).join('')
}

/** What a QR code says to an app. */
export function uriOf(secret: string, email: string): string {
  const label = encodeURIComponent(`Vacancy:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=Vacancy&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SEC}`
}

/** The code of a step (RFC 4226 with the time as the counter). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

export function stepAt(seconds: number): number {
  return Math.floor(seconds / STEP_SEC)
}

/** The step whose code this is: this one, or the one before or after it, for clocks that differ. Null: none. */
export function findStep(secret: string, code: string, now: number): number | null {
  const given = Buffer.from(code)
  const found = [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return found ?? null
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
