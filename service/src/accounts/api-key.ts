import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../kernel/ids.ts'

/**
 * What a secret is for: an API key; and for agents a code that is exchanged once, an access token, and a refresh token.
 */
export type SecretPrefix = 'vk' | 'vc' | 'va' | 'vr'

/**
 * `vk_`, 30 random letters (178 bits), 6 letters of checksum. The checksum rejects mistyped keys without a database query, and
 * lets secret scanners recognise our keys.
 */
const RANDOM_LENGTH = 30
const SHAPE = /^(v[kcar])_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

export function newSecret(prefix: SecretPrefix): string {
  const random = randomBase62(RANDOM_LENGTH)
  return `${prefix}_${random}${checksum(random)}`
}

export function isWellFormed(prefix: SecretPrefix, text: string): boolean {
  const match = SHAPE.exec(text)
  return match?.[1] === prefix && match[2] !== undefined && checksum(match[2]) === match[3]
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
