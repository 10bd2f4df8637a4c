import { isCurrency } from '../../kernel/money.ts'
import { CREDENTIAL } from '../evidence/scrub.ts'
import { type Element, isElement } from '../families/read-xml.ts'
import { hasKinds, IN_TEXT, isRequired, isWatchedWord } from './deviation.ts'
import { isWord, KINDS, type Kind, kindOf, parentOf, stepOf } from './facts.ts'
import { TEXT } from './markup.ts'
import { askedOf, type PathShape, type Shape } from './shape.ts'

/**
 * Tells at once whether an answer may differ from what is known of its request, so that it is compared before it is given. It finds
 * whatever `deviations` finds in one answer, and sometimes more. What comes and goes is left to the comparison of samples.
 */
export interface Guard {
  /** `root` is what stands in the answer; undefined: nothing that can be compared. */
  differs(root: unknown, said: ReadonlySet<string>): boolean
}

/** What is known of a path, next to what is below it. */
interface Place {
  path: string
  above: Place | null
  below: Map<string, Place>
  items: Place | null
  /** Attributes of XML, by their names without a prefix. */
  attributes: Map<string, Place>
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
/** Declares a namespace, which no family reads. */
const NAMESPACE = /\/@xmlns(?::|$)/

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
    if (parentOf(path) !== null && !NAMESPACE.test(path) && isRequired(known, askedOf(shape, path)))
      musts.push(place)
    if (doubted.has(path)) doubts.push(place)
  }
  let look = 0
  return {
    differs(found, said) {
      if (found === undefined) return false
      look += 1
      if (isElement(found) ? isNewDocument(root, found, said, look) : isNewAt(root, found, said, look))
        return true
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
    attributes: new Map(),
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
  const step = path.slice(upTo + 1)
  if (isItem) above.items = place
  else above.below.set(step, place)
  if (step.startsWith('@')) above.attributes.set(step.slice(Math.max(step.indexOf(':'), 0) + 1), place)
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
  if (isText && words?.has(value)) return false
  const mayBeAnyText = isText && value !== '' && (kinds & BIT_OF.text) !== 0
  if (!mayBeAnyText && (kinds & BIT_OF[kindOf(value)]) === 0) return true
  if (words === null || value === '' || (!isText && typeof value !== 'number')) return false
  const text = String(value)
  if (words.has(text) || said.has(text) || !isWord(text, path)) return false
  return !(place.mayBeCurrency && isCurrency(text))
}

/** A document is an object whose only child is its root element. */
function isNewDocument(root: Place, element: Element, said: ReadonlySet<string>, look: number): boolean {
  root.met = look
  root.object = look
  return isNewElement(root, element, said, look)
}

/** Elements have the names that `readMarkup` gives them. */
function isNewElement(within: Place, element: Element, said: ReadonlySet<string>, look: number): boolean {
  const list = belowAt(within, element.tag, said)
  if (!list) return false
  list.met = look
  const place = list.items
  if (!place) return false
  place.object = look
  for (const [name, value] of element.attributes)
    if (isNewText(place.attributes.get(name), value, said, look)) return true
  if (element.text !== '' && isNewText(place.below.get(TEXT), element.text, said, look)) return true
  for (const child of element.children) if (isNewElement(place, child, said, look)) return true
  return false
}

function isNewText(place: Place | undefined, text: string, said: ReadonlySet<string>, look: number): boolean {
  if (!place) return false
  place.met = look
  return isNewValue(place, text, said)
}
