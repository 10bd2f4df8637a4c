import { readMarkup, writeMarkup } from './markup.ts'

/** A body as a tree of plain values, whatever it is written in. An element of XML is an object with lists of its children. */
export interface Document {
  form: 'json' | 'xml'
  root: unknown
}

/** Null if it is neither JSON nor XML. */
export function readDocument(body: string): Document | null {
  try {
    if (body.trimStart().startsWith('<')) return { form: 'xml', root: readMarkup(body) }
    return { form: 'json', root: JSON.parse(body) as unknown }
  } catch {
    return null
  }
}

export function writeDocument({ form, root }: Document): string {
  return form === 'xml' ? writeMarkup(root) : JSON.stringify(root)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
