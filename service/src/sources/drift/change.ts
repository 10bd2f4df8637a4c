import { type Document, isObject } from './document.ts'
import { type Kind, kindOf, stepOf } from './facts.ts'

/** Makes in a kept body what a vendor may have changed in a newer one. */
export type Change = (holder: object, name: string | number) => void

/** Applies a change wherever something stands at the path. Returns how often. The document is changed in place. */
export function changeAt(
  document: Document,
  path: string,
  said: ReadonlySet<string>,
  change: Change,
): number {
  const places: { holder: object; name: string | number }[] = []
  const holder = { root: document.root }
  const look = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(value, index, item, `${at}[]`)
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value))
        visit(value, name, child, `${at}/${stepOf(name, said)}`)
    }
  }
  const visit = (inside: object, name: string | number, value: unknown, at: string): void => {
    if (at === path) places.push({ holder: inside, name })
    else if (path.startsWith(at)) look(value, at)
  }
  visit(holder, 'root', document.root, '')
  for (const place of places) change(place.holder, place.name)
  document.root = holder.root
  return places.length
}

export const leaveOut: Change = (holder, name) => {
  Reflect.deleteProperty(holder, name)
}

export function become(value: unknown): Change {
  return (holder, name) => {
    Reflect.set(holder, name, value)
  }
}

/** Another word instead of one that stands there, in the type that it has there. */
export function say(before: string, after: string): Change {
  return (holder, name) => {
    const value: unknown = Reflect.get(holder, name)
    if (String(value) === before) Reflect.set(holder, name, typeof value === 'number' ? Number(after) : after)
  }
}

/** The same, told in another type: if a family reads it as before, the change of type means nothing. */
export function tellAs(kind: Kind): Change {
  return (holder, name) => {
    Reflect.set(holder, name, toldAs(kind, Reflect.get(holder, name)))
  }
}

function toldAs(kind: Kind, value: unknown): unknown {
  if (kindOf(value) === kind) return value
  switch (kind) {
    case 'null':
      return null
    case 'empty':
      return ''
    case 'array':
      return [value]
    case 'object':
      return { value }
    case 'boolean':
      return value === 'true' || value === 1 || value === '1' || value === true
    case 'number':
      return typeof value === 'string' && value !== '' && !Number.isNaN(Number(value))
        ? Number(value)
        : 987_654
    case 'numeral':
      return typeof value === 'number' ? String(value) : '987654'
    case 'date':
      return '2031-02-03'
    case 'currency':
      return 'XTS'
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? `${value} x` : String(value)
  }
}
