import { isCurrency } from '../../kernel/money.ts'
import { CREDENTIAL } from '../evidence/scrub.ts'
import { hasKinds, IN_TEXT, isRequired, isWatchedWord } from './deviation.ts'
import { isWord, KINDS, type Kind, kindOf, parentOf, stepOf } from './facts.ts'
import { scanMarkup } from './scan-markup.ts'
import { askedOf, type PathShape, type Shape } from './shape.ts'

/**
 * Tells at once whether an answer may differ from what is known of its request, so that it is compared before it is given. It finds
 * whatever `deviations` finds in one answer, and sometimes more. What comes and goes is left to the comparison of samples.
 */
export interface Guard {
  differs(body: string, said: ReadonlySet<string>): boolean
}

/** What is known of a path, next to what is below it. */
interface Place {
  path: string
  above: Place | null
  below: Map<string, Place>
  items: Place | null
  /** Bits of the kinds that may stand here. */
  kinds: number
  /** Words that may stand here; null: any. */
  words: ReadonlySet<string> | null
  mayBeCurrency: boolean
  /** The last look that found something here, and an object here. */
  met: number
  object: number
}

const BIT_OF = Object.fromEntries(KINDS.map((kind, index) => [kind, 1 << index])) as Record<Kind, number>
const ANY_KIND = -1

/** `except` are paths that are not compared; where one of `doubted` is missing, an answer counts. */
export function createGuard(shape: Shape, except: ReadonlySet<string>, doubted: ReadonlySet<string>): Guard {
  const root = createPlace('', null)
  const places = new Map([['', root]])
  const musts: Place[] = []
  const doubts: Place[] = []
  for (const [path, known] of shape.paths) {
    const place = placeAt(places, path)
    if (except.has(path)) continue
    Object.assign(place, expectedAt(known))
    if (parentOf(path) !== null && isRequired(known, askedOf(shape, path))) musts.push(place)
    if (doubted.has(path)) doubts.push(place)
  }
  let look = 0
  return {
    differs(body, said) {
      look += 1
      const isNew = /^\s*</.test(body)
        ? lookAtMarkup(root, body, said, look)
        : lookAtJson(root, body, said, look)
      if (isNew) return true
      return (
        musts.some((place) => place.above?.object === look && place.met !== look) ||
        doubts.some((place) => place.above?.object === look)
      )
    },
  }
}

function createPlace(path: string, above: Place | null): Place {
  return {
    path,
    above,
    below: new Map(),
    items: null,
    kinds: ANY_KIND,
    words: null,
    mayBeCurrency: false,
    met: 0,
    object: 0,
  }
}

function placeAt(places: Map<string, Place>, path: string): Place {
  const found = places.get(path)
  if (found) return found
  const isItem = path.endsWith('[]')
  const upTo = isItem ? path.length - 2 : path.lastIndexOf('/')
  const above = placeAt(places, path.slice(0, upTo))
  const place = createPlace(path, above)
  if (isItem) above.items = place
  else above.below.set(path.slice(upTo + 1), place)
  places.set(path, place)
  return place
}

function expectedAt(known: PathShape): Pick<Place, 'kinds' | 'words' | 'mayBeCurrency'> {
  if (!hasKinds(known)) return { kinds: ANY_KIND, words: null, mayBeCurrency: false }
  const kinds = new Set(Object.keys(known.kinds) as Kind[])
  if (kinds.has('text')) for (const kind of IN_TEXT) kinds.add(kind)
  const learnt = new Set(Object.keys(known.values ?? {}))
  // A body is looked at as it came, and learnt without secrets.
  const words = isWatchedWord(known) && !learnt.has(CREDENTIAL) ? learnt : null
  return {
    kinds: [...kinds].reduce((bits, kind) => bits | BIT_OF[kind], 0),
    words,
    mayBeCurrency: words?.size === 0,
  }
}

function lookAtJson(root: Place, body: string, said: ReadonlySet<string>, look: number): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return false
  }
  return isNewAt(root, parsed, said, look)
}

function isNewAt(place: Place, value: unknown, said: ReadonlySet<string>, look: number): boolean {
  place.met = look
  if (typeof value !== 'object' || value === null) return isNewValue(place, value, said)
  const isList = Array.isArray(value)
  if ((place.kinds & (isList ? BIT_OF.array : BIT_OF.object)) === 0) return true
  if (isList) {
    const { items } = place
    if (items) for (const item of value) if (isNewAt(items, item, said, look)) return true
    return false
  }
  place.object = look
  if (place.below.size === 0) return false
  const object = value as Record<string, unknown>
  for (const name of Object.keys(object)) {
    const below = belowAt(place, name, said)
    if (below && isNewAt(below, object[name], said, look)) return true
  }
  return false
}

/** Names that are data have no place of their own: they are looked up as what they count as. */
function belowAt({ below }: Place, name: string, said: ReadonlySet<string>): Place | undefined {
  const found = below.get(name)
  if (found && !said.has(name)) return found
  return below.size > 0 ? below.get(stepOf(name, said)) : undefined
}

function isNewValue(place: Place, value: unknown, said: ReadonlySet<string>): boolean {
  const { kinds, words, path } = place
  const isText = typeof value === 'string'
  const mayBeAnyText = isText && value !== '' && (kinds & BIT_OF.text) !== 0
  if (!mayBeAnyText && (kinds & BIT_OF[kindOf(value)]) === 0) return true
  if (words === null || value === '' || (!isText && typeof value !== 'number')) return false
  const text = String(value)
  if (words.has(text) || said.has(text) || !isWord(text, path)) return false
  return !(place.mayBeCurrency && isCurrency(text))
}

/** Without making a tree of it, which would take longer than all the rest. */
function lookAtMarkup(root: Place, body: string, said: ReadonlySet<string>, look: number): boolean {
  root.met = look
  root.object = look
  const open: (Place | undefined)[] = [root]
  return scanMarkup(body, {
    opens(name) {
      const within = open.at(-1)
      const list = within && belowAt(within, name, said)
      const element = list?.items ?? undefined
      if (list) list.met = look
      if (element) element.object = look
      open.push(element)
      return false
    },
    has(name, value) {
      const within = open.at(-1)
      const place = within && belowAt(within, name, said)
      if (!place) return false
      place.met = look
      return isNewValue(place, value, said)
    },
    closes() {
      open.pop()
    },
  })
}
