import type { Chance } from '../../../proof/soak/chance.ts'

/** A body with one thing changed in it. */
export interface Mutant {
  body: string
  what: string
  /** What was changed: a path without the numbers of lists, or an element or attribute. */
  field: string
  /** What stands there now, as JSON or as in the XML; null if it was left out. */
  value: string | null
  /** The parts of the body around the change, before and after it. */
  around: readonly [string, string]
}

/** Changes one value of a JSON body, or one attribute or element of an XML body. */
export function mutantOf(body: string, chance: Chance): Mutant {
  return body.trimStart().startsWith('<') ? mutantOfXml(body, chance) : mutantOfJson(body, chance)
}

type Path = (string | number)[]

function mutantOfJson(body: string, chance: Chance): Mutant {
  const document = { root: JSON.parse(body) as unknown }
  const paths = pathsOf(document.root, ['root'])
  const path = paths[chance.below(paths.length)] ?? ['root']
  const name = path.at(-1) ?? 'root'
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)
  const owner = ownerOf(document, path)
  const whole = JSON.stringify(owner)
  const before: unknown = Reflect.get(Object(holder), name)
  const changes = changesOf(before)
  const change = chance.below(changes.length + 1)
  if (change === changes.length && Array.isArray(holder)) holder.splice(Number(name), 1)
  else if (change === changes.length) Reflect.deleteProperty(Object(holder), name)
  else Reflect.set(Object(holder), name, changes[change])
  const value = change === changes.length ? null : JSON.stringify(changes[change])
  return {
    body: JSON.stringify(document.root) ?? '',
    what: `${path.slice(1).join('.')} ${value === null ? 'left out' : `became ${value.slice(0, 40)}`}`,
    field: path
      .slice(1)
      .map((step) => (typeof step === 'number' ? '*' : step))
      .join('.'),
    value,
    around: [whole, JSON.stringify(owner)],
  }
}

/** The object that has a value, or the list in which it is. */
function ownerOf(document: object, path: Path): unknown {
  const last = path.findLastIndex((step) => typeof step === 'string')
  return path.slice(0, last).reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)
}

function pathsOf(value: unknown, path: Path): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const steps: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...steps.flatMap((step) => pathsOf(Reflect.get(value, step), [...path, step]))]
}

/** What else could stand there: nothing, too little, too much, another kind of thing, or a likely value that is another. */
function changesOf(value: unknown): unknown[] {
  if (typeof value === 'number')
    return [null, 0, -value - 1, value * 1e9, String(value), value + 0.001, value + 1]
  if (typeof value === 'boolean') return [!value, null, String(value)]
  if (typeof value === 'string')
    return [null, '', 'Unheard-of', `${value}x`, 7, {}, '2031-02-30', '-1', ...likely(value)]
  if (Array.isArray(value)) return [null, [], {}, [...value, ...value], [null], [{}], 'x']
  return [null, {}, [], 'x', 0]
}

/** Another currency for a currency; other digits for digits. */
function likely(text: string): string[] {
  if (/^[A-Z]{3}$/.test(text)) return [text === 'JPY' ? 'USD' : 'JPY']
  return /\d/.test(text) ? [text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))] : []
}

const ATTRIBUTE = /\s[\w:.-]+="[^"]*"/g
const EMPTY_ELEMENT = /<[\w:.-]+(?:\s[^<>]*)?\/>/g
const LEAF_ELEMENT = /<([\w:.-]+)(?:\s[^<>]*)?>[^<]*<\/\1>/g

function mutantOfXml(body: string, chance: Chance): Mutant {
  const spots = [...body.matchAll(chance.pick([ATTRIBUTE, ATTRIBUTE, EMPTY_ELEMENT, LEAF_ELEMENT]))]
  const spot = spots[chance.below(spots.length)]
  if (spot === undefined) {
    const cut = body.slice(0, -1)
    return { body: cut, what: 'cut by a character', field: '', value: null, around: [body, cut] }
  }
  const [text] = spot
  const instead = chance.pick([
    '',
    text.replace(/"[^"]*"/, '""'),
    text.replace(/"[^"]*"/, '"Unheard-of"'),
    text.replace(/"[^"]*"/, '"-1"'),
    text.replace(/"[^"]*"/, '"2031-02-30"'),
    text.replaceAll(/\d/g, '9'),
    text.replace(/"[A-Z]{3}"/, '"JPY"'),
    `${text}${text.startsWith('<') ? text : ''}`,
  ])
  const changed = body.slice(0, spot.index) + instead + body.slice(spot.index + text.length)
  return {
    body: changed,
    what: `${text.trim().slice(0, 60)} became ${instead.trim().slice(0, 60)}`,
    field: /[\w:.-]+/.exec(text)?.[0] ?? '',
    value: instead === '' ? null : instead.trim(),
    around: [text, instead],
  }
}
