import type { Chain } from './chains.ts'
import type { City } from './cities.ts'
import { mix } from './hash.ts'
import { fold } from './text.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Tries one candidate after the other until one is free, and takes it. */
export function takeFree(taken: Set<string>, candidate: (attempt: number) => string): string {
  for (let attempt = 0; ; attempt++) {
    const code = candidate(attempt)
    if (taken.has(code)) continue
    taken.add(code)
    return code
  }
}

/** A property code as the chain writes it: `LISAU`, `LISBNBW`, `H4711`, `FH00123`, `lp1a2b3c`, `PT0412`, a UUID, a number. */
export function chainCode(chain: Chain, city: City, h: number, attempt: number): string {
  const again = mix(h, attempt, 11)
  switch (chain.codeStyle) {
    case 'city5':
      return cityLetters(city, 3) + (attempt === 0 ? chain.mark : letters(again, 2))
    case 'city7':
      return cityLetters(city, 3) + letters(again, 2) + chain.mark
    case 'h4':
      return `H${1000 + (again % 9000)}`
    case 'prefix':
      return `${chain.mark}${String(again % 100_000).padStart(5, '0')}`
    case 'lp':
      return `lp${chain.mark}${(again >>> 4).toString(16)}`
    case 'country':
      return `${city.country}${String(again % 10_000).padStart(4, '0')}`
    case 'uuid':
      return uuid(again)
    case 'number':
      return numericId(h, attempt, 100_000, 800_000)
    default:
      return chain.codeStyle satisfies never
  }
}

/** A number as the large agencies give them, from `low` on within `span`. */
export function numericId(h: number, attempt: number, low: number, span: number): string {
  return String(low + (mix(h, attempt, 12) % span))
}

/** Looks random, and is the same for the same number. */
export function uuid(h: number): string {
  const hex = (salt: number): string => mix(h, salt, 17).toString(16).padStart(8, '0')
  const [a, b, c, d] = [hex(1), hex(2), hex(3), hex(4)]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** As LiteAPI names hotels. */
export function liteapiId(h: number, attempt: number): string {
  return `lp${(0x50000 + (mix(h, attempt, 13) % 0xfa_0000)).toString(16)}`
}

/** As Duffel names accommodation. */
export function duffelId(h: number, attempt: number): string {
  let tail = ''
  for (let i = 0; i < 18; i++) tail += BASE62[mix(h, attempt, 14, i) % 62]
  return `acc_0000${tail}`
}

/** A search engine's opaque id: fixed prefix and base64-like tail. */
export function opaqueId(prefix: string, h: number, length: number): string {
  let tail = ''
  for (let i = 0; i < length; i++) tail += BASE62[mix(h, i, 15) % 62]
  return prefix + tail
}

function cityLetters(city: City, count: number): string {
  const plain = fold(city.name)
    .replaceAll(/[^a-z]/g, '')
    .toUpperCase()
  return (plain + 'XXX').slice(0, count)
}

function letters(h: number, count: number): string {
  let text = ''
  for (let i = 0; i < count; i++) text += LETTERS[mix(h, i, 16) % 26]
  return text
}
