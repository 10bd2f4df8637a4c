import type { Chain } from './chains.ts'
import { chance, mix } from './hash.ts'
import { withoutAccents } from './text.ts'

/** How an agency writes a hotel's name: close to the chain's, rarely the same. */
export function agencyName(name: string, chain: Chain, city: string, h: number): string {
  let spelled = name
  if (chance(mix(h, 141), 3_500)) spelled = reordered(spelled, chain)
  if (chance(mix(h, 142), 3_000)) spelled = swappedAnd(spelled)
  if (chance(mix(h, 143), 4_500)) spelled = withHotelWord(spelled, mix(h, 144))
  if (chance(mix(h, 145), 5_000)) spelled = withoutAccents(spelled)
  if (chance(mix(h, 146), 2_000)) spelled = withCityAtEnd(spelled, city)
  if (chance(mix(h, 147), 800)) spelled = withoutBrandTail(spelled, chain)
  return spelled
}

/** `Solenne Porto Opera by Aurelia` and `Aurelia Solenne Porto Opera`; `Aurelia Grand X` and `Grand X by Aurelia`. */
function reordered(name: string, chain: Chain): string {
  const tail = ` by ${chain.name}`
  if (name.endsWith(tail)) return `${chain.name} ${name.slice(0, -tail.length)}`
  const head = `${chain.name} `
  if (!name.startsWith(head)) return name
  const rest = name.slice(head.length)
  return rest.split(' ').length > 1 ? `${rest}${tail}` : name
}

function swappedAnd(name: string): string {
  return name.includes(' & ') ? name.replace(' & ', ' and ') : name.replace(' and ', ' & ')
}

function withHotelWord(name: string, h: number): string {
  if (/hotel|inn|resort|lodge/i.test(name)) return name.replace(/^The /, '')
  return chance(h, 5_000) ? `Hotel ${name}` : `${name} Hotel`
}

function withCityAtEnd(name: string, city: string): string {
  return name.includes(` ${city} `) ? `${name.replace(` ${city}`, '')}, ${city}` : `${name}, ${city}`
}

function withoutBrandTail(name: string, chain: Chain): string {
  return name.replace(` by ${chain.name}`, '')
}
