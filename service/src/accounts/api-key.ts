import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../kernel/ids.ts'

/**
 * `vk_`, 30 random letters (178 bits), 6 letters of checksum. The checksum rejects mistyped keys without a database query, and
 * lets secret scanners recognise our keys.
 */
const RANDOM_LENGTH = 30
const SHAPE = /^vk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

export function newApiKey(): string {
  const random = randomBase62(RANDOM_LENGTH)
  return `vk_${random}${checksum(random)}`
}

export function isWellFormedKey(text: string): boolean {
  const match = SHAPE.exec(text)
  return match?.[1] !== undefined && checksum(match[1]) === match[2]
}

/** The stored hash. The random part is so long that a slow hash would add nothing. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/** Enough of the key to recognise it in a list. */
export function keyPrefix(key: string): string {
  return key.slice(0, 9)
}

function checksum(random: string): string {
  return toBase62(crc32(random), 6)
}
